// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/level_ramp.hpp"

#include <cmath>

#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

void LevelRamp::set(float level) noexcept QUERN_RT
{
    if (std::isfinite(level))
        target_ = level;
}

void LevelRamp::add(std::span<const float> source, std::span<float> bus) noexcept QUERN_RT
{
    if (source.empty())
        return;
    const float last = source.back() * target_;
    kernels().level_add(source.data(), bus.data(), from(), target_, end_ == End::short_of_target,
                        source.size());
    arrive(last);
}

void LevelRamp::apply(std::span<float> io) noexcept QUERN_RT
{
    if (io.empty())
        return;
    const float last = io.back() * target_;
    kernels().level(io.data(), io.data(), from(), target_, end_ == End::short_of_target, io.size());
    arrive(last);
}

} // namespace quern::dsp
