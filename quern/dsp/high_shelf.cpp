// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/high_shelf.hpp"

#include <algorithm>
#include <cmath>

#include "quern/dsp/fused.hpp"
#include "quern/dsp/sine_pair.hpp"

namespace quern::dsp {

FilterDecision high_shelf_decision(float corner_hz, float gain) noexcept QUERN_RT
{
    const float angle = filter_angle(corner_hz);
    if (angle >= kAngleCeiling || gain == 1.0f)
        return {true, angle};
    return {false, angle >= kAngleFloor ? angle : kAngleFloor};
}

BiquadCoefficients high_shelf_coefficients(float angle, float gain) noexcept QUERN_RT
{
    constexpr float kAlphaScale = 0x1.6a09dep-1f; // the original's 1/sqrt(2), a little low
    const auto [sine, cosine] = sine_pair(angle);
    const float a = std::sqrt(gain);
    const float root = std::sqrt(a);
    const float p = a + 1.0f;
    const float m = a - 1.0f;
    const float alpha = sine * kAlphaScale;
    const float ra = root * alpha;
    const float inverse = 1.0f / fused(ra, 2.0f, fused(-m, cosine, p));
    BiquadCoefficients c;
    c.b0 = ((fused(ra, 2.0f, m * cosine) + p) * inverse) * a;
    c.b1 = ((fused(p, cosine, m) * inverse) * a) * -2.0f;
    c.b2 = (fused(-ra, 2.0f, fused(m, cosine, p)) * inverse) * a;
    c.a1 = (fused(-p, cosine, m) * inverse) * 2.0f;
    c.a2 = fused(-ra, 2.0f, fused(-m, cosine, p)) * inverse;
    return c;
}

void HighShelf::set(float corner_hz, float gain) noexcept QUERN_RT
{
    if (!(gain > 0.0f) || std::isinf(gain))
        return;
    corner_hz_ = corner_hz;
    gain_ = gain;
}

void HighShelf::process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT
{
    const FilterDecision decision = high_shelf_decision(corner_hz_, gain_);
    if (decision.bypass) {
        state_ = {};
        if (in.data() != out.data())
            std::copy(in.begin(), in.end(), out.begin());
        return;
    }
    if (decision.angle != built_angle_ || gain_ != built_gain_) {
        coefficients_ = high_shelf_coefficients(decision.angle, gain_);
        built_angle_ = decision.angle;
        built_gain_ = gain_;
    }
    process_biquad(coefficients_, state_, in, out);
}

} // namespace quern::dsp
