// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "plot_figure.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr double kRow = 26.0;
constexpr double kBand = 22.0;
constexpr double kTextSize = 12.0;

struct Run {
    double from = 0.0; ///< px
    double to = 0.0;
    int value = 0;
};

/// Stretches of equal value. Frames that share half a pixel are one: their largest value is drawn.
std::vector<Run> runs_of(const RideWatch& watch, const TimeAxis& time,
                         const std::function<int(const Moment&)>& value_of)
{
    const double rate = watch.setup().ride.rate_hz;
    const std::span<const Moment> moments = watch.moments();
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(time.from_s * rate)));
    const auto last = std::min(moments.size(), static_cast<std::size_t>(std::ceil(time.to_s * rate)));
    const auto per_column = static_cast<std::size_t>(std::max(1.0, 0.5 * rate / time.px_per_s()));
    std::vector<Run> runs;
    for (std::size_t i = first; i < last; i += per_column) {
        const std::size_t end = std::min(i + per_column, last);
        int value = value_of(moments[i]);
        for (std::size_t k = i + 1; k < end; ++k)
            value = std::max(value, value_of(moments[k]));
        const double from = std::max(time.left, time.x(static_cast<double>(i) / rate));
        const double to = std::min(time.right, time.x(static_cast<double>(end) / rate));
        if (!runs.empty() && runs.back().value == value)
            runs.back().to = to;
        else
            runs.push_back({from, to, value});
    }
    return runs;
}

void band(SvgWriter& svg, const Run& run, double y, std::string_view css)
{
    svg.rect({run.from, y, std::max(run.to - run.from, 0.6), kBand}, css);
}

/// The longest of `names` that fits into the run.
bool label(SvgWriter& svg, const Run& run, double y, std::initializer_list<std::string_view> names,
           std::string_view css = {})
{
    for (const std::string_view name : names) {
        if (text_width(name, kTextSize) + 8.0 <= run.to - run.from)
            return svg.text_if_free({(run.from + run.to) / 2.0, y + 15.5}, name,
                                    {kTextSize, Anchor::middle, css});
    }
    return false;
}

void row_name(SvgWriter& svg, const TimeAxis& time, double y, std::string_view name)
{
    svg.rect({time.left, y, time.right - time.left, kBand}, "lane");
    svg.text({time.left - 8.0, y + 15.5}, name, {kTextSize, Anchor::end});
}

/// What the rider does, the rarer the more important.
struct Deed {
    std::string_view name;
    std::string_view css;
    std::string_view ink;
    bool Moment::*flag;
};
constexpr std::array<Deed, 5> kDeeds{{{"push", "e", "", &Moment::push},
                                      {"brake", "f", "w", &Moment::brake},
                                      {"manual", "i", "", &Moment::manual},
                                      {"air", "g", "w", &Moment::air},
                                      {"grind", "h", "w", &Moment::grind}}};

int deed_of(const Moment& moment)
{
    int found = -1;
    for (std::size_t i = 0; i < kDeeds.size(); ++i) {
        if (moment.*kDeeds[i].flag)
            found = static_cast<int>(i);
    }
    return found;
}

void draw_ground(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double y)
{
    std::array<bool, bed::kSurfaces> met{};
    std::array<bool, bed::kSurfaces> named{};
    for (const Run& run : runs_of(watch, time, [](const Moment& m) { return m.ground; })) {
        const auto surface = static_cast<std::size_t>(run.value);
        band(svg, run, y, surface_css(run.value));
        if (run.value == bed::kNoContact)
            continue;
        met[surface] = true;
        named[surface] = label(svg, run, y, {bed::surface_name(run.value)}) || named[surface];
    }
    std::vector<std::pair<std::string, std::string>> rest; // too short for their names
    for (std::size_t s = 0; s < met.size(); ++s) {
        if (met[s] && !named[s])
            rest.emplace_back(surface_css(static_cast<int>(s)), bed::surface_name(static_cast<int>(s)));
    }
    draw_legend(svg, time.right, 36.0, rest);
}

void draw_deeds(SvgWriter& svg, const std::vector<Run>& deeds, double y)
{
    for (const Run& run : deeds) {
        if (run.value < 0)
            continue;
        const Deed& deed = kDeeds[static_cast<std::size_t>(run.value)];
        band(svg, run, y, deed.css);
        label(svg, run, y, {deed.name}, deed.ink);
    }
}

void draw_recordings(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double y,
                     std::size_t truck)
{
    const std::array<int, bed::kMembers> numbers = card_numbers(watch, time);
    std::string edges;
    for (const Run& run : runs_of(watch, time, [truck](const Moment& m) { return m.plays[truck]; })) {
        if (run.value < 0)
            continue;
        const auto member = static_cast<bed::Member>(run.value);
        const int number = numbers[static_cast<std::size_t>(run.value)];
        svg.rect({run.from, y, std::max(run.to - run.from, 0.6), kBand}, "num");
        const std::string shown = number == 0 ? "" : fmt::format("{}", number);
        const std::string full = fmt::format("{} {}", shown, bed::name_of(member));
        label(svg, run, y, {full, shown});
    }
    for (const TraceEvent& bind : watch.binds()) {
        const double seconds = static_cast<double>(bind.block * kBlockFrames) / kSampleRate;
        if (bind.player != truck * 2 || !time.holds(seconds))
            continue;
        edges += fmt::format("M{} {}v{}", svg_number(time.x(seconds)), svg_number(y), svg_number(kBand));
    }
    svg.path(edges, "k");
}

} // namespace

double draw_lanes(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double top)
{
    const Box box{time.left, top, time.right - time.left, kLanesHeight};
    std::vector<std::pair<std::string, std::string>> legend;
    const std::vector<Run> deeds = runs_of(watch, time, deed_of);
    for (std::size_t i = 0; i < kDeeds.size(); ++i) {
        if (std::any_of(deeds.begin(), deeds.end(),
                        [i](const Run& run) { return run.value == static_cast<int>(i); }))
            legend.emplace_back(kDeeds[i].css, kDeeds[i].name);
    }
    legend.emplace_back("l k", "recording starts anew (bind)");
    draw_legend(svg, time.right, top - 9.0, legend);
    draw_heading(svg, box, "The ride",
                 "what lies under the wheels, what the rider does, which recording each truck plays");
    row_name(svg, time, top, "ground");
    draw_ground(svg, watch, time, top);
    row_name(svg, time, top + kRow, "rider");
    draw_deeds(svg, deeds, top + kRow);
    for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
        const double y = top + static_cast<double>(2 + truck) * kRow;
        row_name(svg, time, y, truck == 0 ? "truck 0" : "truck 1");
        draw_recordings(svg, watch, time, y, truck);
    }
    return box.bottom();
}

} // namespace quern::cli
