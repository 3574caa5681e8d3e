// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::dsp {

/// Off at gain 1 or from 23976 Hz up; a NaN corner filters at the floor (docs/spec/signal.md §4.9).
[[nodiscard]] FilterDecision high_shelf_decision(float corner_hz, float gain) noexcept QUERN_RT;
/// Shelf of slope 1 for a corner angle in radians and a linear plateau gain above 0.
[[nodiscard]] BiquadCoefficients high_shelf_coefficients(float angle, float gain) noexcept QUERN_RT;

/// Second-order high shelf of slope 1: unity far below the corner, `gain` far above. Changes act at the next
/// block, on the same history. While the filter is off its history is zero. Real-time safe.
class HighShelf {
public:
    /// `gain` is linear and must be finite and above 0; another one leaves both values as they are.
    void set(float corner_hz, float gain) noexcept QUERN_RT;
    /// One block; `in` and `out` have the same length, a multiple of 8, and may be the same memory.
    void process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT;
    void reset() noexcept QUERN_RT { *this = HighShelf{}; }
    [[nodiscard]] const BiquadState& state() const noexcept QUERN_RT { return state_; }

private:
    float corner_hz_ = 96000.0f;
    float gain_ = 1.0f;
    float built_angle_ = -1.0f;
    float built_gain_ = 0.0f;
    BiquadCoefficients coefficients_{};
    BiquadState state_{};
};

} // namespace quern::dsp
