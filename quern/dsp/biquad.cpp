// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/biquad.hpp"

#include "quern/core/units.hpp"
#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

void process_biquad(const BiquadCoefficients& coefficients, BiquadState& state, std::span<const float> in,
                    std::span<float> out) noexcept QUERN_RT
{
    kernels().biquad(coefficients, state, in.data(), out.data(), in.size());
}

float filter_angle(float hz) noexcept QUERN_RT
{
    const float part = hz / static_cast<float>(kSampleRate);
    return part * kTwoPi;
}

} // namespace quern::dsp
