// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/resampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "quern/core/units.hpp"
#include "quern/dsp/kernels.hpp"

namespace quern::dsp {
namespace {

constexpr std::size_t kPiece = 256; // frames per kernel call: 256 of the largest steps stay far below 2^31
constexpr std::uint32_t kWhole = 1u << 16;

} // namespace

float Resampler::ratio_of(float source_rate_hz, float pitch) noexcept QUERN_RT
{
    const float rate = source_rate_hz / static_cast<float>(kSampleRate);
    return rate * pitch;
}

std::uint32_t Resampler::step_of(float ratio) noexcept QUERN_RT
{
    if (!(ratio > 0.0f))
        return 0;
    const float scaled = ratio * static_cast<float>(kWhole);
    if (scaled >= static_cast<float>(kLargestStep))
        return kLargestStep;
    return static_cast<std::uint32_t>(scaled + 0.5f);
}

void Resampler::start(std::uint64_t frame) noexcept QUERN_RT
{
    position_ = frame;
    fraction_ = 0;
}

void Resampler::set_ratio(float ratio) noexcept QUERN_RT
{
    if (std::isfinite(ratio))
        step_ = step_of(ratio);
}

void Resampler::process(std::span<const float> source, std::span<float> out) noexcept QUERN_RT
{
    const Kernels& run = kernels();
    for (std::size_t done = 0; done < out.size();) {
        std::size_t frames = std::min(out.size() - done, kPiece);
        const std::uint64_t size = source.size();
        const std::uint64_t left = position_ < size ? size - position_ : 0;
        if (left == 0) {
            std::fill_n(out.data() + done, frames, 0.0f);
        } else if (reach(fraction_, step_, frames) <= left) {
            run.resample(source.data() + position_, fraction_, step_, out.data() + done, frames);
        } else {
            // The end is near: a few frames at a time from a copy that goes on in silence.
            constexpr std::size_t kEndFrames = 16;
            std::array<float, 4 * kEndFrames + 2> tail{};
            frames = std::min(frames, kEndFrames);
            const std::uint64_t valid = std::min<std::uint64_t>(left, tail.size());
            std::copy_n(source.data() + position_, valid, tail.data());
            run.resample(tail.data(), fraction_, step_, out.data() + done, frames);
        }
        skip(frames);
        done += frames;
    }
}

} // namespace quern::dsp
