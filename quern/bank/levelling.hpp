// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>

namespace quern::bank {

inline constexpr std::size_t kLevelBins = 20; ///< the survey's equal parts of a recording

/// Brings the RMS of each of twenty equal bins to `target_rms`, by a gain that moves too slowly to be heard:
/// it follows the energy over half a second, so single hits and the rhythm of the ground stay. Peaks are
/// rounded off below -1 dBFS.
void level(std::span<float> samples, double rate_hz, std::span<const double, kLevelBins> target_rms);

} // namespace quern::bank
