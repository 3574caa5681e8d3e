// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>

#include "quern/grain/recording.hpp"

namespace quern::bank {

inline constexpr std::size_t kMeasureBins = 20;

/// One twentieth of a recording.
struct BinFigures {
    double level_dbfs = 0.0;  ///< RMS, a square wave at full scale being 0; silence is -200
    double centroid_hz = 0.0; ///< mean frequency, weighted by the mean magnitude spectrum (Hann, 4096 frames)
    double power_centroid_hz = 0.0; ///< the same, weighted by the mean power spectrum
    double kurtosis = 0.0;          ///< 3 for dense noise; more, the more single blows stand out
    double beat_hz = 0.0;           ///< the rhythm that stands out most between 4 and 190 Hz: wheels turning
    double beat_contrast = 0.0;     ///< its power over that of the modulation just below and above it
};

/// What the built-in bank promises, measured on any recording.
struct Figures {
    std::array<BinFigures, kMeasureBins> bins;
    double dc = 0.0;        ///< mean sample
    double peak_dbfs = 0.0; ///< highest sample
    double crest_db = 0.0;  ///< peak over RMS, the largest of all bins
    double ring_s = 0.0;    ///< how long the sound resembles itself: see measure.cpp
    double sharpest_step =
        0.0; ///< largest first difference over the median one of its 1024 frames; > 30 is a click
};

/// Measures a recording of at least one frame per bin; a shorter one gives zeros. Control side; about 0.1 s
/// for twenty seconds.
Figures measure(const grain::RecordingView& recording);

} // namespace quern::bank
