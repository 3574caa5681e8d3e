// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/peaking.hpp"

#include <algorithm>
#include <cmath>

#include "quern/dsp/sine_pair.hpp"

namespace quern::dsp {

FilterDecision peaking_decision(float centre_hz, float gain) noexcept QUERN_RT
{
    const float angle = filter_angle(centre_hz);
    if (gain == 1.0f)
        return {true, angle};
    if (!(angle < kAngleCeiling))
        return {false, kAngleCeiling};
    return {false, angle > kAngleFloor ? angle : kAngleFloor};
}

BiquadCoefficients peaking_coefficients(float angle, float gain, float quality) noexcept QUERN_RT
{
    const auto [sine, cosine] = sine_pair(angle);
    const float a = std::sqrt(gain);
    const float alpha = sine / (2.0f * std::clamp(quality, 0.2f, 20.0f));
    const float over = alpha / a;
    const float times = alpha * a;
    const float inverse = 1.0f / (1.0f + over);
    const float middle = (-2.0f * cosine) * inverse;
    return {middle, (1.0f - over) * inverse, (1.0f + times) * inverse, middle, (1.0f - times) * inverse};
}

void Peaking::set(float centre_hz, float gain, float quality) noexcept QUERN_RT
{
    if (!(gain > 0.0f) || std::isinf(gain) || !std::isfinite(quality))
        return;
    centre_hz_ = centre_hz;
    gain_ = gain;
    quality_ = quality;
}

void Peaking::process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT
{
    const FilterDecision decision = peaking_decision(centre_hz_, gain_);
    if (decision.bypass) {
        state_ = {};
        if (in.data() != out.data())
            std::copy(in.begin(), in.end(), out.begin());
        return;
    }
    if (decision.angle != built_angle_ || gain_ != built_gain_ || quality_ != built_quality_) {
        coefficients_ = peaking_coefficients(decision.angle, gain_, quality_);
        built_angle_ = decision.angle;
        built_gain_ = gain_;
        built_quality_ = quality_;
    }
    process_biquad(coefficients_, state_, in, out);
}

} // namespace quern::dsp
