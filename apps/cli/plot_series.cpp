// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "meter.hpp"
#include "plot_figure.hpp"

namespace quern::cli {
namespace {

constexpr double kGainFloorDb = -60.0;
constexpr double kGainTopDb = 4.0;
constexpr double kLevelRangeDb = 60.0;
constexpr double kTolerancePx = 0.35;

/// A curve over time, sampled at `rate` from second `offset_s` on. Where `value` gives nothing the line
/// breaks. Where more samples than pixels lie in view each pixel shows the smallest and the largest.
void draw_curve(SvgWriter& svg, const Panel& panel, const TimeAxis& time, double rate, double offset_s,
                std::size_t count, const std::function<std::optional<double>(std::size_t)>& value,
                std::string_view css)
{
    const auto index = [&](double seconds) { return (seconds - offset_s) * rate; };
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(index(time.from_s))));
    const auto last =
        std::min(count, static_cast<std::size_t>(std::max(0.0, std::ceil(index(time.to_s)) + 1.0)));
    const auto per_column = static_cast<std::size_t>(std::max(1.0, rate / time.px_per_s()));
    std::vector<Point> points;
    const auto flush = [&] {
        if (points.size() == 1)
            points.push_back({points.front().x + 1.0, points.front().y});
        svg.polyline(simplified(points, kTolerancePx), css);
        points.clear();
    };
    for (std::size_t i = first; i < last; i += per_column) {
        std::optional<double> low, high;
        for (std::size_t k = i; k < std::min(i + per_column, last); ++k) {
            const std::optional<double> v = value(k);
            if (!v)
                continue;
            low = low ? std::min(*low, *v) : *v;
            high = high ? std::max(*high, *v) : *v;
        }
        if (!low) {
            flush();
            continue;
        }
        const double x = time.x(offset_s + static_cast<double>(i) / rate);
        points.push_back({x, panel.y(*low)});
        if (*high > *low)
            points.push_back({x, panel.y(*high)});
    }
    flush();
}

double limited_db(double linear)
{
    return std::max(kGainFloorDb, to_db(linear));
}

/// Largest and smallest of a value over the moments in view.
std::pair<double, double> range_of(const RideWatch& watch, const TimeAxis& time,
                                   const std::function<double(const Moment&)>& value)
{
    std::pair<double, double> range{0.0, 0.0};
    const double rate = watch.setup().ride.rate_hz;
    for (std::size_t i = 0; i < watch.moments().size(); ++i) {
        if (!time.holds(static_cast<double>(i) / rate))
            continue;
        range.first = std::min(range.first, value(watch.moments()[i]));
        range.second = std::max(range.second, value(watch.moments()[i]));
    }
    return range;
}

} // namespace

void draw_speed(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
{
    const auto [low, high] =
        range_of(watch, time, [](const Moment& m) { return static_cast<double>(m.speed_kmh); });
    const Panel panel{box, axis_over(low, std::max(high, 5.0) * 1.02, 4)};
    draw_panel(svg, panel, time, "speed, km/h");
    svg.begin_clip(box);
    draw_curve(
        svg, panel, time, watch.setup().ride.rate_hz, 0.0, watch.moments().size(),
        [&](std::size_t i) { return static_cast<double>(watch.moments()[i].speed_kmh); }, "k");
    svg.end_clip();
}

void draw_gains(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
{
    std::vector<std::pair<std::string, std::string>> legend{{"l a", "A"}, {"l B", "B"}};
    if (watch.rocket_heard())
        legend.emplace_back("l r", "rocket");
    draw_legend(svg, box.right(), box.y - 9.0, legend);
    draw_heading(
        svg, box, "How loud the players are",
        watch.setup().ride.generic()
            ? "gain before filters"
            : "gain before filters; A is the roll, B takes over in curves and downhill, the rocket is "
              "the rush of speed");
    const Panel panel{box, {kGainFloorDb, kGainTopDb, 20.0}};
    draw_panel(svg, panel, time, "gain, dB");
    const std::span<const Moment> moments = watch.moments();
    const double rate = watch.setup().ride.rate_hz;
    svg.begin_clip(box);
    draw_curve(
        svg, panel, time, rate, 0.0, moments.size(),
        [&](std::size_t i) -> std::optional<double> {
            const double gain = static_cast<double>(moments[i].rocket_gain);
            return gain > 0.0 ? std::optional(limited_db(gain)) : std::nullopt;
        },
        "r");
    for (const std::size_t player : {std::size_t{1}, std::size_t{0}}) {
        draw_curve(
            svg, panel, time, rate, 0.0, moments.size(),
            [&](std::size_t i) -> std::optional<double> {
                const double gain = static_cast<double>(moments[i].gain[player]);
                return moments[i].running && gain > 0.0 ? std::optional(limited_db(gain)) : std::nullopt;
            },
            player == 0 ? "a" : "B");
    }
    svg.end_clip();
}

void draw_shifts(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
{
    draw_legend(svg, box.right(), box.y - 9.0, {{"l a", "A"}, {"l B", "B"}});
    draw_heading(svg, box, "Frequency shift",
                 watch.setup().ride.generic()
                     ? "moves every partial by so many Hz"
                     : "moves every partial by so many Hz: pushes and slopes darken A, manuals brighten it");
    const auto a = range_of(watch, time, [](const Moment& m) { return static_cast<double>(m.shift_hz[0]); });
    const auto b = range_of(watch, time, [](const Moment& m) { return static_cast<double>(m.shift_hz[1]); });
    const Panel panel{
        box, axis_over(std::min({a.first, b.first, -20.0}), std::max({a.second, b.second, 20.0}), 4)};
    draw_panel(svg, panel, time, "shift, Hz");
    svg.begin_clip(box);
    for (const std::size_t player : {std::size_t{1}, std::size_t{0}}) {
        draw_curve(
            svg, panel, time, watch.setup().ride.rate_hz, 0.0, watch.moments().size(),
            [&](std::size_t i) -> std::optional<double> {
                const Moment& m = watch.moments()[i];
                return m.running ? std::optional(static_cast<double>(m.shift_hz[player])) : std::nullopt;
            },
            player == 0 ? "a" : "B");
    }
    svg.end_clip();
}

void draw_level(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
{
    draw_heading(svg, box, "What comes out", "RMS of every 50 ms, all players together, before any gain");
    double loudest = -120.0;
    const std::span<const double> powers = watch.powers();
    for (std::size_t i = 0; i < powers.size(); ++i) {
        if (time.holds((static_cast<double>(i) + 0.5) * kLevelBinSeconds))
            loudest = std::max(loudest, 0.5 * to_db(powers[i]));
    }
    const double top = std::ceil((loudest + 1.0) / 10.0) * 10.0;
    const Panel panel{box, {top - kLevelRangeDb, top, 20.0}};
    draw_panel(svg, panel, time, "level, dBFS");
    svg.begin_clip(box);
    draw_curve(
        svg, panel, time, 1.0 / kLevelBinSeconds, kLevelBinSeconds / 2.0, powers.size(),
        [&](std::size_t i) { return std::max(panel.axis.low, 0.5 * to_db(powers[i])); }, "k");
    svg.end_clip();
}

} // namespace quern::cli
