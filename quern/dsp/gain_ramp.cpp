// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/gain_ramp.hpp"

#include <cmath>

#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

void GainRamp::set(float gain) noexcept QUERN_RT
{
    if (std::isfinite(gain))
        target_ = gain;
}

void GainRamp::process(std::span<float> io) noexcept QUERN_RT
{
    kernels().gain(io.data(), restarted_ ? target_ : applied_, target_, io.size());
    applied_ = target_;
    restarted_ = false;
}

} // namespace quern::dsp
