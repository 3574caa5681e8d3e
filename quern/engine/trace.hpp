// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/bed/members.hpp"
#include "quern/core/generator.hpp"
#include "quern/grain/player_params.hpp"

namespace quern {

/// One change on the audio side, in the order it happened. Trivially copyable: it crosses a ring.
struct TraceEvent {
    enum class Kind : std::uint8_t {
        bind,    ///< GBIND  player got a recording
        pick,    ///< GPICK  the picker chose a start
        start,   ///< GSTART a voice began
        release, ///< GTICK  a voice began to fade out
        stop,    ///< GSTOP  a voice was torn down
    };
    static constexpr std::uint8_t kRocket = 4; ///< player 0..3 = truck * 2 + (A 0, B 1); 4 = rocket
    Kind kind = Kind::start;
    std::uint8_t player = 0;
    std::uint8_t slot = 0;
    bed::Member member = bed::Member::asphalt_rough_hard;
    std::uint8_t candidates = 0; ///< pick: windows to choose from, 0 when nothing was drawn
    std::uint64_t block = 0;
    float start = 0.0f; ///< seconds into the recording
    grain::PlayerRecord record{};
    Generator::Words words{}; ///< pick: before the draw; others: at the event
};

} // namespace quern
