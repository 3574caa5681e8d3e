// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "quern/core/rt.hpp"

namespace quern::bed {

/// Named switches where the original's behaviour is uncertain or odd. The default is the house's decision
/// (docs/decisions); every switch is tested both ways.
struct Fidelity {
    int fade_origin = 1; ///< 1: fades count from n + 1 (console). 0: from n, unfused (reference port)
    int voice_latency =
        0; ///< 0: a new voice sounds in its first block. 1: that block is silent while its fade runs
    int chain_extras = 1;     ///< 0: the older chain, both filters and the panner; no shifter, gains, graph 3
                              ///< (clip, shelf), taps
    int shared_generator = 0; ///< 1: picks and wobbles draw from one generator (offline, lock-step)
    int hold_material_in_air = 0; ///< 1: a wheel in the air keeps its last material instead of "none"
    int level_hold = 1;          ///< 1: the level ramp keeps its value below its start speed. 0: returns to 1
    int send_on_change = 1;      ///< 1: the graph-3 send is posted when it changes. 0: every frame
    int second_truck_wobble = 0; ///< 0: the second truck's wobble is never posted. 1: both trucks wobble
    int rebuild_unity_gain =
        1; ///< 1: a rebuilt chain has gain 1 until the next change. 0: takes the current gains at once
    int seam_low_draw = 1; ///< 1: the lowest seam gain that is drawn is one step above the bound (0.62 of
                           ///< 0.8..0.6). 0: the bound itself can be drawn
    int inverted_soft = 1; ///< 1: a non-local skater's soft flag is inverted. 0: as given
    int send_short = 1;    ///< 1: a send ramp ends at 64/65 and jumps. 0: ends on target
};

struct FidelitySwitch {
    std::string_view name;
    int Fidelity::*field;
    std::string_view effect; ///< what each value does, one sentence
};

/// All switches with their names, for command lines, files and listings.
std::span<const FidelitySwitch> fidelity_switches() noexcept;

} // namespace quern::bed
