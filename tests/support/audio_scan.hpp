// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace quern::test {

/// A jump that a listener hears as a click.
struct Click {
    std::size_t frame = 0; ///< the later of the two frames
    float step = 0.0f;     ///< absolute first difference
    float median = 0.0f;   ///< median absolute first difference of the window it lies in
};

/// The click measure of the project: a first difference above `kClickStep` that also exceeds `kClickRatio`
/// times the median absolute first difference of its window. Windows of `kClickWindow` frames follow one
/// another from frame 0.
inline constexpr float kClickStep = 0.02f;
inline constexpr float kClickRatio = 30.0f;
inline constexpr std::size_t kClickWindow = 1024;

/// Clicks of one channel of an interleaved signal, in order.
std::vector<Click> find_clicks(std::span<const float> interleaved, std::size_t channels = 1,
                               std::size_t channel = 0);

/// Index of the first sample that is NaN or infinite.
std::optional<std::size_t> first_non_finite(std::span<const float> samples);

/// Root mean square of all samples.
double rms(std::span<const float> samples);
/// Root mean square of each full second of an interleaved signal, all channels together.
std::vector<double> rms_per_second(std::span<const float> interleaved, std::size_t channels,
                                   std::size_t rate);
/// Largest absolute sample.
float peak(std::span<const float> samples);
/// Level in decibels; -infinity for 0.
double to_db(double linear);

/// Spearman's rank correlation; ties share the mean of their ranks. NaN when a side is constant or has under
/// two values.
double spearman(std::span<const double> x, std::span<const double> y);

/// Amplitude of the sine of `hz` in `samples`, by projection on a Hann window: a sine of amplitude 1 gives 1.
double tone_amplitude(std::span<const float> samples, double hz, double rate);

/// 64-bit FNV-1a over the bits of the samples: equal for equal bits only (0 and -0 differ).
std::uint64_t hash(std::span<const float> samples);

} // namespace quern::test
