// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "quern/formats/analysis/sound_defects.hpp"

namespace quern::formats {

/// Which part of a recording to keep, and why the rest may go.
struct TrimAdvice {
    Stretch keep;
    std::vector<std::string> reasons; ///< empty: keep all of it
};

/// Cuts what makes a recording no roll from slow to fast: silent ends, a start that is louder than what
/// follows (a push, a hand on the board), an end behind the loudest place (braking), and all but a tenth of a
/// steady head longer than a quarter. Loud starts and late ends are left alone when less than three fifths
/// would remain: then the recording runs the other way. Parts are hundredths of the recording.
TrimAdvice advise_trim(const SoundSpan& sound);

/// A steady head may take this share of a recording; the original's take a tenth.
inline constexpr double kLongestHead = 0.25;

} // namespace quern::formats
