// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Gain that moves to a new value over the first 64 frames of a block, in eight steps of eight
/// (docs/spec/signal.md §4.11). Real-time safe.
class GainRamp {
public:
    /// In force from the next block. A non-finite gain changes nothing.
    void set(float gain) noexcept QUERN_RT;
    /// The next block starts at the target, without a ramp. A fresh ramp is in this state.
    void restart() noexcept QUERN_RT { restarted_ = true; }
    /// Scales one block in place.
    void process(std::span<float> io) noexcept QUERN_RT;
    [[nodiscard]] float target() const noexcept QUERN_RT { return target_; }

private:
    float target_ = 1.0f;
    float applied_ = 1.0f;
    bool restarted_ = true;
};

} // namespace quern::dsp
