// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "quern/core/units.hpp"

namespace quern::dsp {

/// Uniform noise in [-0.5, 0.5).
inline std::vector<float> noise(std::uint32_t seed, std::size_t samples)
{
    std::vector<float> out(samples);
    for (float& sample : out) {
        seed = seed * 1664525u + 1013904223u;
        sample = static_cast<float>(seed >> 8) / 16777216.0f - 0.5f;
    }
    return out;
}

inline std::vector<float> sine(double hz, std::size_t samples, double amplitude = 0.5)
{
    std::vector<float> out(samples);
    for (std::size_t n = 0; n < samples; ++n)
        out[n] =
            static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(n) /
                                                    static_cast<double>(kSampleRate)));
    return out;
}

/// Amplitude of the sine of `hz` in the signal, by a Hann-windowed sum: neighbours a few bins off do not
/// leak.
inline double tone_level(std::span<const float> signal, double hz)
{
    std::complex<double> sum = 0.0;
    double weights = 0.0;
    const double size = static_cast<double>(signal.size());
    for (std::size_t n = 0; n < signal.size(); ++n) {
        const double t = static_cast<double>(n);
        const double window = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (t + 0.5) / size);
        weights += window;
        sum += window * static_cast<double>(signal[n]) *
               std::polar(1.0, -2.0 * std::numbers::pi * hz * t / static_cast<double>(kSampleRate));
    }
    return 2.0 * std::abs(sum) / weights;
}

inline double decibels(double ratio)
{
    return 20.0 * std::log10(ratio);
}

/// Root mean square.
inline double rms(std::span<const float> signal)
{
    double sum = 0.0;
    for (float x : signal)
        sum += static_cast<double>(x) * static_cast<double>(x);
    return std::sqrt(sum / static_cast<double>(signal.size()));
}

} // namespace quern::dsp
