// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/window_curves.hpp"

#include <cmath>

namespace quern::grain {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTukeyEdge = 0.125;         // of the length, at either end
constexpr double kGaussianWidth = 0.4;       // standard deviation in half lengths
constexpr double kDecay = 6.907755278982137; // ln 1000: 60 dB over the length
constexpr double kAttack = 1.0 / 64.0;       // of the length

/// 0 at 0, 1 at 1, flat at both.
double cosine_edge(double x)
{
    return 0.5 - 0.5 * std::cos(kPi * x);
}

/// x from 0 to 1 over the window.
double value(WindowShape shape, double x)
{
    const double from_edge = x < 0.5 ? x : 1.0 - x;
    switch (shape) {
    case WindowShape::triangular:
        return 2.0 * from_edge;
    case WindowShape::gaussian: {
        const auto bell = [](double off) { return std::exp(-0.5 * off * off); };
        const double end = bell(1.0 / kGaussianWidth);
        return (bell((2.0 * x - 1.0) / kGaussianWidth) - end) / (1.0 - end);
    }
    case WindowShape::tukey:
        return from_edge < kTukeyEdge ? cosine_edge(from_edge / kTukeyEdge) : 1.0;
    case WindowShape::exponential: {
        if (x < kAttack)
            return cosine_edge(x / kAttack);
        const double end = std::exp(-kDecay);
        return (std::exp(-kDecay * (x - kAttack) / (1.0 - kAttack)) - end) / (1.0 - end);
    }
    case WindowShape::hann:
        break;
    }
    return cosine_edge(2.0 * from_edge);
}

} // namespace

std::string_view name_of(WindowShape shape) noexcept QUERN_RT
{
    constexpr std::array<std::string_view, kWindowShapes> kNames{"hann", "triangular", "gaussian", "tukey",
                                                                 "exponential"};
    return kNames[static_cast<std::size_t>(shape)];
}

WindowCurves::WindowCurves()
{
    for (std::size_t shape = 0; shape < kWindowShapes; ++shape) {
        Curve& curve = curves_[shape];
        for (std::size_t k = 0; k < kWindowPoints; ++k) {
            const double x = static_cast<double>(k) / static_cast<double>(kWindowPoints - 1);
            curve[k] = static_cast<float>(value(static_cast<WindowShape>(shape), x));
        }
        curve[0] = 0.0f; // exactly, whatever the last bit of a cosine says
        curve[kWindowPoints - 1] = 0.0f;
        for (std::size_t k = 0; k + 1 < kWindowPoints; ++k)
            curve[kSlopes + k] = curve[k + 1] - curve[k];
    }
}

} // namespace quern::grain
