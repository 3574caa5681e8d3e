// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The loops of `Kernels` in vectors over time. Recursive filters stay as they are: one section alone has
// nothing to put side by side.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "quern/core/units.hpp"
#include "quern/dsp/fade_roots.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/kernel_builds.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/dsp/simd/kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/dsp/simd/fade.inl"
#include "quern/dsp/simd/resample.inl"
#include "quern/dsp/simd/vector.inl"
#include "quern/dsp/simd/voice.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::dsp::HWY_NAMESPACE {
namespace {

/// Whole vectors, then what is left: less than one vector, through memory of full width.
struct Whole {
    HWY_INLINE V load(const float* from) const { return hn::LoadU(kSingles, from); }
    HWY_INLINE void store(V v, float* to) const { hn::StoreU(v, kSingles, to); }
};
struct Part {
    std::size_t count;
    HWY_INLINE V load(const float* from) const
    {
        HWY_ALIGN float lanes[kWidth] = {};
        for (std::size_t k = 0; k < count; ++k)
            lanes[k] = from[k];
        return hn::Load(kSingles, lanes);
    }
    HWY_INLINE void store(V v, float* to) const
    {
        HWY_ALIGN float lanes[kWidth];
        hn::Store(v, kSingles, lanes);
        for (std::size_t k = 0; k < count; ++k)
            to[k] = lanes[k];
    }
};
template <class Body> HWY_INLINE void over(std::size_t begin, std::size_t end, Body body)
{
    std::size_t k = begin;
    for (; k + kWidth <= end; k += kWidth)
        body(Whole{}, k);
    if (k < end)
        body(Part{end - k}, k);
}

HWY_INLINE W frames_from(std::size_t k)
{
    return numbers_from(static_cast<std::int32_t>(k));
}

// Gains of frames k .. of a ramp. `stair`: as Gain modules climb, in eight steps of eight.
HWY_INLINE V stair_gain(std::size_t k, V from, V step)
{
    const W frame = frames_from(k);
    const V eights = hn::ConvertTo(kSingles, hn::And(frame, hn::Set(kWords, ~7)));
    const V ones = hn::ConvertTo(kSingles, hn::And(frame, hn::Set(kWords, 7)));
    return hn::Add(hn::Add(from, hn::Mul(eights, step)), hn::Mul(ones, step));
}
HWY_INLINE V send_gain(std::size_t k, V from, V step)
{
    return hn::Add(from, hn::Mul(hn::ConvertTo(kSingles, frames_from(k)), step));
}

// Calls body(access, frame, gain vector) over a block with a ramp in its first 64 frames.
template <class Body> HWY_INLINE void over_stairs(float from, float to, std::size_t frames, Body body)
{
    std::size_t moving = 0;
    float reached = to;
    if (from != to) {
        const float step = (to - from) * 0x1p-6f;
        moving = std::min(frames, kRampFrames);
        over(0, moving, [&](auto access, std::size_t k) HWY_ATTR {
            body(access, k, stair_gain(k, all(from), all(step)));
        });
        reached = from + 64.0f * step;
    }
    over(moving, frames, [&](auto access, std::size_t k) HWY_ATTR { body(access, k, all(reached)); });
}
template <class Body>
HWY_INLINE void over_send(float from, float to, bool short_end, std::size_t frames, Body body)
{
    std::size_t moving = 0;
    float reached = to;
    if (from != to) {
        const float step = (to - from) * (short_end ? kSendStep : 0x1p-6f);
        moving = std::min(frames, kRampFrames);
        over(0, moving, [&](auto access, std::size_t k) HWY_ATTR {
            body(access, k, send_gain(k, all(from), all(step)));
        });
        if (short_end)
            reached = from + 64.0f * step;
    }
    over(moving, frames, [&](auto access, std::size_t k) HWY_ATTR { body(access, k, all(reached)); });
}

void hold_gain(float gain, float* io, std::size_t begin, std::size_t frames)
{
    if (gain == 1.0f)
        return;
    over(begin, frames, [&](auto access, std::size_t k) HWY_ATTR {
        access.store(hn::Mul(access.load(io + k), all(gain)), io + k);
    });
}

void fade_console(const FadePiece& p, float* io, std::size_t frames) noexcept QUERN_RT
{
    const ConsoleFade fade(p, frames);
    with_roots(fade.roots, [&](auto form) HWY_ATTR {
        over(0, fade.moving, [&](auto access, std::size_t k) HWY_ATTR {
            access.store(hn::Mul(access.load(io + k), fade.at<form.roots>(k)), io + k);
        });
    });
    hold_gain(p.to, io, fade.moving, frames);
}

void fade_port(const FadePiece& p, float* io, std::size_t frames) noexcept QUERN_RT
{
    const std::int32_t remaining = std::max(p.length - 1 - p.index, 0);
    const std::size_t moving = std::min(frames, static_cast<std::size_t>(remaining));
    const V length = all(static_cast<float>(p.length));
    const bool rises = p.to >= p.from;
    const V change = all(rises ? p.to - p.from : p.from - p.to);
    const V base = all(rises ? p.from : p.to);
    over(0, moving, [&](auto access, std::size_t k) HWY_ATTR {
        const W n = numbers_from(p.index + static_cast<std::int32_t>(k));
        V part = hn::Div(hn::ConvertTo(kSingles, n), length);
        if (!rises)
            part = hn::Max(hn::Sub(all(1.0f), part), hn::Zero(kSingles));
        const V gain = hn::Add(base, hn::Mul(change, hn::Sqrt(part)));
        access.store(hn::Mul(access.load(io + k), gain), io + k);
    });
    hold_gain(p.to, io, moving, frames);
}

void sin_cos(const float* angle, float* sine, float* cosine, std::size_t frames) noexcept QUERN_RT
{
    over(0, frames, [&](auto access, std::size_t k) HWY_ATTR {
        const SineCosine both = sine_cosine(access.load(angle + k));
        access.store(both.sine, sine + k);
        access.store(both.cosine, cosine + k);
    });
}

void shift(const float* i, const float* q, float* out, float phase, float step,
           std::size_t frames) noexcept QUERN_RT
{
    // Four phases that each advance by four steps, addition by addition: the sums are part of the bits.
    HWY_ALIGN float phases[kWidth];
    phases[0] = phase;
    phases[1] = phase + step;
    const float four_steps = 4.0f * step;
    phases[2] = fused_emulated(step, 2.0f, phase);
    phases[3] = fused_emulated(step, 3.0f, phase);
    for (std::size_t k = 4; k < kWidth; ++k)
        phases[k] = phases[k - 4] + four_steps;
    V angle = hn::Load(kSingles, phases);
    over(0, frames, [&](auto access, std::size_t k) HWY_ATTR {
        const SineCosine both = sine_cosine(angle);
        const V kept = hn::Mul(access.load(i + k), both.cosine);
        access.store(hn::Sub(kept, hn::Mul(access.load(q + k), both.sine)), out + k);
        for (std::size_t group = 0; group < kWidth; group += 4)
            angle = hn::Add(angle, all(four_steps));
    });
}

void gain(float* io, float from, float to, std::size_t frames) noexcept QUERN_RT
{
    if (from == to) {
        hold_gain(to, io, 0, frames);
        return;
    }
    over_stairs(from, to, frames, [&](auto access, std::size_t k, V level) HWY_ATTR {
        access.store(hn::Mul(access.load(io + k), level), io + k);
    });
}

void gain_add(const float* in, float* bus, float from, float to, std::size_t frames) noexcept QUERN_RT
{
    over_stairs(from, to, frames, [&](auto access, std::size_t k, V level) HWY_ATTR {
        const V part = hn::Mul(access.load(in + k), level);
        access.store(hn::Add(access.load(bus + k), part), bus + k);
    });
}

void level(const float* in, float* out, float from, float to, bool short_end,
           std::size_t frames) noexcept QUERN_RT
{
    over_send(from, to, short_end, frames, [&](auto access, std::size_t k, V gain) HWY_ATTR {
        access.store(hn::Mul(access.load(in + k), gain), out + k);
    });
}

void level_add(const float* in, float* bus, float from, float to, bool short_end,
               std::size_t frames) noexcept QUERN_RT
{
    over_send(from, to, short_end, frames, [&](auto access, std::size_t k, V gain) HWY_ATTR {
        const V part = hn::Mul(access.load(in + k), gain);
        access.store(hn::Add(access.load(bus + k), part), bus + k);
    });
}

void clip(float* io, float level, std::size_t frames) noexcept QUERN_RT
{
    const V high = all(level);
    const V low = all(-level);
    over(0, frames, [&](auto access, std::size_t k) HWY_ATTR {
        const V x = access.load(io + k);
        const V above = hn::IfThenElse(hn::Lt(x, low), low, x);
        access.store(hn::IfThenElse(hn::Gt(above, high), high, above), io + k);
    });
}

void add(const float* in, float* bus, std::size_t frames) noexcept QUERN_RT
{
    over(0, frames, [&](auto access, std::size_t k) HWY_ATTR {
        access.store(hn::Add(access.load(bus + k), access.load(in + k)), bus + k);
    });
}

void clear(float* out, std::size_t frames) noexcept QUERN_RT
{
    over(0, frames, [&](auto access, std::size_t k) HWY_ATTR { access.store(hn::Zero(kSingles), out + k); });
}

// By bits: magnitudes of singles order like integers, infinity and NaN on top.
float peak(const float* in, std::size_t frames) noexcept QUERN_RT
{
    const W magnitude = hn::Set(kWords, 0x7FFFFFFF);
    W most[4] = {hn::Zero(kWords), hn::Zero(kWords), hn::Zero(kWords), hn::Zero(kWords)};
    const auto meet = [&](W& part, V samples) HWY_ATTR {
        part = hn::Max(part, hn::And(hn::BitCast(kWords, samples), magnitude));
    };
    std::size_t k = 0;
    for (; k + 4 * kWidth <= frames; k += 4 * kWidth) { // none waits for another
        meet(most[0], hn::LoadU(kSingles, in + k));
        meet(most[1], hn::LoadU(kSingles, in + k + kWidth));
        meet(most[2], hn::LoadU(kSingles, in + k + 2 * kWidth));
        meet(most[3], hn::LoadU(kSingles, in + k + 3 * kWidth));
    }
    over(k, frames, [&](auto access, std::size_t at) HWY_ATTR { meet(most[0], access.load(in + at)); });
    const W whole = hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3]));
    return from_bits(static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(kWords, whole))));
}

#if QUERN_EMULATED_FUSE
#define QUERN_FILTERS kEmulatedKernels
#else
#define QUERN_FILTERS kHardwareKernels
#endif

void biquad(const BiquadCoefficients& coefficients, BiquadState& state, const float* in, float* out,
            std::size_t frames) noexcept QUERN_RT
{
    QUERN_FILTERS.biquad(coefficients, state, in, out, frames);
}
void biquad_pair(const BiquadCoefficients* coefficients, BiquadState* state, const float* in0,
                 const float* in1, float* out0, float* out1, std::size_t frames) noexcept QUERN_RT
{
    QUERN_FILTERS.biquad_pair(coefficients, state, in0, in1, out0, out1, frames);
}
float fade_gain_console(const FadePiece& piece, std::int32_t n) noexcept QUERN_RT
{
    return QUERN_FILTERS.fade_gain_console(piece, n);
}
float fade_gain_port(const FadePiece& piece, std::int32_t n) noexcept QUERN_RT
{
    return QUERN_FILTERS.fade_gain_port(piece, n);
}
#undef QUERN_FILTERS

} // namespace

constexpr Kernels kKernels{
    resample, fade_console,      fade_port,      biquad,    biquad_pair, shift, sin_cos,
    gain,     gain_add,          level,          level_add, clip,        add,   clear,
    peak,     fade_gain_console, fade_gain_port, voice};

} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::dsp {
const Kernels* vector_kernels(SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::dsp
#endif
