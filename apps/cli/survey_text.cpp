// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "quern/core/units.hpp"
#include "roll_json.hpp"
#include "survey_sheet.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

std::string row_text(const formats::SeekRow& row)
{
    return fmt::format("{}, {}, {}, {}", row.bytes, row.side, row.samples, row.key);
}

bool of_the_game(const Survey& survey)
{
    return std::any_of(survey.sheets.begin(), survey.sheets.end(),
                       [](const SurveySheet& sheet) { return sheet.grain.has_value(); });
}

/// Member, H, duration, rate, samples, seek row, side bytes: what the game's files say of themselves, and of
/// sound files what they have.
std::string headers_text(const Survey& survey)
{
    if (!of_the_game(survey)) {
        TextTable table("lrrrl");
        table.row({"member", "duration, s", "rate", "samples", "codec"});
        for (const SurveySheet& sheet : survey.sheets)
            table.row({sheet.name, fmt::format("{:.3f}", sheet.duration), fmt::format("{}", sheet.rate),
                       fmt::format("{}", sheet.frames), sheet.codec});
        return table.text();
    }
    TextTable table("lrrrrllr");
    table.row({"member", "H", "duration, s", "rate", "samples", "codec",
               "seek row 0 (bytes, side, samples, key)", "side bytes"});
    for (const SurveySheet& sheet : survey.sheets)
        table.row({sheet.name, sheet.grain ? fmt::format("{}", sheet.grain->header_bytes) : "-",
                   fmt::format("{:.3f}", sheet.duration), fmt::format("{}", sheet.rate),
                   fmt::format("{}", sheet.frames), sheet.codec,
                   sheet.grain ? row_text(sheet.grain->row) : "-",
                   sheet.grain ? fmt::format("{}", sheet.grain->side_bytes) : "-"});
    return table.text();
}

std::string figures_text(const Survey& survey)
{
    TextTable table("lrrrrrrrrrrrr");
    table.row({"member", "dBFS", "rise", "rank", "kHz", "times", "rank", "head", "crest", "DC", "clipped",
               "silent", "others"});
    for (const SurveySheet& sheet : survey.sheets) {
        const formats::RollProfile& p = sheet.profile;
        const formats::Silences& s = sheet.silences;
        table.row({sheet.name,
                   fmt::format("{:.1f} to {:.1f}", p.bins.front().level_dbfs, p.bins.back().level_dbfs),
                   fmt::format("{:+.1f}", p.rise_db), fmt::format("{:.2f}", p.level_rank),
                   fmt::format("{:.2f} to {:.2f}", p.bins.front().centroid_hz / 1000.0,
                               p.bins.back().centroid_hz / 1000.0),
                   fmt::format("{:.2f}", p.brightness_ratio), fmt::format("{:.2f}", p.brightness_rank),
                   fmt::format("{:.1f}", p.head_s), fmt::format("{:.1f}", p.crest_db),
                   fmt::format("{:.4f}", rounded_to(p.dc, 1e-4)), fmt::format("{}", sheet.clipping.samples),
                   fmt::format("{:.2f}", s.leading_s + s.gap_s + s.trailing_s),
                   sheet.against_db ? fmt::format("{:+.1f}", *sheet.against_db) : "-"});
    }
    return table.text();
}

std::string bins_text(const Survey& survey)
{
    std::string text;
    for (const SurveySheet& sheet : survey.sheets) {
        std::string levels, centroids;
        for (const formats::RollBin& bin : sheet.profile.bins) {
            levels += fmt::format("{:6.1f}", bin.level_dbfs);
            centroids += fmt::format("{:6.2f}", bin.centroid_hz / 1000.0);
        }
        text += fmt::format("  {}\n    dBFS {}\n    kHz  {}\n", sheet.name, levels, centroids);
    }
    return text;
}

nlohmann::ordered_json sheet_json(const SurveySheet& sheet)
{
    nlohmann::ordered_json json{{"name", sheet.name},
                                {"place", sheet.place},
                                {"codec", sheet.codec},
                                {"rate", sheet.rate},
                                {"samples", sheet.frames},
                                {"duration_s", sheet.duration},
                                {"duration_bits", fmt::format("{:08X}", to_bits(sheet.duration))}};
    if (sheet.grain) {
        const formats::SeekRow& row = sheet.grain->row;
        json["header_bytes"] = sheet.grain->header_bytes;
        json["seek_row"] = {row.bytes, row.side, row.samples, row.key};
        json["side_bytes"] = sheet.grain->side_bytes;
    }
    json.update(profile_json(sheet.profile));
    json["clipped_samples"] = sheet.clipping.samples;
    json["clicks"] = sheet.clicks;
    json["silence_s"] = {{"leading", sheet.silences.leading_s},
                         {"gaps", sheet.silences.gap_s},
                         {"trailing", sheet.silences.trailing_s}};
    json["against_others_db"] =
        sheet.against_db ? nlohmann::ordered_json(rounded_to(*sheet.against_db, 0.01)) : nullptr;
    return json;
}

} // namespace

std::string survey_text(const Survey& survey)
{
    return headers_text(survey) +
           "\nFirst twentieth to last: RMS and spectral centroid, each with its rank correlation with time. "
           "Others: level above their mean\n" +
           figures_text(survey) +
           "\nTwenty equal bins from slow to fast: RMS in dBFS, spectral centroid in kHz\n" +
           bins_text(survey);
}

std::string survey_json_text(const Survey& survey)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const SurveySheet& sheet : survey.sheets)
        all.push_back(sheet_json(sheet));
    return json_text(all);
}

} // namespace quern::cli
