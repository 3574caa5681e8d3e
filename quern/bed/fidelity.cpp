// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/fidelity.hpp"

#include <array>

namespace quern::bed {

std::span<const FidelitySwitch> fidelity_switches() noexcept
{
    static constexpr std::array<FidelitySwitch, 12> kSwitches{{
        {"fade_origin", &Fidelity::fade_origin,
         "1: fades count from n + 1, as the console does. 0: from n and unfused, as the reference port does"},
        {"voice_latency", &Fidelity::voice_latency,
         "0: a new voice sounds in its first block. 1: that block is silent while its fade already runs"},
        {"chain_extras", &Fidelity::chain_extras,
         "1: full chain. 0: filters and panner only, without shifter, gains, graph 3 (clip, shelf) and taps"},
        {"shared_generator", &Fidelity::shared_generator,
         "1: picks, wobbles and seams draw from one generator. 0: the audio and control sides have one each"},
        {"hold_material_in_air", &Fidelity::hold_material_in_air,
         "0: a board in the air rolls on no material and is bound to smooth asphalt, muted. 1: it keeps its "
         "last material"},
        {"level_hold", &Fidelity::level_hold,
         "1: the level ramp keeps its value when the speed falls below its start. 0: it returns to 1"},
        {"send_on_change", &Fidelity::send_on_change,
         "1: the graph-3 send is posted when it changes. 0: in every frame"},
        {"second_truck_wobble", &Fidelity::second_truck_wobble,
         "0: the second truck's chains never get a wobble. 1: both trucks wobble"},
        {"rebuild_unity_gain", &Fidelity::rebuild_unity_gain,
         "1: a rebuilt chain has gain 1 until the next change of the wobble. 0: it takes the gains of the "
         "moment"},
        {"seam_low_draw", &Fidelity::seam_low_draw,
         "1: the far bound of a seam's gain is never drawn (0.62 of 0.8 to 0.6). 0: it can be drawn"},
        {"inverted_soft", &Fidelity::inverted_soft,
         "1: a non-local skater plays soft recordings on hard wheels and the other way round. 0: as its "
         "wheels are"},
        {"send_short", &Fidelity::send_short,
         "1: a send ramp ends at 64/65 of its way and jumps. 0: it ends on its target"},
    }};
    return kSwitches;
}

} // namespace quern::bed
