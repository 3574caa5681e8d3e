// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/contact.hpp"

#include <algorithm>

#include "quern/core/elementary.hpp"

namespace quern::bank {
namespace {

// The two pole pairs of a fourth-order Butterworth filter, and of a second-order one.
constexpr std::array<double, 2> kFourthOrderQ{0.5412, 2.2};
constexpr double kSecondOrderQ = 0.70710678118654752440;

struct Angle {
    double cosine, alpha;
};
Angle angle_of(double hz, double q, double rate_hz) noexcept
{
    const double w = 2.0 * kPi * std::min(hz / rate_hz, 0.45);
    return {cos_of(w), sin_of(w) / (2.0 * q)};
}

} // namespace

void Contact::set_band(double low_cut_hz, double corner_hz) noexcept
{
    for (std::size_t i = 0; i < kFourthOrderQ.size(); ++i) {
        const auto [cosine, alpha] = angle_of(corner_hz, kFourthOrderQ[i], rate_hz_);
        const double scale = 1.0 / (1.0 + alpha);
        Section& section = sections_[i];
        section.b0 = section.b2 = static_cast<float>(0.5 * (1.0 - cosine) * scale);
        section.b1 = static_cast<float>((1.0 - cosine) * scale);
        section.a1 = static_cast<float>(-2.0 * cosine * scale);
        section.a2 = static_cast<float>((1.0 - alpha) * scale);
    }
    const auto [cosine, alpha] = angle_of(low_cut_hz, kSecondOrderQ, rate_hz_);
    const double scale = 1.0 / (1.0 + alpha);
    Section& section = sections_[2];
    section.b0 = section.b2 = static_cast<float>(0.5 * (1.0 + cosine) * scale);
    section.b1 = static_cast<float>(-(1.0 + cosine) * scale);
    section.a1 = static_cast<float>(-2.0 * cosine * scale);
    section.a2 = static_cast<float>((1.0 - alpha) * scale);
}

void Contact::process(std::span<float> io) noexcept
{
    std::array<Section, 3> s = sections_;
    for (float& sample : io)
        sample = s[2].step(s[1].step(s[0].step(sample)));
    sections_ = s;
}

} // namespace quern::bank
