// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/tuning.hpp"
#include "quern/grain/player_params.hpp"

namespace quern::bed {

/// The record of the speed layer at `speed` m/s; words from the sense-of-speed controller
/// (docs/spec/control.md §11).
grain::PlayerRecord rocket_record(float speed, int level, int pitch, const OwnerTuning& tuning) noexcept;

/// The speed layer runs above its start speed; no hysteresis.
bool rocket_runs(float speed, const OwnerTuning& tuning) noexcept;

} // namespace quern::bed
