// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "quern/formats/analysis/roll_profile.hpp"

namespace quern::formats {

/// A stretch of a recording, in seconds.
struct Stretch {
    double from_s = 0.0;
    double to_s = 0.0;
    [[nodiscard]] double seconds() const { return to_s - from_s; }
};

/// Where a recording is silent: at its ends, and inside. Silent is a sample of at most one step of 16 bits.
/// Gaps are runs of at least 2 ms; a roll never pauses for so long, whatever it rolls on.
struct Silences {
    double leading_s = 0.0;
    double trailing_s = 0.0; ///< 0 when all is silent
    std::vector<Stretch> gaps;
    double gap_s = 0.0; ///< sum of the gaps
};
Silences find_silences(const SoundSpan& sound);

/// Stretches, not silent, in which the sound nearly goes away: 20 ms and more that are 24 dB below the second
/// around them. Neighbours nearer than 20 ms are one.
std::vector<Stretch> find_holes(const SoundSpan& sound);

/// Flat tops: three and more equal samples in a row at the recording's highest or lowest value.
struct Clipping {
    std::size_t runs = 0;
    std::size_t samples = 0;
    double first_s = 0.0;
    double last_s = 0.0;
    double level = 0.0; ///< where the tops are flat, 1 = full scale
};
/// Runs at less than full scale count only when there are several, as sound clipped first and turned down
/// later leaves them.
Clipping find_clipping(const SoundSpan& sound);

/// A first difference above 0.02 that also is more than 30 times the median one of its 1024 frames: the
/// house's rule for clicks (bank::Figures::sharpest_step).
struct Click {
    double at_s = 0.0;
    double step = 0.0;   ///< 1 = full scale
    double factor = 0.0; ///< over the median
};
/// The sharpest one of each 1024 frames that hold any; at most `most`, the earliest. `total` counts all.
std::vector<Click> find_clicks(const SoundSpan& sound, std::size_t most, std::size_t& total);

/// Mains hum: a line at 50 or 60 Hz or its double that stands out of its surroundings in every quarter of
/// the recording.
struct Hum {
    double hz = 0.0;            ///< 50 or 60; 0 = none
    double above_db = 0.0;      ///< over the surroundings, in the quarter where it stands out least
    double level_dbfs = -200.0; ///< of the line and its double together, in that quarter
};
Hum find_hum(const SoundSpan& sound);

} // namespace quern::formats
