// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Plain grains in vectors over time, with the bits of pool_kernels.cpp (docs/spec/pool.md §4).
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_kernels.hpp"
#include "quern/grain/pool_span.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/grain/simd/pool_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/grain/simd/pool_batch.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

/// How a source is read at a step's `size`, `most` frames being the largest offset. `is_exact`: whether a step
/// of whole frames stays one.
HWY_INLINE Reach reach_of(float size, float most, bool is_exact)
{
    if (QUERN_FOUR_LANES)
        return Reach::two; // there is one reader for all
    // Rounding moves an offset by less than an ulp, which is at most 2^-23 of the largest.
    const float reach = size + (most + 1.0f) * 0x1p-21f;
    // No branches: which reach comes next cannot be foreseen.
    const auto within = [&](float limit) {
        const bool is_whole = std::bit_cast<std::uint32_t>(size) == std::bit_cast<std::uint32_t>(limit);
        return static_cast<int>((reach <= limit) | (is_whole & is_exact));
    };
    if (HWY_TARGET == HWY_AVX3)
        return static_cast<Reach>(3 - within(4.0f) - within(2.0f)); // two cost no more than one
    return static_cast<Reach>(3 - 2 * within(2.0f) - within(1.0f)); // four no less than any
}

/// Whether a span is a track: forward, its source and window near enough, and all that it reads certain to be
/// in the source.
HWY_INLINE bool is_track(const PoolSpan& span, TrackKind& kind)
{
    constexpr float kWidest = QUERN_FOUR_LANES ? kMostSpanStep : 2.0f;
    // Bits of numbers from 0 on are in the order of the numbers.
    if (std::bit_cast<std::uint32_t>(span.step) > std::bit_cast<std::uint32_t>(kWidest) ||
        ((span.run + span.count) | (span.age + span.count)) > kMostSpanFrames || span.anchor < 0)
        return false;
    const float most = span.origin + span.step * static_cast<float>(span.run + span.count + kLanes);
    if (span.anchor + static_cast<std::int32_t>(most) + 2 * kLanes + 2 > span.frames)
        return false;
    if (span.window != nullptr)
        kind.from = From::cache;
    else if (span.length >= 512 && span.length <= kMostSpanFrames)
        kind.from = From::near_curve;
    else if (span.length >= 256 && span.length < 512)
        kind.from = From::wide_curve;
    else
        return false;
    const bool has_origin = std::bit_cast<std::uint32_t>(span.origin) != 0;
    kind.anchor = static_cast<Anchor>(has_origin | (span.run != span.age));
    kind.reach = reach_of(span.step, most, !has_origin);
    return kind.reach <= Reach::two;
}

template <Interpolation kInterpolation>
void add_one_by_one(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    for (std::int32_t k = from; k < to; ++k) {
        const float sample =
            read_plain(kInterpolation, span.source, span.frames, span.anchor, span.origin, span.step, span.run + k);
        const float window =
            span.window != nullptr ? span.window[k] : window_at(span.curve, span.age + k, span.length);
        const float value = sample * window;
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    }
}

template <Interpolation kInterpolation, Reach kReach>
HWY_INLINE void add_inside(const PoolSpan& span, const Inside& inside)
{
    if (span.window != nullptr)
        add_voice<kReach, From::cache, kInterpolation>(span, inside.begin, inside.end);
    else
        add_voice<kReach, From::curve, kInterpolation>(span, inside.begin, inside.end);
}
template <Interpolation kInterpolation>
HWY_INLINE void add_inside(const PoolSpan& span, const Inside& inside, Reach reach)
{
    if (reach == Reach::one)
        add_inside<kInterpolation, Reach::one>(span, inside);
    else if (reach == Reach::two)
        add_inside<kInterpolation, Reach::two>(span, inside);
#if HWY_TARGET == HWY_AVX3
    else if (reach == Reach::four)
        add_inside<kInterpolation, Reach::four>(span, inside);
#endif
    else
        add_inside<kInterpolation, Reach::any>(span, inside);
}

/// Any span.
template <Interpolation kInterpolation> HWY_NOINLINE void add_span(const PoolSpan& span)
{
    if (!is_moderate(span))
        return add_one_by_one<kInterpolation>(span, 0, span.count);
    const float size = __builtin_fabsf(span.step);
    const Reach reach = reach_of(size, size * static_cast<float>(span.run + span.count + kLanes),
                                 span.origin == 0.0f);
    // What a vector whose first frame is inside may load.
    std::int64_t far = vectors_of(reach) * kLanes;
    if (QUERN_FOUR_LANES || reach == Reach::any)
        far = static_cast<std::int64_t>(__builtin_fabsf(span.step) * static_cast<float>(kLanes)) + 3;
    constexpr std::int64_t kMore = kInterpolation == Interpolation::linear ? 0 : 1; // neighbours on each side
    const Inside inside = span.step < 0.0f ? Inside::of(span, far + kMore, 2 + kMore)
                                           : Inside::of(span, kMore, far + 1 + kMore);
    if (inside.begin >= inside.end)
        return add_one_by_one<kInterpolation>(span, 0, span.count);
    add_one_by_one<kInterpolation>(span, 0, inside.begin);
    add_inside<kInterpolation>(span, inside, reach);
    add_one_by_one<kInterpolation>(span, inside.end, span.count);
}

#if QUERN_FOUR_LANES

template <From kFrom> HWY_INLINE void add_track(const PoolSpan& span, Anchor anchor)
{
    if (anchor == Anchor::first)
        add_track<kFrom, Anchor::first>(span);
    else
        add_track<kFrom, Anchor::moved>(span);
}
HWY_INLINE void add_track(const PoolSpan& span, const TrackKind& kind)
{
    if (kind.from == From::cache)
        add_track<From::cache>(span, kind.anchor);
    else if (kind.from == From::near_curve)
        add_track<From::near_curve>(span, kind.anchor);
    else
        add_track<From::wide_curve>(span, kind.anchor);
}

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t i = 0; i < count; ++i) {
        TrackKind kind{};
        if (is_track(spans[i], kind))
            add_track(spans[i], kind);
        else
            add_span<Interpolation::linear>(spans[i]);
    }
}

#else

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    Batch batch;
    const auto flush = [&]() HWY_ATTR {
        if (batch.count != 0)
            add_batch(batch);
        batch.clear();
    };
    for (std::size_t i = 0; i < count; ++i) {
        TrackKind kind{};
        if (!is_track(spans[i], kind)) {
            flush();
            add_span<Interpolation::linear>(spans[i]);
            continue;
        }
        if (batch.count != 0 && !batch.takes(spans[i], kind))
            flush();
        batch.add(spans[i], kind);
    }
    flush();
}

#endif

void render_hermite(const PoolSpan& span) noexcept QUERN_RT
{
    add_span<Interpolation::hermite>(span);
}

void window(const float* curve, std::int32_t age, std::int32_t length, float* out,
            std::int32_t count) noexcept QUERN_RT
{
    if (length > kMostSpanFrames) {
        for (std::int32_t k = 0; k < count; ++k)
            out[k] = window_at(curve, age + k, length);
        return;
    }
    PoolSpan span{};
    span.curve = curve;
    span.length = length;
    const Window<From::curve> values(span);
    for (std::int32_t k = 0; k < count; k += kLanes)
        hn::StoreU(values.at(k, frames_from(age + k)), kSingles, out + k);
}

} // namespace
constexpr PoolKernels kKernels{render, render_hermite, window};
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::grain {
const PoolKernels* vector_pool_kernels(dsp::SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::grain
#endif
