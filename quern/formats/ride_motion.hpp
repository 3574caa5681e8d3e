// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/bed/rider_state.hpp"
#include "quern/formats/ride_constants.hpp"

namespace quern::formats {

/// Which parts of its frames a ride's source has set itself. What it has not is derived from speed, turn and
/// flags.
struct GivenMotion {
    bool com_velocity = false;
    bool board_velocity = false;
    bool board_position = false;
    bool heading_rate = false;
    bool wheel_count = false;
    bool wheel_contact = false;
    bool wheel_material =
        false; ///< per wheel; else the frames hold the ground below and wheels in the air lose it
    bool air_time = false;
    bool push_trigger = false;
};

/// Fills in the rest, frame after frame (docs/spec/control.md §6, the minimal record): contacts from
/// `airborne`, `grinding` and `balance`; a heading by adding up its rate, the start looking along +z;
/// velocities along it; the position by adding up the velocity.
void complete_motion(std::span<bed::RiderState> frames, const GivenMotion& given,
                     const ScriptConstants& constants);

/// Heading rate of a board steered by `turn` at `speed_mps`, rad/s: full steering until the tyres' limit.
double heading_rate_of(double turn, double speed_mps, const ScriptConstants& constants);

} // namespace quern::formats
