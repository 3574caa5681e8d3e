// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/fader.hpp"

#include <algorithm>
#include <cmath>

#include "quern/core/units.hpp"
#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

namespace {
constexpr std::int32_t kLongestFade = 1 << 30;
}

std::int32_t Fader::frames_of(float seconds) noexcept QUERN_RT
{
    const float frames = seconds * static_cast<float>(kSampleRate);
    if (!(frames >= 1.0f))
        return 1;
    if (frames >= static_cast<float>(kLongestFade))
        return kLongestFade;
    return static_cast<std::int32_t>(frames);
}

void Fader::set_gain(float gain) noexcept QUERN_RT
{
    if (!std::isfinite(gain))
        return;
    from_ = to_ = gain;
    index_ = length_ = 0;
}

void Fader::fade_to(float target, std::int32_t frames) noexcept QUERN_RT
{
    if (!std::isfinite(target))
        return;
    from_ = gain();
    to_ = target;
    index_ = 0;
    length_ = std::clamp(frames, std::int32_t{1}, kLongestFade);
}

void Fader::process(std::span<float> io) noexcept QUERN_RT
{
    const Kernels& run = kernels();
    (origin_ == Origin::console ? run.fade_console : run.fade_port)(piece(), io.data(), io.size());
    skip(static_cast<std::int32_t>(std::min<std::size_t>(io.size(), kLongestFade)));
}

float Fader::gain() const noexcept QUERN_RT
{
    if (index_ > length_)
        return to_;
    if (index_ == 0)
        return from_;
    const Kernels& run = kernels();
    return (origin_ == Origin::console ? run.fade_gain_console : run.fade_gain_port)(piece(), index_ - 1);
}

} // namespace quern::dsp
