// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_summary.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "level_lines.hpp"
#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

using nlohmann::ordered_json;

double seconds_of(const CloudSummary& s)
{
    return static_cast<double>(s.setup->frames) / kSampleRate;
}

ordered_json level(double value)
{
    return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json as_json(const CloudSummary& s)
{
    const Levels& levels = s.delivered.levels;
    return {
        {"source", s.setup->source_name},
        {"output", s.options->output},
        {"seconds", seconds_of(s)},
        {"rate", s.options->rate},
        {"seed", s.options->seed},
        {"wall_s", s.wall_s},
        {"real_time_factor", seconds_of(s) / s.wall_s},
        {"peak_dbfs", level(levels.peak_dbfs)},
        {"rms_dbfs", level(levels.rms_dbfs)},
        {"loudness_lufs", level(levels.loudness_lufs)},
        {"gain_db", level(s.delivered.gain_db)},
        {"held_by_peak", s.delivered.held_by_peak},
        {"clipped_samples", s.delivered.clipped},
        {"grains_started", s.stats.grains_started},
        {"grains_stolen", s.stats.grains_stolen},
        {"steals_unbridged", s.stats.steals_unbridged},
        {"grains_refused", s.stats.grains_refused},
        {"grains_shortened", s.stats.grains_shortened},
        {"grains_clamped", s.stats.grains_clamped},
        {"grains_peak", s.stats.grains_peak},
        {"notes_started", s.stats.notes_started},
        {"notes_given_way", s.stats.notes_given_way},
        {"notes_refused", s.stats.notes_refused},
        {"values_clamped", s.stats.values_clamped},
        {"values_refused", s.stats.values_refused},
        {"events_refused", s.stats.events_refused},
        {"notes", s.setup->remarks},
    };
}

void print_unless_none(std::uint64_t count, const char* what, std::FILE* to)
{
    if (count != 0)
        fmt::print(to, "            {} {}\n", count, what);
}

void print_text(const CloudSummary& s, std::FILE* to)
{
    fmt::print(to, "{}: {:.2f} s in {:.2f} s, {:.0f} times real time\n", s.setup->source_name, seconds_of(s),
               s.wall_s, seconds_of(s) / s.wall_s);
    fmt::print(to, "  output    {}: {} Hz, 2 channels, {}\n",
               s.options->output == "-" ? "standard output" : s.options->output, s.options->rate,
               s.options->format);
    fmt::print(to, "{}",
               level_lines(s.delivered, s.options->loudness_lufs, ": try --loudness or --set gain=-6"));
    fmt::print(to, "  grains    {} started, {:.1f} a second, at most {} at once, {} stolen\n",
               s.stats.grains_started, static_cast<double>(s.stats.grains_started) / seconds_of(s),
               s.stats.grains_peak, s.stats.grains_stolen);
    print_unless_none(s.stats.steals_unbridged,
                      "of the stolen ones were cut without a bridge, which can click", to);
    print_unless_none(s.stats.grains_shortened, "were longer than the sound at their pitch and made to fit",
                      to);
    print_unless_none(s.stats.grains_clamped, "were beyond the range of pitch and taken as its nearest end",
                      to);
    print_unless_none(s.stats.grains_refused, "were refused by the pool", to);
    fmt::print(to, "  notes     {} started, {} gave way, {} refused\n", s.stats.notes_started,
               s.stats.notes_given_way, s.stats.notes_refused);
    print_unless_none(s.stats.events_refused, "notes and values were lost in a full queue", to);
    print_unless_none(s.stats.values_clamped, "values were out of range and taken as its nearest end", to);
    print_unless_none(s.stats.values_refused, "values were no numbers and refused", to);
    for (const std::string& remark : s.setup->remarks)
        fmt::print(to, "  note      {}\n", remark);
}

/// 0.1, where single precision has 0.10000000149011612.
double plain(float value)
{
    return std::stod(fmt::format("{}", value));
}

ordered_json parameters_json()
{
    ordered_json all = ordered_json::array();
    for (const grain::CloudParamInfo& info : grain::cloud_params())
        all.push_back(
            {{"id", info.id},
             {"name", info.name},
             {"unit", info.unit},
             {"low", plain(info.low)},
             {"high", plain(info.high)},
             {"default", plain(info.initial)},
             {"curve", grain::name_of(info.curve)},
             {"smoothing_s", info.curve == grain::CloudCurve::step ? 0.0 : grain::kCloudSmoothingSeconds},
             {"meaning", info.meaning}});
    return all;
}

std::string description_of(const formats::CloudPreset& preset)
{
    const Result<formats::CloudPatch> patch =
        formats::parse_cloud_patch(preset.toml, std::string(preset.name));
    return patch ? patch->description : patch.error().text();
}

ordered_json presets_json()
{
    ordered_json all = ordered_json::array();
    for (const formats::CloudPreset& preset : formats::cloud_presets())
        all.push_back({{"name", preset.name}, {"description", description_of(preset)}});
    return all;
}

} // namespace

void print_cloud_summary(const CloudSummary& summary, const Console& console)
{
    std::FILE* to = summary.options->output == "-" ? stderr : stdout;
    if (summary.options->json)
        fmt::print(to, "{}\n", json_text(as_json(summary)));
    else if (!console.quiet)
        print_text(summary, to);
}

void print_cloud_lists(const CloudOptions& options)
{
    if (options.json) {
        ordered_json lists;
        if (options.list_parameters)
            lists["parameters"] = parameters_json();
        if (options.list_presets)
            lists["presets"] = presets_json();
        fmt::print("{}\n", json_text(lists));
        return;
    }
    if (options.list_parameters) {
        fmt::print("{:<13} {:>10} {:>10} {:>8}  {:<12} {:<11} {}\n", "parameter", "from", "to", "default",
                   "unit", "curve", "meaning");
        for (const grain::CloudParamInfo& info : grain::cloud_params())
            fmt::print("{:<13} {:>10} {:>10} {:>8}  {:<12} {:<11} {}\n", info.id, info.low, info.high,
                       info.initial, info.unit, grain::name_of(info.curve), info.meaning);
    }
    if (options.list_presets) {
        for (const formats::CloudPreset& preset : formats::cloud_presets())
            fmt::print("{:<10} {}\n", preset.name, description_of(preset));
    }
}

} // namespace quern::cli
