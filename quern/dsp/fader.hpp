// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "quern/core/rt.hpp"
#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

/// Square-root gain fade: a rising and a falling fade of equal length sum to constant power
/// (docs/spec/signal.md §4.4). Any cut of a fade into calls gives the same gains. Real-time safe.
class Fader {
public:
    /// Which index a fade counts from. `console`: the first sample has already moved, steps are fused.
    /// `port`: the first sample is the start gain, the last one the target, nothing is fused.
    enum class Origin : std::uint8_t { port = 0, console = 1 };

    explicit Fader(Origin origin = Origin::console) noexcept QUERN_RT : origin_(origin) {}

    /// Frames of a fade of `seconds`: truncated, at least 1 (also for NaN), at most 2^30.
    [[nodiscard]] static std::int32_t frames_of(float seconds) noexcept QUERN_RT;

    /// Jumps to a gain and holds it. A non-finite gain changes nothing.
    void set_gain(float gain) noexcept QUERN_RT;
    /// Fades from the gain of the last frame produced to `target`, starting with the next frame.
    /// A non-finite target changes nothing; `frames` below 1 count as 1.
    void fade_to(float target, std::int32_t frames) noexcept QUERN_RT;
    /// Multiplies `io` by the gains of the frames to come. A fade that is over leaves its target in force.
    void process(std::span<float> io) noexcept QUERN_RT;
    /// Lets `frames` pass without producing any: the fade's clock of a voice that is silent for a block.
    void skip(std::int32_t frames) noexcept QUERN_RT
    {
        // One past the end once a frame was held: the fade's own last frame may miss the target by an ulp.
        if (frames > 0)
            index_ = frames > length_ - index_ ? length_ + 1 : index_ + frames;
    }

    /// Gain of the last frame produced or skipped, or as set.
    [[nodiscard]] float gain() const noexcept QUERN_RT;
    [[nodiscard]] float target() const noexcept QUERN_RT { return to_; }
    [[nodiscard]] Origin origin() const noexcept QUERN_RT { return origin_; }
    /// From the next frame on, for a caller that applies the gains itself and skips the frames.
    [[nodiscard]] FadePiece piece() const noexcept QUERN_RT { return {from_, to_, index_, length_}; }
    [[nodiscard]] bool fading() const noexcept QUERN_RT { return index_ < length_; }

private:
    Origin origin_;
    float from_ = 1.0f;
    float to_ = 1.0f;
    std::int32_t index_ = 0;  // of the next frame within the fade
    std::int32_t length_ = 0; // frames; 0 while nothing was requested
};

} // namespace quern::dsp
