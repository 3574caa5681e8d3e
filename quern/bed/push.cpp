// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/push.hpp"

#include <cmath>

#include "quern/bed/slope.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::bed {

void Push::start(float speed, const SurfaceTuning& primary) noexcept
{
    const float t = limited(((speed - 1.0f) * kKmhPerMps) / primary.push_ramp_kmh, 0.0f, 1.0f);
    const auto peak = [t](float slow, float fast) { return dsp::fused(fast - slow, t, slow); };
    const auto arm = [](Envelope& envelope, float from, float top, float rest,
                        const std::array<float, 3>& ms) {
        envelope.reset();
        envelope.add(from, top, ms[0]);
        envelope.append(top, ms[1]);
        envelope.append(rest, ms[2]);
    };
    arm(scale_, scale(), peak(primary.push_scale_slow, primary.push_scale_fast), 1.0f, primary.push_scale_ms);
    arm(shift_, 0.0f, peak(primary.push_shift_slow_hz, primary.push_shift_fast_hz), 0.0f,
        primary.push_shift_ms);
}

void Push::advance(float dt) noexcept
{
    scale_.advance(dt);
    shift_.advance(dt);
}

} // namespace quern::bed
