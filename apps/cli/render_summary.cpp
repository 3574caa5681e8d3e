// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "render_summary.hpp"

#include <cmath>
#include <cstdio>

#include "json_text.hpp"
#include "level_lines.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace quern::cli {
namespace {

constexpr std::size_t kNotesShown = 6;

/// JSON knows no infinity: silence has no level.
nlohmann::json level(double db)
{
    return std::isfinite(db) ? nlohmann::json(std::round(db * 100.0) / 100.0) : nlohmann::json();
}

double per_second(std::uint64_t count, double seconds)
{
    return seconds > 0.0 ? static_cast<double>(count) / seconds : 0.0;
}

nlohmann::ordered_json as_json(const RenderSummary& s)
{
    const RenderOptions& o = *s.options;
    const Levels& levels = s.delivered.levels;
    nlohmann::ordered_json json{
        {"ride", s.setup->ride.name},
        {"output", o.output},
        {"seconds", static_cast<double>(levels.frames) / o.rate},
        {"frames", levels.frames},
        {"rate", o.rate},
        {"channels", o.channels},
        {"format", o.format},
        {"rendered_seconds", s.rendered_s},
        {"wall_seconds", s.wall_s},
        {"real_time_factor", s.rendered_s / s.wall_s},
        {"peak_dbfs", level(levels.peak_dbfs)},
        {"rms_dbfs", level(levels.rms_dbfs)},
        {"loudness_lufs", level(levels.loudness_lufs)},
        {"gain_db", level(s.delivered.gain_db)},
        {"held_by_peak", s.delivered.held_by_peak},
        {"clipped_samples", s.delivered.clipped},
        {"grain_starts", s.stats.grain_starts},
        {"grain_starts_per_second", per_second(s.stats.grain_starts, s.rendered_s)},
        {"picks", s.stats.picks},
        {"binds", s.stats.binds},
        {"control_frames", s.stats.motions},
        {"refused_inputs", s.stats.refused_motions},
        {"clamped_inputs", s.stats.clamped_inputs},
        {"lost_trace_events", s.stats.lost_trace},
    };
    nlohmann::ordered_json mute = nlohmann::ordered_json::array();
    for (const MuteSurface& surface : s.setup->mute)
        mute.push_back({{"surface", surface.name},
                        {"seconds", surface.seconds},
                        {"plays", surface.plays.empty() ? nlohmann::json() : nlohmann::json(surface.plays)}});
    json["surfaces_without_sound"] = std::move(mute);
    json["notes"] = s.setup->notes;
    return json;
}

void print_text(const RenderSummary& s, const Console& console, std::FILE* to)
{
    const RenderOptions& o = *s.options;
    const Levels& levels = s.delivered.levels;
    fmt::print(to, "{}: {:.2f} s in {:.2f} s, {:.0f} times real time\n", s.setup->ride.name,
               static_cast<double>(levels.frames) / o.rate, s.wall_s, s.rendered_s / s.wall_s);
    fmt::print(to, "  output    {}: {} Hz, {} channels, {}\n", o.output == "-" ? "standard output" : o.output,
               o.rate, o.channels, o.format);
    fmt::print(to, "{}", level_lines(s.delivered, o.loudness_lufs));
    fmt::print(to, "  grains    {:.2f} starts a second ({}), {} binds\n",
               per_second(s.stats.grain_starts, s.rendered_s), s.stats.grain_starts, s.stats.binds);
    fmt::print(to, "  input     {} control frames, {} refused, {} values clamped\n", s.stats.motions,
               s.stats.refused_motions, s.stats.clamped_inputs);
    for (const MuteSurface& surface : s.setup->mute)
        fmt::print(to, "  no sound  {} for {:.1f} s, {}\n", surface.name, surface.seconds,
                   surface.plays.empty() ? "silent" : "played as " + surface.plays);
    const std::vector<std::string>& notes = s.setup->notes;
    const std::size_t shown = console.verbosity > 0 ? notes.size() : std::min(notes.size(), kNotesShown);
    for (std::size_t i = 0; i < shown; ++i)
        fmt::print(to, "  note      {}\n", notes[i]);
    if (shown < notes.size())
        fmt::print(to, "  note      and {} more, shown with -v\n", notes.size() - shown);
}

} // namespace

void print_summary(const RenderSummary& summary, const Console& console)
{
    std::FILE* to = summary.options->output == "-" ? stderr : stdout;
    if (summary.options->json)
        fmt::print(to, "{}\n", json_text(as_json(summary)));
    else if (!console.quiet)
        print_text(summary, console, to);
}

} // namespace quern::cli
