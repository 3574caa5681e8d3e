// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/latches.hpp"

namespace quern::bed {

void Latches::land(Wheel& wheel, bool contact) noexcept
{
    constexpr int kFramesOff = 5;
    const bool was_off = !wheel.touched;
    if (was_off && wheel.frames_off > kFramesOff)
        wheel.landed = contact;
    // Saturates: a wheel that never touches again must not overflow.
    wheel.frames_off =
        contact ? 0 : (wheel.frames_off > kFramesOff ? wheel.frames_off : wheel.frames_off + 1);
    wheel.touched = contact;
}

void Latches::update(const RiderState& state) noexcept
{
    if (state.balance)
        manual_ = true;
    if (state.wheel_count <= 0 || state.wheel_count >= kWheels)
        manual_ = false;
    if (!manual_) {
        if (state.air_trick)
            trick_ = true;
        if (state.feet_in_deck_box[0] && state.feet_in_deck_box[1])
            trick_ = false;
    }
    land(wheels_[0], state.wheel_contact[0]);
    land(wheels_[1], state.wheel_contact[3]);
}

} // namespace quern::bed
