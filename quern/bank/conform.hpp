// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/grain/recording.hpp"

namespace quern::bank {

/// A roll from slow to fast gains 9 to 12 dB (docs/spec/grain.md §1); a recording that gains less than this
/// does not tell how fast one goes.
inline constexpr double kLeastRiseDb = 6.0;
/// The rise that such a recording is given.
inline constexpr double kGivenRiseDb = 10.0;

struct Conformed {
    double rise_db = 0.0; ///< mean of the last three of twenty bins over that of the first three, as it came
    bool levelled = false;
};

/// Gives a recording that does not get louder towards its end the level curve of a roll: steady over the
/// first tenth, then rising evenly by kGivenRiseDb to the level of its loud end. Only a slow gain moves; the
/// ground's rhythm stays. Recordings that rise enough, and those shorter than a second or silent, are left
/// alone. Control side.
Conformed conform(grain::Recording& recording);

} // namespace quern::bank
