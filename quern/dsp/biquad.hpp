// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Second-order section with a0 = 1: y = b0 x + b1 x1 + b2 x2 - a1 y1 - a2 y2 (docs/spec/signal.md §4.7).
struct BiquadCoefficients {
    float a1 = 0.0f;
    float a2 = 0.0f;
    float b0 = 1.0f;
    float b1 = 0.0f;
    float b2 = 0.0f;

    friend bool operator==(const BiquadCoefficients&, const BiquadCoefficients&) = default;
};

/// Direct form I history: the last two inputs and outputs, newest first.
struct BiquadState {
    float x1 = 0.0f;
    float x2 = 0.0f;
    float y1 = 0.0f;
    float y2 = 0.0f;

    friend bool operator==(const BiquadState&, const BiquadState&) = default;
};

/// Filters `in` into `out` (same length, may be the same memory). The order of additions goes by a sample's
/// position modulo 8 from the start of the call, so cut a stream at multiples of 8 only. The innermost
/// sum includes a bias of 1e-18: silence in gives about 1e-18 out and never a subnormal. Real-time safe.
void process_biquad(const BiquadCoefficients& coefficients, BiquadState& state, std::span<const float> in,
                    std::span<float> out) noexcept QUERN_RT;

/// Angle of a filter frequency at 48 kHz in radians, with the roundings of the original.
[[nodiscard]] float filter_angle(float hz) noexcept QUERN_RT;

inline constexpr float kAngleFloor = 0x1.9bc65ep-9f;   ///< pi/1000: 24 Hz
inline constexpr float kAngleCeiling = 0x1.91b8c4p+1f; ///< 0.999 pi: 23976 Hz

/// What a filter does with a block: pass it unchanged, or filter with coefficients for `angle`.
struct FilterDecision {
    bool bypass = true;
    float angle = 0.0f; ///< radians, limited to the filter's range unless bypassed
};

} // namespace quern::dsp
