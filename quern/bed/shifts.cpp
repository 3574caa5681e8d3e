// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/shifts.hpp"

#include "quern/dsp/fused.hpp"

#include <cmath>

namespace quern::bed {

std::array<float, 2> make_shifts(bool special, const Push& push, float down, const SurfaceTuning& surface,
                                 const SurfaceTuning& primary) noexcept
{
    float a = special ? surface.special_shift_hz : 0.0f;
    float b = surface.b_base_shift_hz;
    if (push.shifting()) {
        a += push.shift_hz();
        b += push.shift_hz();
    }
    if (down > 0.0f) {
        a = dsp::fused(primary.a_shift_per_slope_hz, down, a);
        b = dsp::fused(primary.b_shift_per_slope_hz, down, b);
    }
    return {a, b};
}

} // namespace quern::bed
