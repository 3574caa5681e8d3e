// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::dsp {

/// Off at gain 1 only; the angle is limited to the filters' range, NaN to its top (docs/spec/signal.md
/// §4.10).
[[nodiscard]] FilterDecision peaking_decision(float centre_hz, float gain) noexcept QUERN_RT;
/// Bell for an angle in radians, a linear centre gain above 0 and a quality (limited to 0.2..20).
[[nodiscard]] BiquadCoefficients peaking_coefficients(float angle, float gain,
                                                      float quality) noexcept QUERN_RT;

/// Second-order bell. Changes act at the next block, on the same history. While it is off its history is
/// zero. Real-time safe.
class Peaking {
public:
    /// `gain` is linear and must be finite and above 0, `quality` finite; otherwise nothing changes.
    void set(float centre_hz, float gain, float quality) noexcept QUERN_RT;
    /// One block; `in` and `out` have the same length, a multiple of 8, and may be the same memory.
    void process(std::span<const float> in, std::span<float> out) noexcept QUERN_RT;
    void reset() noexcept QUERN_RT { *this = Peaking{}; }
    [[nodiscard]] const BiquadState& state() const noexcept QUERN_RT { return state_; }

private:
    float centre_hz_ = 96000.0f;
    float gain_ = 1.0f;
    float quality_ = 3.0f;
    float built_angle_ = -1.0f;
    float built_gain_ = 0.0f;
    float built_quality_ = 0.0f;
    BiquadCoefficients coefficients_{};
    BiquadState state_{};
};

} // namespace quern::dsp
