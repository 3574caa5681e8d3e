// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Linear-interpolation reader of a mono source at any rate and pitch (docs/spec/signal.md §4.3). The phase
/// is 16.16 fixed point and runs on through ratio changes. No anti-alias filter, by design. Real-time safe.
class Resampler {
public:
    /// Largest step: four source frames per output frame.
    static constexpr std::uint32_t kLargestStep = 1u << 18;

    /// Source frames per output frame for a source rate in Hz and a playback factor.
    [[nodiscard]] static float ratio_of(float source_rate_hz, float pitch) noexcept QUERN_RT;
    /// The 16.16 increment for a ratio: rounded half away from zero, limited; 0 for negative ratios and NaN.
    [[nodiscard]] static std::uint32_t step_of(float ratio) noexcept QUERN_RT;

    /// Next output reads source frame `frame`, fraction 0. The ratio stays.
    void start(std::uint64_t frame) noexcept QUERN_RT;
    /// Acts on the next output frame; the phase is kept. A non-finite ratio keeps the old one.
    void set_ratio(float ratio) noexcept QUERN_RT;
    /// Fills `out`, any length. Frames past the end of `source` read as 0.
    void process(std::span<const float> source, std::span<float> out) noexcept QUERN_RT;

    /// Whether the next `frames` (at most a block) lie within `source` as a whole, and so many of its frames
    /// beyond: a caller may then read them itself, from `position`, `fraction` and `step`, and `skip` them.
    [[nodiscard]] bool lies_within(std::span<const float> source, std::size_t frames,
                                   std::size_t beyond) const noexcept QUERN_RT
    {
        return position_ < source.size() &&
               reach(fraction_, step_, frames) + beyond <= source.size() - position_;
    }
    void skip(std::size_t frames) noexcept QUERN_RT
    {
        const std::uint64_t total = fraction_ + static_cast<std::uint64_t>(frames) * step_;
        position_ += total >> 16;
        fraction_ = static_cast<std::uint32_t>(total & 0xFFFF);
    }

    [[nodiscard]] std::uint64_t position() const noexcept QUERN_RT { return position_; }
    [[nodiscard]] std::uint32_t fraction() const noexcept QUERN_RT
    {
        return fraction_;
    } ///< of a frame, in 1/65536
    [[nodiscard]] std::uint32_t step() const noexcept QUERN_RT { return step_; }

private:
    /// Source frames that a piece touches, from its first: one more than the last index, for the neighbour.
    [[nodiscard]] static std::uint64_t reach(std::uint32_t fraction, std::uint32_t step,
                                             std::size_t frames) noexcept QUERN_RT
    {
        return ((fraction + static_cast<std::uint64_t>(frames - 1) * step) >> 16) + 2;
    }

    std::uint64_t position_ = 0;
    std::uint32_t fraction_ = 0;
    std::uint32_t step_ = 1u << 16;
};

} // namespace quern::dsp
