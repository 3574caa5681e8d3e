// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "check_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "quern/formats/tuning_fields.hpp"
#include "roll_json.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

using formats::RollFinding;
using Severity = RollFinding::Severity;

constexpr double kLeastTrimDb = 1.0; // less level_db is not worth a line

std::string_view severity_name(Severity severity)
{
    return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

std::string place_text(const std::optional<formats::Stretch>& where)
{
    if (!where)
        return "";
    if (where->seconds() < 0.01)
        return fmt::format("at {:.3f} s: ", where->from_s);
    return fmt::format("{:.2f} to {:.2f} s: ", where->from_s, where->to_s);
}

std::string counted(std::size_t count, std::string_view word)
{
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string points_text(const std::array<float, 4>& points)
{
    std::string text;
    for (const float point : points) {
        const std::string shortest = formats::number_text(point); // may be 1e-04
        text += (text.empty() ? "[" : ", ") +
                (shortest.find('e') == std::string::npos ? shortest : fmt::format("{:.4f}", point));
    }
    return text + "]";
}

std::string header_text(const CheckedFile& file)
{
    const std::size_t channels = file.sound.channels.size();
    std::string which;
    if (channels > 1)
        which = file.choice.mixdown ? ", their mean is checked"
                                    : fmt::format(", channel {} is checked", file.choice.channel + 1);
    return fmt::format(
        "{}: {}, {}, {} Hz, {}{}, {:.2f} s, {}\n", file.path, file.sound.container, file.sound.encoding,
        file.sound.rate, channels == 1 ? std::string("mono") : counted(channels, "channel"), which,
        file.seconds(),
        file.member ? fmt::format("for {}", bed::name_of(*file.member)) : std::string("for any surface"));
}

std::string figures_text(const CheckedFile& file)
{
    const formats::RollProfile& p = file.check.kept;
    const formats::Stretch& keep = file.check.trim.keep;
    TextTable table("ll");
    if (!file.check.trim.reasons.empty())
        table.row({"part", fmt::format("{:.2f} to {:.2f} s, {:.2f} s of {:.2f} s", keep.from_s, keep.to_s,
                                       keep.seconds(), file.seconds())});
    table.row(
        {"level", fmt::format("{:.1f} to {:.1f} dBFS, {:+.1f} dB; rank correlation with time {:.2f}",
                              p.bins.front().level_dbfs, p.bins.back().level_dbfs, p.rise_db, p.level_rank)});
    table.row({"brightness", fmt::format("{:.0f} to {:.0f} Hz, times {:.2f}; rank correlation {:.2f}",
                                         p.bins.front().centroid_hz, p.bins.back().centroid_hz,
                                         p.brightness_ratio, p.brightness_rank)});
    table.row({"steady head", fmt::format("{:.1f} s", p.head_s)});
    table.row({"peak", fmt::format("{:.1f} dBFS; crest {:.1f} dB", p.peak_dbfs, p.crest_db)});
    table.row({"against", fmt::format("{:+.1f} dB, {}", rounded_to(-file.check.level_db, 0.1),
                                      file.member ? fmt::format("the built-in {}", bed::name_of(*file.member))
                                                  : std::string("the built-in recordings on average"))});
    if (file.check.fit) {
        const formats::PositionFit& fit = *file.check.fit;
        std::string even = fmt::format("{}: perceived level rises {:.1f} dB, evenly to within {:.1f} dB",
                                       points_text(fit.points), fit.rise_db, fit.uneven_db);
        if (file.check.present)
            even += fmt::format(" (with the present points {:.1f} dB)", file.check.present->uneven_db);
        table.row({"position", even});
        if (!file.check.trim.reasons.empty())
            table.row({"", fmt::format("{} once it is cut to that part",
                                       points_text(file.check.trimmed_fit->points))});
    }
    return table.text();
}

std::string tally(const formats::RollCheck& check)
{
    std::string text;
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
        if (const std::size_t count = check.count(severity); count > 0)
            text += (text.empty() ? "" : ", ") + counted(count, severity_name(severity));
    }
    return text.empty() ? "nothing found" : text;
}

/// A file's name may hold anything; a comment ends with its line.
std::string one_line(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
        '?');
    return text;
}

nlohmann::ordered_json fit_json(const formats::PositionFit& fit)
{
    nlohmann::ordered_json points = nlohmann::ordered_json::array();
    for (const float point : fit.points)
        points.push_back(rounded_to(static_cast<double>(point), 1e-4));
    return {{"points", points},
            {"rise_db", rounded_to(fit.rise_db, 0.01)},
            {"uneven_db", rounded_to(fit.uneven_db, 0.01)}};
}

} // namespace

double CheckedFile::seconds() const
{
    return static_cast<double>(sound.channels.front().size()) / sound.rate;
}

std::string CheckedFile::verdict() const
{
    if (!check.usable())
        return "not usable";
    return check.count(Severity::warning) > 0 ? "usable with warnings" : "usable";
}

std::string check_text(const CheckedFile& file)
{
    std::string text = header_text(file) + figures_text(file);
    TextTable table("lll");
    const std::vector<RollFinding>& findings = file.check.findings;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        table.row({std::string(severity_name(findings[i].severity)), findings[i].kind,
                   place_text(findings[i].where) + findings[i].what + "."});
        // Once for all places of one fault.
        if (i + 1 == findings.size() || findings[i + 1].advice != findings[i].advice)
            table.row({"", "", "> " + findings[i].advice + "."});
    }
    if (!file.check.findings.empty())
        text += "\n" + table.text();
    return text + fmt::format("\n{}: {} as a roll from slow to fast ({})\n", file.path, file.verdict(),
                              tally(file.check));
}

nlohmann::ordered_json check_json(const CheckedFile& file)
{
    const formats::RollCheck& check = file.check;
    nlohmann::ordered_json json{{"file", file.path},
                                {"verdict", file.verdict()},
                                {"usable", check.usable()},
                                {"errors", check.count(Severity::error)},
                                {"warnings", check.count(Severity::warning)},
                                {"notes", check.count(Severity::note)},
                                {"container", file.sound.container},
                                {"encoding", file.sound.encoding},
                                {"rate", file.sound.rate},
                                {"channels", file.sound.channels.size()},
                                {"frames", file.sound.channels.front().size()},
                                {"duration_s", file.seconds()}};
    json["member"] = file.member ? nlohmann::ordered_json(bed::name_of(*file.member)) : nullptr;
    json["findings"] = nlohmann::ordered_json::array();
    for (const RollFinding& finding : check.findings) {
        nlohmann::ordered_json one{{"severity", severity_name(finding.severity)}, {"kind", finding.kind}};
        if (finding.where) {
            one["from_s"] = rounded_to(finding.where->from_s, 1e-4);
            one["to_s"] = rounded_to(finding.where->to_s, 1e-4);
        }
        one["what"] = finding.what;
        one["advice"] = finding.advice;
        one["value"] = rounded_to(finding.value, 1e-5);
        one["limit"] = rounded_to(finding.limit, 1e-5);
        one["unit"] = finding.unit;
        json["findings"].push_back(std::move(one));
    }
    json["figures"] = profile_json(check.profile);
    json["keep"] = {{"from_s", rounded_to(check.trim.keep.from_s, 1e-4)},
                    {"to_s", rounded_to(check.trim.keep.to_s, 1e-4)},
                    {"reasons", check.trim.reasons}};
    json["kept_figures"] = profile_json(check.kept);
    json["level_db"] = rounded_to(check.level_db, 0.01);
    json["position"] = check.fit ? fit_json(*check.fit) : nullptr;
    json["position_when_cut"] = check.trimmed_fit ? fit_json(*check.trimmed_fit) : nullptr;
    json["present_uneven_db"] =
        check.present ? nlohmann::ordered_json(rounded_to(check.present->uneven_db, 0.01)) : nullptr;
    return json;
}

std::string check_tuning(const CheckedFile& file)
{
    const formats::PositionFit& fit = *file.check.fit;
    std::string text =
        fmt::format("# Fitted by `quern check` to {}.\n"
                    "# Perceived level then rises by {:.1f} dB over speed, evenly to within {:.1f} dB.\n",
                    one_line(file.path), fit.rise_db, fit.uneven_db);
    const bool level = std::fabs(file.check.level_db) >= kLeastTrimDb;
    for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i) {
        const auto member = static_cast<bed::Member>(i);
        if (file.member && *file.member != member)
            continue;
        text += fmt::format("\n[surface.{}]\nposition = {}\n", bed::name_of(member), points_text(fit.points));
        if (level)
            text += fmt::format("level_db = {:.1f}\n", file.check.level_db);
    }
    return text;
}

} // namespace quern::cli
