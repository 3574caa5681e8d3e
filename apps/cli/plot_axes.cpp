// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "plot_axes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace quern::cli {
namespace {

constexpr double kLabelSize = 11.0;
constexpr int kTimeSteps = 14;

std::string value_label(double value, double step)
{
    const int decimals = step >= 1.0 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
    const double shown = std::fabs(value) < step * 1e-6 ? 0.0 : value; // no -0
    return fmt::format("{:.{}f}", shown, decimals);
}

std::string time_label(double seconds, double step)
{
    if (step < 10.0)
        return value_label(seconds, step);
    const auto whole = static_cast<long>(std::lround(seconds));
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// Steps of time people count in.
double time_step(double span, int most)
{
    for (const double step : {10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0}) {
        if (span / 10.0 <= static_cast<double>(most) / 2.0)
            break; // short spans: decimal seconds
        if (span / step <= most)
            return step;
    }
    return nice_step(span, most);
}

} // namespace

double nice_step(double span, int most)
{
    const double raw = span / most;
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= raw * (1.0 - 1e-9))
            return factor * decade;
    }
    return 10.0 * decade;
}

ValueAxis axis_over(double low, double high, int most_steps)
{
    ValueAxis axis;
    axis.step = nice_step(std::max(high - low, 1e-6), most_steps);
    axis.low = std::floor(low / axis.step + 1e-9) * axis.step;
    axis.high = std::max(std::ceil(high / axis.step - 1e-9) * axis.step, axis.low + axis.step);
    return axis;
}

std::vector<double> time_ticks(const TimeAxis& time)
{
    const double step = time_step(time.to_s - time.from_s, kTimeSteps);
    std::vector<double> ticks;
    for (double k = std::ceil(time.from_s / step - 1e-9); k * step <= time.to_s + step * 1e-6; k += 1.0)
        ticks.push_back(k * step);
    return ticks;
}

void draw_heading(SvgWriter& svg, const Box& box, std::string_view heading, std::string_view explanation)
{
    constexpr double kSize = 14.0;
    svg.text({box.x, box.y - 9.0}, heading, {kSize, Anchor::start, "b"});
    svg.text_if_free({box.x + 1.12 * text_width(heading, kSize) + 14.0, box.y - 9.0}, explanation,
                     {12.0, Anchor::start, "m"});
}

void draw_panel(SvgWriter& svg, const Panel& panel, const TimeAxis& time, std::string_view unit)
{
    svg.rect(panel.box, "pane");
    const ValueAxis& axis = panel.axis;
    for (double k = std::ceil(axis.low / axis.step - 1e-9); k * axis.step <= axis.high + axis.step * 1e-6;
         k += 1.0) {
        const double y = panel.y(k * axis.step);
        svg.line({panel.box.x, y}, {panel.box.right(), y}, "grid");
        svg.text_if_free({panel.box.x - 8.0, y + 4.0}, value_label(k * axis.step, axis.step),
                         {kLabelSize, Anchor::end, "m"});
    }
    for (const double tick : time_ticks(time))
        svg.line({time.x(tick), panel.box.y}, {time.x(tick), panel.box.bottom()}, "grid");
    svg.text_if_free({panel.box.x - 62.0, panel.box.y + panel.box.height / 2.0}, unit,
                     {12.0, Anchor::middle, "", true});
}

void draw_time_labels(SvgWriter& svg, double y, const TimeAxis& time)
{
    const std::vector<double> ticks = time_ticks(time);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
    const std::string_view unit = step < 10.0 ? "time, s" : "time, min:s";
    svg.text({time.left - 26.0, y + 19.0}, unit, {12.0, Anchor::end});
    for (const double tick : ticks)
        svg.text_if_free({time.x(tick), y + 19.0}, time_label(tick, step), {kLabelSize, Anchor::middle, "m"});
}

double draw_legend(SvgWriter& svg, double right, double baseline,
                   const std::vector<std::pair<std::string, std::string>>& css_and_name)
{
    constexpr double kSize = 12.0;
    constexpr double kSample = 22.0;
    double x = right;
    for (auto entry = css_and_name.rbegin(); entry != css_and_name.rend(); ++entry) {
        x -= text_width(entry->second, kSize);
        svg.text({x, baseline}, entry->second, {kSize});
        x -= kSample + 6.0;
        if (entry->first.starts_with("l "))
            svg.line({x, baseline - 4.0}, {x + kSample, baseline - 4.0}, entry->first.substr(2));
        else
            svg.rect({x, baseline - 10.0, kSample, 11.0}, entry->first);
        x -= 18.0;
    }
    return x;
}

} // namespace quern::cli
