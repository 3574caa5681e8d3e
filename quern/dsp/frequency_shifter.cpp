// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/frequency_shifter.hpp"

#include <algorithm>
#include <cmath>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/kernels.hpp"

namespace quern::dsp {
namespace {

// An all-pass section needs two numbers: the feed-forward side mirrors the feedback side.
constexpr BiquadCoefficients all_pass(std::uint32_t a1, std::uint32_t a2) noexcept
{
    return {from_bits(a1), from_bits(a2), from_bits(a2), from_bits(a1), 1.0f};
}

} // namespace

constinit const std::array<BiquadCoefficients, FrequencyShifter::kSections> FrequencyShifter::kAllPass{
    all_pass(0xBFF620C5, 0x3F6C7469),
    all_pass(0xBFFBDFCD, 0x3F77C5D9),
    all_pass(0xBECDB811, 0xBE5A43B1),
    all_pass(0xBFA1A207, 0x3EB1E001),
};

float FrequencyShifter::phase_step(float shift_hz) noexcept QUERN_RT
{
    const float part = shift_hz / static_cast<float>(kSampleRate);
    return part * kTwoPi;
}

float FrequencyShifter::next_phase(float phase, float step) noexcept QUERN_RT
{
    const float end = fused(step, static_cast<float>(kBlockFrames), phase);
    const float turns = static_cast<float>(static_cast<std::int32_t>(end * kPerTwoPi));
    return fused(-turns, kTwoPi, end);
}

void FrequencyShifter::set_shift(float hz) noexcept QUERN_RT
{
    if (std::abs(hz) <= kLargestShiftHz)
        shift_hz_ = hz;
}

void FrequencyShifter::process(std::span<const float, kBlockFrames> in,
                               std::span<float, kBlockFrames> out) noexcept QUERN_RT
{
    shift_block(state_, phase_, shift_hz_, in, out);
}

void shift_block(std::span<BiquadState, FrequencyShifter::kSections> state, float& phase, float shift_hz,
                 std::span<const float, kBlockFrames> in,
                 std::span<float, kBlockFrames> out) noexcept QUERN_RT
{
    const Kernels& run = kernels();
    std::array<float, kBlockFrames> i;
    std::array<float, kBlockFrames> q;
    const BiquadCoefficients* sections = FrequencyShifter::kAllPass.data();
    run.biquad_pair(sections, state.data(), in.data(), in.data(), i.data(), q.data(), kBlockFrames);
    run.biquad_pair(sections + 2, state.data() + 2, i.data(), q.data(), i.data(), q.data(), kBlockFrames);
    const float step = FrequencyShifter::phase_step(shift_hz);
    if (step == 0.0f && phase == 0.0f) {
        // cos 0 = 1 and sin 0 = 0: the mix is the in-phase path, which the bias keeps off negative zero.
        std::copy(i.begin(), i.end(), out.begin());
        return;
    }
    run.shift(i.data(), q.data(), out.data(), phase, step, kBlockFrames);
    phase = FrequencyShifter::next_phase(phase, step);
}

} // namespace quern::dsp
