// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// What makes a tuning unfit to run at all, for a person; null when nothing does. Refuses numbers that are
/// not finite or beyond a million, and surfaces or members that don't exist: with these, arithmetic would
/// leave its range. Whether a number makes sense is for formats::check_tuning, which knows the range of each
/// field.
const char* tuning_fault(const Tuning& tuning) noexcept;

} // namespace quern::bed
