// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/high_pass.hpp"

#include <algorithm>

#include "quern/dsp/sine_pair.hpp"

namespace quern::dsp {

FilterDecision high_pass_decision(float cutoff_hz) noexcept QUERN_RT
{
    const float angle = filter_angle(cutoff_hz);
    if (!(angle > kAngleFloor))
        return {true, angle};
    return {false, angle < kAngleCeiling ? angle : kAngleCeiling};
}

BiquadCoefficients high_pass_coefficients(float angle) noexcept QUERN_RT
{
    const auto [sine, cosine] = sine_pair(angle);
    const float alpha = 0.5f * sine;
    const float a0 = 1.0f + alpha;
    const float inverse = 1.0f / a0;
    const float n = 1.0f + cosine;
    const float edge = n / (2.0f * a0);
    return {(-2.0f * cosine) * inverse, (1.0f - alpha) * inverse, edge, -(n * inverse), edge};
}

void HighPass::process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT
{
    const FilterDecision decision = high_pass_decision(cutoff_hz_);
    if (decision.bypass) {
        state_ = {};
        if (in.data() != out.data())
            std::copy(in.begin(), in.end(), out.begin());
        return;
    }
    if (decision.angle != angle_) {
        coefficients_ = high_pass_coefficients(decision.angle);
        angle_ = decision.angle;
    }
    process_biquad(coefficients_, state_, in, out);
}

} // namespace quern::dsp
