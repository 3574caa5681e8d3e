// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/drive_state.hpp"
#include "quern/bed/rider_state.hpp"

namespace quern::bed {

inline constexpr float kMaxDt = 0.25f; ///< seconds; a longer control frame is cut to this

/// Makes every field usable: a number outside its range is moved to the nearer end, one that is not finite
/// takes the value of `previous` (which must be clean). Returns how many fields were changed. A brake cosine
/// of NaN is a valid "undefined"; a material out of range is "none".
int sanitise(RiderState& state, const RiderState& previous) noexcept;
int sanitise(DriveState& state, const DriveState& previous) noexcept;

} // namespace quern::bed
