// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/turn.hpp"

#include <algorithm>

#include "quern/bed/slope.hpp"

namespace quern::bed {

void Turn::step(float com_speed, float turn, bool special, const SurfaceTuning& primary,
                float per_mps) noexcept
{
    const float cap = primary.turn_cap;
    const float strength = limited(com_speed * per_mps, 0.0f, cap);
    const float wanted = special ? 0.0f : limited(strength * turn, -cap, cap);
    if (signed_ < wanted)
        signed_ = std::min(signed_ + primary.turn_rise, wanted);
    else if (signed_ > wanted)
        signed_ = std::max(signed_ - primary.turn_fall, wanted);
}

} // namespace quern::bed
