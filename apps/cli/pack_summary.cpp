// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "pack_summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

std::string path_in_archive(const PackSource& source)
{
    return source.directory.empty() ? source.name : source.directory + "/" + source.name;
}

std::string quality(const PackedRecording& recording)
{
    if (recording.copied)
        return "copied";
    return recording.files.figures.exact ? "exact" : fmt::format("{:.1f}", recording.files.figures.snr_db);
}

double ratio(const PackRow& row)
{
    return static_cast<double>(row.recording->files.figures.bytes) /
           static_cast<double>(std::max<std::uint64_t>(*row.original_bytes, 1));
}

} // namespace

void print_pack_table(const PackSummary& summary)
{
    TextTable table("llrrrrrr");
    table.row({"recording", "codec", "Hz", "seconds", "kbit/s", "SNR dB", "bytes",
               summary.kept != 0 ? "of original" : ""});
    for (const PackRow& row : summary.rows) {
        const formats::PackFigures& figures = row.recording->files.figures;
        table.row({path_in_archive(*row.source), std::string(formats::eaac_codec_name(figures.codec)),
                   std::to_string(figures.rate), fmt::format("{:.3f}", figures.seconds),
                   fmt::format("{:.1f}", figures.kbps), quality(*row.recording),
                   std::to_string(figures.bytes),
                   row.original_bytes ? fmt::format("{:.0f} %", 100.0 * ratio(row)) : ""});
    }
    fmt::print("{}", table.text());
    std::string names;
    for (const std::string& output : summary.outputs)
        names += (names.empty() ? "" : ", ") + output;
    fmt::print("{}: {} bytes{}\n", names, summary.bytes,
               summary.kept != 0 ? fmt::format(", {} members kept", summary.kept) : "");
}

void print_pack_json(const PackSummary& summary)
{
    nlohmann::ordered_json members = nlohmann::ordered_json::array();
    for (const PackRow& row : summary.rows) {
        const PackedRecording& recording = *row.recording;
        const formats::PackFigures& figures = recording.files.figures;
        nlohmann::ordered_json member{{"name", path_in_archive(*row.source)},
                                      {"source", row.source->built_in ? "built-in" : row.source->path},
                                      {"codec", formats::eaac_codec_name(figures.codec)},
                                      {"rate", figures.rate},
                                      {"samples", figures.samples},
                                      {"seconds", figures.seconds},
                                      {"kbps", figures.kbps},
                                      {"copied", recording.copied},
                                      {"exact", figures.exact},
                                      {"snr_db", nullptr},
                                      {"bytes", figures.bytes}};
        if (recording.copied)
            member["exact"] = nullptr;
        else if (!figures.exact)
            member["snr_db"] = figures.snr_db;
        if (!row.source->built_in) {
            member["rounded_samples"] = recording.rounded;
            member["clipped_samples"] = recording.clipped;
        }
        if (row.original_bytes) {
            member["original_bytes"] = *row.original_bytes;
            member["size_ratio"] = ratio(row);
        }
        members.push_back(std::move(member));
    }
    const nlohmann::ordered_json json{{"outputs", summary.outputs},
                                      {"bytes", summary.bytes},
                                      {"kept_members", summary.kept},
                                      {"members", std::move(members)},
                                      {"warnings", summary.warnings}};
    fmt::print("{}\n", json_text(json));
}

} // namespace quern::cli
