// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::dsp {

/// Single-sideband frequency shifter: an all-pass pair close to quadrature, mixed with an oscillator
/// (docs/spec/signal.md §4.13). Positive shifts move tones up. At 0 Hz from phase 0 it is the in-phase
/// all-pass path. Real-time safe.
class FrequencyShifter {
public:
    /// All-pass sections in the order they run: in-phase 1, quadrature 1, in-phase 2, quadrature 2.
    static constexpr std::size_t kSections = 4;
    static const std::array<BiquadCoefficients, kSections> kAllPass;
    static constexpr float kLargestShiftHz = 96000.0f;

    /// Phase step per frame in radians.
    [[nodiscard]] static float phase_step(float shift_hz) noexcept QUERN_RT;
    /// Oscillator phase one block of 256 frames later; the sign is kept and it stays within one turn.
    [[nodiscard]] static float next_phase(float phase, float step) noexcept QUERN_RT;

    /// In force from the next block, without smoothing. Non-finite values and more than 96 kHz change
    /// nothing.
    void set_shift(float hz) noexcept QUERN_RT;
    /// One block; `in` and `out` may be the same memory.
    void process(std::span<const float, kBlockFrames> in,
                 std::span<float, kBlockFrames> out) noexcept QUERN_RT;
    void reset() noexcept QUERN_RT { *this = FrequencyShifter{}; }
    [[nodiscard]] float phase() const noexcept QUERN_RT { return phase_; }

private:
    float shift_hz_ = 0.0f;
    float phase_ = 0.0f;
    std::array<BiquadState, kSections> state_{};
};

/// The same block for a caller that keeps histories and phase itself.
void shift_block(std::span<BiquadState, FrequencyShifter::kSections> state, float& phase, float shift_hz,
                 std::span<const float, kBlockFrames> in,
                 std::span<float, kBlockFrames> out) noexcept QUERN_RT;

} // namespace quern::dsp
