// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_summary.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "level_lines.hpp"
#include "printable.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::cli {
namespace {

using nlohmann::ordered_json;

double seconds_of(const LifeSummary& s)
{
    return static_cast<double>(s.setup->frames) / kSampleRate;
}

/// JSON knows no infinity: silence has no level.
ordered_json level(double value)
{
    return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

double peak_dbfs(float peak)
{
    return 20.0 * std::log10(static_cast<double>(peak));
}

std::uint64_t skipped(const LifeSummary& s)
{
    return s.world.generations.skipped + s.world.generations.lost;
}

ordered_json as_json(const LifeSummary& s)
{
    const life::GridSize size = s.setup->start.size;
    ordered_json json{
        {"pattern", s.setup->name},
        {"output", s.options->output.empty() ? ordered_json() : ordered_json(s.options->output)},
        {"width", size.width},
        {"height", size.height},
        {"rule", life::name_of(s.setup->rule)},
        {"backend", s.backend},
        {"simd", dsp::name_of(dsp::selected_target())},
        {"seed", s.options->seed},
        {"rate", s.options->rate},
        {"generations", s.world.generations.advanced},
        {"generations_delivered", s.world.generations.delivered},
        {"generations_skipped", skipped(s)},
        {"population", s.population},
        {"events", s.world.events},
        {"births", s.world.births},
        {"deaths", s.world.deaths},
        {"player_deaths", s.world.player_deaths},
        {"player_actions", s.sound.by_type[3]},
        {"sounded", s.sound.sounded - s.sound.by_type[3]},
        {"dropped", s.world.dropped},
        {"refused", s.sound.refused_events},
        {"late_batches", s.sound.late},
        {"seconds", seconds_of(s)},
        {"peak_before_limiter", s.sound.peak},
    };
    if (s.delivered) {
        json["peak_dbfs"] = level(s.delivered->levels.peak_dbfs);
        json["rms_dbfs"] = level(s.delivered->levels.rms_dbfs);
        json["loudness_lufs"] = level(s.delivered->levels.loudness_lufs);
    }
    json["wall_s"] = s.wall_s;
    json["real_time_factor"] = seconds_of(s) / s.wall_s;
    json["notes"] = s.setup->remarks;
    return json;
}

void print_text(const LifeSummary& s, std::FILE* to)
{
    const LifeOptions& o = *s.options;
    fmt::print(to, "{}: {:.2f} s in {:.2f} s, {:.0f} times real time\n", printable(s.setup->name),
               seconds_of(s), s.wall_s, seconds_of(s) / s.wall_s);
    if (s.delivered) {
        fmt::print(to, "  output    {}: 48000 Hz, 2 channels, {}\n",
                   o.output == "-" ? "standard output" : printable(o.output), o.format);
        fmt::print(to, "{}", level_lines(*s.delivered, std::nullopt));
        fmt::print(to, "            {} before the limiter\n",
                   level_text(peak_dbfs(s.sound.peak), "dBFS peak"));
    }
    const life::GridSize size = s.setup->start.size;
    fmt::print(to, "  field     {}x{}, {}, {} back end, {} generations, {} alive at the end\n", size.width,
               size.height, life::name_of(s.setup->rule), s.backend, s.world.generations.advanced,
               s.population);
    fmt::print(to, "  events    {}: {} births, {} deaths, {} of them the player's\n", s.world.events,
               s.world.births, s.world.deaths, s.world.player_deaths);
    fmt::print(to, "  grains    {} sounded, {} dropped by choice, {} shots\n",
               s.sound.sounded - s.sound.by_type[3], s.world.dropped, s.sound.by_type[3]);
    if (skipped(s) != 0 || s.sound.refused_events != 0)
        fmt::print(to, "            {} generations skipped, {} events refused\n", skipped(s),
                   s.sound.refused_events);
    for (const std::string& remark : s.setup->remarks)
        fmt::print(to, "  note      {}\n", printable(remark));
}

} // namespace

void print_life_summary(const LifeSummary& summary, const Console& console)
{
    const LifeOptions& o = *summary.options;
    const bool taken = o.output == "-" || o.masks == "-" || o.events == "-";
    std::FILE* to = taken ? stderr : stdout;
    if (summary.options->json)
        fmt::print(to, "{}\n", json_text(as_json(summary)));
    else if (!console.quiet)
        print_text(summary, to);
}

} // namespace quern::cli
