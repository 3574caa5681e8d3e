// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quern::formats {

double monotone_slope(double before, double secant_before, double after, double secant_after)
{
    if (secant_before * secant_after <= 0.0)
        return 0.0;
    const double weight_before = 2.0 * after + before;
    const double weight_after = after + 2.0 * before;
    return (weight_before + weight_after) / (weight_before / secant_before + weight_after / secant_after);
}

double monotone_end_slope(double width, double secant, double next_width, double next_secant)
{
    const double slope = ((2.0 * width + next_width) * secant - width * next_secant) / (width + next_width);
    if (slope * secant <= 0.0)
        return 0.0;
    if (secant * next_secant <= 0.0 && std::abs(slope) > 3.0 * std::abs(secant))
        return 3.0 * secant;
    return slope;
}

double hermite(double part, double width, double y0, double slope0, double y1, double slope1)
{
    const double rest = 1.0 - part;
    // Written so that equal ends without slope give exactly that value.
    const double bend = part * rest * (rest * slope0 - part * slope1) * width;
    return y0 + (y1 - y0) * part * part * (3.0 - 2.0 * part) + bend;
}

double hermite_rise(double part, double width, double y0, double slope0, double y1, double slope1)
{
    const double secant = (y1 - y0) / width;
    return 6.0 * part * (1.0 - part) * secant + (1.0 - part) * (1.0 - 3.0 * part) * slope0 +
           part * (3.0 * part - 2.0) * slope1;
}

MonotoneCurve::MonotoneCurve(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), y_(std::move(y)), slope_(x_.size(), 0.0)
{
    const std::size_t count = x_.size();
    if (count < 2)
        return;
    const auto width = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
    const auto secant = [&](std::size_t i) { return (y_[i + 1] - y_[i]) / width(i); };
    if (count == 2) {
        slope_[0] = slope_[1] = secant(0);
        return;
    }
    for (std::size_t i = 1; i + 1 < count; ++i)
        slope_[i] = monotone_slope(width(i - 1), secant(i - 1), width(i), secant(i));
    slope_[0] = monotone_end_slope(width(0), secant(0), width(1), secant(1));
    const std::size_t last = count - 2;
    slope_[count - 1] = monotone_end_slope(width(last), secant(last), width(last - 1), secant(last - 1));
}

std::size_t MonotoneCurve::interval(double x)
{
    if (x < x_[at_])
        at_ = 0;
    while (at_ + 2 < x_.size() && x >= x_[at_ + 1])
        ++at_;
    return at_;
}

double MonotoneCurve::value(double x)
{
    if (x_.empty())
        return 0.0;
    if (x_.size() < 2 || x <= x_.front())
        return y_.front();
    if (x >= x_.back())
        return y_.back();
    const std::size_t i = interval(x);
    const double width = x_[i + 1] - x_[i];
    return hermite((x - x_[i]) / width, width, y_[i], slope_[i], y_[i + 1], slope_[i + 1]);
}

double MonotoneCurve::rise(double x)
{
    if (x_.size() < 2 || x < x_.front() || x > x_.back())
        return 0.0;
    const std::size_t i = interval(x);
    const double width = x_[i + 1] - x_[i];
    return hermite_rise((x - x_[i]) / width, width, y_[i], slope_[i], y_[i + 1], slope_[i + 1]);
}

void smooth(std::span<double> values, std::size_t width)
{
    const std::size_t half = width / 2;
    const std::size_t count = values.size();
    if (half == 0 || count < 2)
        return;
    const auto held = [&](const std::vector<double>& from, std::ptrdiff_t i) {
        return from[static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(i, 0, static_cast<std::ptrdiff_t>(count) - 1))];
    };
    const auto reach = static_cast<std::ptrdiff_t>(half);
    std::vector<double> from;
    for (int pass = 0; pass < 3; ++pass) {
        from.assign(values.begin(), values.end());
        double sum = 0.0;
        for (std::ptrdiff_t i = -reach; i <= reach; ++i)
            sum += held(from, i);
        for (std::size_t i = 0; i < count; ++i) {
            const auto place = static_cast<std::ptrdiff_t>(i);
            values[i] = sum / static_cast<double>(2 * half + 1);
            sum += held(from, place + reach + 1) - held(from, place - reach);
        }
    }
}

} // namespace quern::formats
