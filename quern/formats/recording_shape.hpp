// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "quern/grain/recording.hpp"

namespace quern::formats {

/// The rise of level from slow to fast that recordings of a real roll have: 9 to 12 dB (docs/spec/grain.md
/// §1.1).
inline constexpr double kRollRiseDb = 10.0;
/// A recording that rises less than this is taken for steady: made at one speed.
inline constexpr double kSteadyRiseDb = 5.0;

/// Drops digital silence (at most one step of 16 bits) of 1 ms and more before the first and behind the last
/// sound, and corrects the stored duration: a grain that runs into it would end with a step. Leaves a
/// recording of nothing but silence alone. Returns the seconds dropped.
double trim_silent_ends(grain::Recording& recording);

/// Fades into and out of drop-outs over 5 ms: runs of digital silence of at least 1 ms that begin or end with
/// a step, as lost buffers leave them. Returns where they begin, in seconds.
std::vector<double> soften_dropouts(grain::Recording& recording);

/// How much the level of a recording rises from its start to its end: the straight line through the levels of
/// twenty equal parts. Silent parts count as -100 dB, a recording of fewer than twenty frames as steady.
double level_rise_db(const grain::Recording& recording);

/// Makes the level rise by `add_db` more, evenly from the start; the end keeps its level. A recording made at
/// one speed then still grows louder as the board gets faster.
void add_rise(grain::Recording& recording, double add_db);

} // namespace quern::formats
