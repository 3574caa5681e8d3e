// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Level of a send (docs/spec/signal.md §4.5): a new value is approached over the first 64 frames of a block
/// in steps of 1/65, the block ends at 64/65 of the way and the next one is on target. Nothing is fused.
/// Real-time safe.
class LevelRamp {
public:
    enum class End : bool {
        short_of_target, ///< the original: the last 1/65 is a jump at the block's edge
        on_target        ///< 64 equal steps
    };

    explicit LevelRamp(End end = End::short_of_target) noexcept QUERN_RT : end_(end) {}

    /// In force from the next block. A non-finite level changes nothing.
    void set(float level) noexcept QUERN_RT;
    /// The next block starts at the target, without a ramp. A fresh ramp is in this state.
    void restart() noexcept QUERN_RT { restarted_ = true; }
    /// One block: bus += level * source, product and sum rounded apart. Same lengths.
    void add(std::span<const float> source, std::span<float> bus) noexcept QUERN_RT;
    /// One block: io *= level.
    void apply(std::span<float> io) noexcept QUERN_RT;

    /// Where the next block begins.
    [[nodiscard]] float from() const noexcept QUERN_RT { return restarted_ ? target_ : current_; }
    /// For a caller that has sent the block itself: its last frame, before the level.
    void sent(float last_sample) noexcept QUERN_RT { arrive(last_sample * target_); }

    [[nodiscard]] End end() const noexcept QUERN_RT { return end_; }
    [[nodiscard]] float target() const noexcept QUERN_RT { return target_; }
    /// What the sender's last frame put on the bus at the target level: the value a release fold fades out.
    [[nodiscard]] float last() const noexcept QUERN_RT { return last_; }

private:
    void arrive(float last) noexcept QUERN_RT
    {
        current_ = target_;
        restarted_ = false;
        last_ = last;
    }

    End end_;
    float target_ = 1.0f;
    float current_ = 1.0f;
    float last_ = 0.0f;
    bool restarted_ = true;
};

} // namespace quern::dsp
