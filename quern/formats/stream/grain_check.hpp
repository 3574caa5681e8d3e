// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/formats/stream/grain_file.hpp"

namespace quern::formats {

/// How far a stored duration may be from samples / rate, in seconds, before the game refuses it.
inline constexpr double kDurationToleranceSeconds = 0.01;

/// single(samples / rate): the duration of a recording that states none.
float nominal_duration(const EaacHeader& header);
/// The duration is finite, above 0 and within the tolerance.
bool duration_fits(float duration, const EaacHeader& header);

/// Adds what the parts of a recording say about each other, by the relations that hold for all of the game's
/// (docs/formats/grain.md, "Checks"), to its findings.
void check_grain(GrainFile& grain, Bytes bytes, std::string_view file);

} // namespace quern::formats
