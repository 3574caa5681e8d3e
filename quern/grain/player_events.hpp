// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/generator.hpp"
#include "quern/core/rt.hpp"
#include "quern/grain/player_params.hpp"

namespace quern::grain {

/// One change of a player, told while it happens.
struct PlayerEvent {
    enum class Kind : std::uint8_t {
        bind,    ///< a recording was taken up; the stops of what sounded follow, unless it was stopped before
        pick,    ///< the picker chose
        start,   ///< a voice began
        release, ///< a voice began to fade out
        stop,    ///< a voice was torn down
    };
    Kind kind = Kind::bind;
    std::uint8_t slot = 0;       ///< pick: the slot that will play it
    std::uint8_t candidates = 0; ///< pick: windows to choose from, 0 when nothing was drawn
    float start = 0.0f;    ///< seconds; pick: before the clamp to the recording, otherwise the slot's start
    PlayerRecord record{}; ///< in force at the event
    const Generator* generator = nullptr; ///< pick: as it stood before the draw; null for the others
};

/// Receives the events of a player on the thread that drives it. Without a function it costs one comparison.
struct PlayerObserver {
    void (*notify)(void* context, const PlayerEvent& event) noexcept QUERN_RT = nullptr;
    void* context = nullptr;
};

} // namespace quern::grain
