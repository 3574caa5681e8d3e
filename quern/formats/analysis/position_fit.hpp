// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/formats/analysis/roll_profile.hpp"
#include "quern/formats/analysis/sound_defects.hpp"

namespace quern::formats {

/// Control points of the read position over speed (bed::SurfaceTuning::position), and how evenly the
/// perceived level rises with them: the largest distance from a straight line over speed.
struct PositionFit {
    std::array<float, 4> points{0.0f, 1.0f / 3.0f, 2.0f / 3.0f, 1.0f};
    double uneven_db = 0.0;
    double rise_db = 0.0; ///< perceived level, slow end to fast end
};

/// What a player that draws from a window of `window_s` hears at read positions 0 (slow end) to 1: the
/// perceived level of that window, in LUFS, at equal steps.
std::vector<double> perceived_over_position(const SoundSpan& sound, double window_s, std::size_t steps);

/// How evenly the level rises with given points.
PositionFit judge_position(std::span<const double> perceived, const std::array<float, 4>& points);

/// Fits P1 and P2 so that the perceived level rises evenly from rest to full speed; P0 and P3 put the slow
/// and the fast end at the ends of `used`, a part of the recording. Least squares over level; P1 and P2 stay
/// between P0 and P3, so the position never runs backwards. `window_s` must be shorter than `used`.
PositionFit fit_position(const SoundSpan& sound, const Stretch& used, double window_s);

} // namespace quern::formats
