// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/mix/output.hpp"

#include <cstddef>

#include "quern/core/units.hpp"
#include "quern/dsp/panner.hpp"

namespace quern::mix {
namespace {

constexpr float kFrontGain = from_bits(0x3F34FDF4); // 0.707, not the root of a half

// Comparisons that leave NaN as it is.
float limited(float x) noexcept QUERN_RT
{
    const float above = x < -1.0f ? -1.0f : x;
    return above > 1.0f ? 1.0f : above;
}

} // namespace

void write_stereo(const SixBus& bus, std::span<float, 2 * kBlockFrames> out) noexcept QUERN_RT
{
    const auto left = bus.channel(dsp::kLeft);
    const auto centre = bus.channel(dsp::kCentre);
    const auto right = bus.channel(dsp::kRight);
    const auto left_surround = bus.channel(dsp::kLeftSurround);
    const auto right_surround = bus.channel(dsp::kRightSurround);
    for (std::size_t k = 0; k < kBlockFrames; ++k) {
        const float middle = 0.5f * centre[k];
        const float l = kFrontGain * left[k] + middle;
        const float r = kFrontGain * right[k] + middle;
        out[2 * k] = limited(l + 0.5f * left_surround[k]);
        out[2 * k + 1] = limited(r + 0.5f * right_surround[k]);
    }
}

void write_six(const SixBus& bus, std::span<float, 6 * kBlockFrames> out) noexcept QUERN_RT
{
    constexpr std::array<dsp::Channel, dsp::kChannels> kFileOrder{
        dsp::kLeft, dsp::kRight, dsp::kCentre, dsp::kLowFrequency, dsp::kLeftSurround, dsp::kRightSurround};
    for (std::size_t slot = 0; slot < kFileOrder.size(); ++slot) {
        const auto channel = bus.channel(kFileOrder[slot]);
        for (std::size_t k = 0; k < kBlockFrames; ++k)
            out[kFileOrder.size() * k + slot] = limited(channel[k]);
    }
}

} // namespace quern::mix
