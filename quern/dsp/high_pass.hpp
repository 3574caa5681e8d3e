// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::dsp {

/// Off up to 24 Hz (and for NaN); everything else filters, at 23976 Hz or below (docs/spec/signal.md §4.8).
[[nodiscard]] FilterDecision high_pass_decision(float cutoff_hz) noexcept QUERN_RT;
/// Coefficients at Q = 1 for an angle in radians.
[[nodiscard]] BiquadCoefficients high_pass_coefficients(float angle) noexcept QUERN_RT;

/// Second-order high-pass of quality 1. A new cutoff acts at the next block, on the same history. While the
/// filter is off its history is zero. Real-time safe.
class HighPass {
public:
    /// Any value; see `high_pass_decision`. NaN switches the filter off.
    void set_cutoff(float hz) noexcept QUERN_RT { cutoff_hz_ = hz; }
    /// One block; `in` and `out` have the same length, a multiple of 8, and may be the same memory.
    void process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT;
    void reset() noexcept QUERN_RT { *this = HighPass{}; }
    [[nodiscard]] const BiquadState& state() const noexcept QUERN_RT { return state_; }

private:
    float cutoff_hz_ = 0.0f;
    float angle_ = -1.0f; // of coefficients_; no filtering angle is negative
    BiquadCoefficients coefficients_{};
    BiquadState state_{};
};

} // namespace quern::dsp
