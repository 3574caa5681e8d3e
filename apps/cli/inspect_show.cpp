// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "inspect_parts.hpp"
#include "inspect_sheet.hpp"
#include "printable.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

using Json = nlohmann::ordered_json;
using formats::file_kind_name;

double rounded(double db)
{
    return std::round(db * 100.0) / 100.0;
}

std::string level_text(double db, const char* unit)
{
    return std::isfinite(db) ? fmt::format("{:.1f} {}", db, unit) : "none";
}

Json error_json(const Error& error)
{
    return {{"where", error.where}, {"message", error.message}};
}

Json sound_json(const SoundSheet& sound)
{
    Json json{{"name", sound.name}, {"kind", file_kind_name(sound.kind)}};
    if (sound.rate != 0) {
        json["codec"] = sound.codec;
        json["channels"] = sound.channels;
        json["rate"] = sound.rate;
        json["samples"] = sound.samples;
        json["duration_s"] = sound.duration;
        json["duration_bits"] = fmt::format("{:08X}", std::bit_cast<std::uint32_t>(sound.duration));
        json["loop_start"] = sound.loop_start ? Json(*sound.loop_start) : Json();
    }
    if (sound.levels)
        json["levels"] = {{"peak_dbfs", rounded(sound.levels->peak_dbfs)},
                          {"rms_dbfs", rounded(sound.levels->rms_dbfs)},
                          {"loudness_lufs", rounded(sound.levels->loudness_lufs)}};
    if (!sound.part.name.empty())
        json[sound.part.name] = tree_json(sound.part);
    json["findings"] = findings_json(sound.findings);
    if (sound.error)
        json["error"] = error_json(*sound.error);
    return json;
}

std::string shape_text(const SoundSheet& sound)
{
    return fmt::format("{}, {} channel{}, {} Hz, {} samples, {}", sound.codec, sound.channels,
                       sound.channels == 1 ? "" : "s", sound.rate, sound.samples,
                       seconds_text(static_cast<double>(sound.duration)));
}

std::string levels_text(const Levels& levels)
{
    return fmt::format("peak {}, RMS {}, loudness {}", level_text(levels.peak_dbfs, "dBFS"),
                       level_text(levels.rms_dbfs, "dBFS"), level_text(levels.loudness_lufs, "LUFS"));
}

/// All sounds of an archive, a line each.
std::string sounds_text(const FileSheet& sheet)
{
    TextTable table("llrrrrrl");
    table.row({"sound", "codec", "channels", "rate", "samples", "seconds", "findings", ""});
    for (const SoundSheet& sound : sheet.sounds) {
        std::string note;
        if (sound.error)
            note = "cannot be read: " + printable(sound.error->message);
        else if (sound.levels)
            note = levels_text(*sound.levels);
        const std::size_t findings = sound.findings.list().size() + sound.findings.dropped();
        if (sound.rate == 0)
            table.row({printable(sound.name), "", "", "", "", "", "", note});
        else
            table.row({printable(sound.name), sound.codec, std::to_string(sound.channels),
                       std::to_string(sound.rate), std::to_string(sound.samples),
                       fmt::format("{:.6g}", sound.duration), std::to_string(findings), note});
    }
    return table.text();
}

std::string sound_text(const SoundSheet& sound, std::size_t most_rows)
{
    std::string out;
    if (!sound.part.name.empty())
        out += tree_text(sound.part, most_rows, 2);
    if (sound.levels)
        out += "  " + levels_text(*sound.levels) + "\n";
    return out + findings_text(sound.findings);
}

std::string archive_text(const FileSheet& sheet, bool full, std::size_t most_rows)
{
    std::string out = tree_text(sheet.part, most_rows, 2) + findings_text(sheet.findings);
    if (!sheet.sounds.empty())
        out += sounds_text(sheet);
    if (!sheet.not_looked.empty())
        out += "  not looked into: " + printable(sheet.not_looked) + "\n";
    for (const SoundSheet& sound : sheet.sounds) {
        if (full && sound.rate != 0)
            out += fmt::format("\n{}({}): {}, {}\n", printable(sheet.path), printable(sound.name),
                               file_kind_name(sound.kind), shape_text(sound)) +
                   sound_text(sound, most_rows);
        else if (!sound.findings.list().empty())
            out += "  " + printable(sound.name) + "\n" + findings_text(sound.findings);
    }
    return out;
}

} // namespace

Json sheet_json(const FileSheet& sheet)
{
    Json json{{"file", sheet.path}};
    if (sheet.bytes != 0) {
        json["kind"] = file_kind_name(sheet.kind);
        json["bytes"] = sheet.bytes;
    }
    if (!sheet.form.empty()) {
        json["form"] = sheet.form;
        json["members"] = sheet.members;
    }
    if (!sheet.part.name.empty())
        json[sheet.part.name] = tree_json(sheet.part);
    json["findings"] = findings_json(sheet.findings);
    json["sounds"] = Json::array();
    for (const SoundSheet& sound : sheet.sounds)
        json["sounds"].push_back(sound_json(sound));
    if (!sheet.not_looked.empty())
        json["not_looked_into"] = sheet.not_looked;
    if (sheet.error)
        json["error"] = error_json(*sheet.error);
    return json;
}

std::string sheet_text(const FileSheet& sheet, bool full, std::size_t most_rows)
{
    if (sheet.error)
        return {}; // told on standard error
    std::string head = fmt::format("{}: {}", printable(sheet.path), file_kind_name(sheet.kind));
    if (sheet.part.name == "archive")
        return fmt::format("{}, {}, {} bytes, {} member{}\n", head, sheet.form, sheet.bytes, sheet.members,
                           sheet.members == 1 ? "" : "s") +
               archive_text(sheet, full, most_rows);
    if (sheet.sounds.empty()) // a seek table
        return fmt::format("{}, {} bytes\n", head, sheet.bytes) + tree_text(sheet.part, most_rows, 2) +
               findings_text(sheet.findings);
    const SoundSheet& sound = sheet.sounds.front();
    if (sound.rate == 0)
        return fmt::format("{}, {} bytes\n", head, sheet.bytes) + sound_text(sound, most_rows);
    return fmt::format("{}, {}, {} bytes\n", head, shape_text(sound), sheet.bytes) +
           sound_text(sound, most_rows);
}

} // namespace quern::cli
