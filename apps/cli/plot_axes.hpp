// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "svg.hpp"

namespace quern::cli {

/// The one time axis that all panels of a figure share.
struct TimeAxis {
    double from_s = 0.0;
    double to_s = 1.0;
    double left = 0.0; ///< px
    double right = 1.0;

    [[nodiscard]] double x(double seconds) const
    {
        return left + (seconds - from_s) / (to_s - from_s) * (right - left);
    }
    [[nodiscard]] double px_per_s() const { return (right - left) / (to_s - from_s); }
    [[nodiscard]] bool holds(double seconds) const { return seconds >= from_s && seconds <= to_s; }
};

/// A value axis; `low` lies at the bottom of the box.
struct ValueAxis {
    double low = 0.0;
    double high = 1.0;
    double step = 0.5; ///< between labels
};

/// A box over the time axis with a scale at its left, a heading and a sentence above.
struct Panel {
    Box box;
    ValueAxis axis;
    [[nodiscard]] double y(double value) const
    {
        return box.bottom() - (value - axis.low) / (axis.high - axis.low) * box.height;
    }
};

/// 1, 2 or 5 times a power of ten, so that at most `most` steps cover `span`.
double nice_step(double span, int most);
/// From 0 (or `low`) to the next full step above `high`.
ValueAxis axis_over(double low, double high, int most_steps);

inline constexpr double kHeadingHeight = 26.0; ///< above a panel's box

/// Heading and explanation above `box`.
void draw_heading(SvgWriter& svg, const Box& box, std::string_view heading, std::string_view explanation);
/// Background, grid, labels of the values and the unit. Draw what belongs into the panel afterwards.
void draw_panel(SvgWriter& svg, const Panel& panel, const TimeAxis& time, std::string_view unit);
/// Labels of the time below a panel.
void draw_time_labels(SvgWriter& svg, double y, const TimeAxis& time);
/// Where the grid of the time axis stands, in seconds.
std::vector<double> time_ticks(const TimeAxis& time);

/// One sample in a legend: a line or a block of colour and its name. Returns the x behind it.
double draw_legend(SvgWriter& svg, double right, double baseline,
                   const std::vector<std::pair<std::string, std::string>>& css_and_name);

} // namespace quern::cli
