// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace quern::formats {

/// Slope at the middle of three neighbours of a monotone cubic: `before`, `after` are the widths (> 0) of the
/// two intervals, `secant_before`, `secant_after` their rises per unit. The weighted harmonic mean of Fritsch
/// and Butland; 0 at an extremum, so that the curve never leaves the range of its neighbours.
double monotone_slope(double before, double secant_before, double after, double secant_after);

/// Slope at an end of the curve: `width`, `secant` of the outermost interval, then of the one next to it.
double monotone_end_slope(double width, double secant, double next_width, double next_secant);

/// Cubic Hermite between y0 and y1, `width` apart, at `part` 0..1 of the way.
double hermite(double part, double width, double y0, double slope0, double y1, double slope1);
/// Its derivative.
double hermite_rise(double part, double width, double y0, double slope0, double y1, double slope1);

/// A monotone cubic through knots whose `x` strictly increases; constant outside.
class MonotoneCurve {
public:
    MonotoneCurve(std::vector<double> x, std::vector<double> y);
    /// Value and rise at x; calls with growing x are fast.
    [[nodiscard]] double value(double x);
    [[nodiscard]] double rise(double x);

private:
    std::size_t interval(double x);
    std::vector<double> x_, y_, slope_;
    std::size_t at_ = 0;
};

/// Smooths in place: three running means of `width` values (made odd), ends held. Close to a bell of standard
/// deviation width / 2.
void smooth(std::span<double> values, std::size_t width);

} // namespace quern::formats
