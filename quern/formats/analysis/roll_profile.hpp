// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/bank/measure.hpp"

namespace quern::formats {

/// A recording, or a part of one, as the analysis sees it: borrowed mono samples and their rate in Hz.
struct SoundSpan {
    std::span<const float> samples;
    double rate_hz = 48000.0;

    [[nodiscard]] double seconds() const { return static_cast<double>(samples.size()) / rate_hz; }
    /// The part between two times, cut to what is there.
    [[nodiscard]] SoundSpan part(double from_s, double to_s) const;
};

/// One twentieth of a recording. Level and centroid are the figures of bank::BinFigures under the same names.
struct RollBin {
    double level_dbfs = 0.0;
    double centroid_hz = 0.0;
    double perceived_lufs = 0.0; ///< perceived_level of the bin
};

/// What makes a recording a roll from slow to fast: figures over its twenty equal bins.
struct RollProfile {
    std::array<RollBin, bank::kMeasureBins> bins{};
    double level_dbfs = 0.0;       ///< RMS of the whole
    double mean_centroid_hz = 0.0; ///< mean of the bins
    double rise_db = 0.0;          ///< level, first bin to last
    double level_rank = 0.0;       ///< Spearman's correlation of level with time: 1 = never falls
    double brightness_ratio = 1.0; ///< centroid, last bin over first
    double brightness_rank = 0.0;  ///< Spearman's correlation of centroid with time
    double head_s = 0.0;           ///< steady_head_of
    double peak_dbfs = 0.0;        ///< highest sample
    double crest_db = 0.0;         ///< peak over RMS, the largest of all bins, as bank::Figures
    double dc = 0.0;               ///< mean sample
};

/// Measures a recording of at least one frame per bin; a shorter one gives zeros. Some hundredths of a second
/// for twenty seconds.
RollProfile profile_of(const SoundSpan& sound);

/// RMS in dBFS as bank::BinFigures has it: a square wave at full scale is 0, silence -200.
double level_dbfs_of(std::span<const float> samples);

/// Level as ears weigh it: K-weighted mean square in LUFS (ITU-R BS.1770, one channel, no gate), taken from
/// the mean power spectrum. A full-scale sine of 997 Hz is -3.01.
double perceived_level(const SoundSpan& sound);

/// The same along a recording: K-weighted mean squares of frames of kWeightedFrame samples, kWeightedHop
/// apart.
std::vector<double> weighted_frames(const SoundSpan& sound);
inline constexpr std::size_t kWeightedFrame = 4096;
inline constexpr std::size_t kWeightedHop = 2048;
/// A K-weighted mean square in LUFS.
double lufs_of(double weighted_power);

/// How long the start stays steady, in seconds: until the level, smoothed over a twentieth of the recording,
/// leaves that of the first twentieth by more than 1 dB for good, which is for the next twentieth.
double steady_head_of(const SoundSpan& sound);

/// The levels of `parts` equal parts, each smoothed over `width` of them (odd), in dBFS.
std::vector<double> smoothed_levels(const SoundSpan& sound, std::size_t parts, std::size_t width);

/// Spearman's rank correlation of the values with their order, -1..1; equal values share a rank. 0 for fewer
/// than two values, or when all are equal.
double rank_with_order(std::span<const double> values);

} // namespace quern::formats
