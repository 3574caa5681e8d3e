// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Plain grains in vectors over time, with the bits of pool_kernels.cpp (docs/spec/pool.md §4).
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_kernels.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/grain/simd/pool_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/grain/simd/pool_reader.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

constexpr auto kLanes = static_cast<std::int32_t>(kWidth);
// Beyond these, one value at a time. Ages are exact as singles, offsets fit into integers with room to spare,
// and rounding moves the offset of a step up to 2 by less than half a frame.
constexpr std::int32_t kMostFrames = 1 << 21;
constexpr float kMostStep = 512.0f;

HWY_INLINE V frames_from(std::int32_t first)
{
    return hn::Add(all(static_cast<float>(first)), hn::Iota(kSingles, 0.0f));
}

/// The heads of a grain's frames.
struct Heads {
    V step, origin;
    std::int32_t behind; // of the first lane's frame, the first one loaded

    HWY_INLINE explicit Heads(const PoolSpan& span, Reach reach)
        : step(all(span.step)), origin(all(span.origin)), behind(0)
    {
        if (span.step < 0.0f && reach != Reach::any)
            behind = reach == Reach::one ? kLanes - 1 : 2 * kLanes - 1;
    }
    template <Reach kReach> HWY_INLINE V read(const float* source, std::int64_t anchor, V run) const
    {
        const V offset = hn::Add(origin, hn::Mul(step, run));
        const V whole = hn::Floor(offset);
        const W frame = hn::ConvertTo(kWords, whole);
        const std::int32_t first = hn::GetLane(frame) - behind;
        const W index = hn::Sub(frame, hn::Set(kWords, first));
        const Neighbours n = Reader<kReach>::read(source + (anchor + first), index);
        return hn::Add(n.near, hn::Mul(hn::Sub(n.far, n.near), hn::Sub(offset, whole)));
    }
};

/// The window of a grain, read from its curve.
struct CurveWindow {
    V length, inverse;

    HWY_INLINE explicit CurveWindow(std::int32_t frames)
        : length(all(static_cast<float>(frames))), inverse(all(1.0f / static_cast<float>(frames)))
    {
    }
    HWY_INLINE V part(V age, bool is_short) const
    {
#if !QUERN_EMULATED_FUSE
        if (is_short) { // the rounded quotient, in three operations
            const V near = hn::Mul(age, inverse);
            return hn::MulAdd(hn::NegMulAdd(near, length, age), inverse, near);
        }
#endif
        (void)is_short;
        return hn::Div(age, length);
    }
    template <Reach kReach, bool kShort> HWY_INLINE V read(const float* curve, V age) const
    {
        const V t = hn::Mul(part(age, kShort), all(static_cast<float>(kWindowPoints - 1)));
        W point = hn::ConvertTo(kWords, t);
        const V rest = hn::Sub(t, hn::ConvertTo(kSingles, point));
        if constexpr (kReach == Reach::any || kWidth == 4) // lanes past the grain's end
            point = hn::Min(point, hn::Set(kWords, static_cast<std::int32_t>(kWindowPoints) - 1));
        const std::int32_t first = kReach == Reach::any ? 0 : hn::GetLane(point);
        const W index = kReach == Reach::any ? point : hn::Sub(point, hn::Set(kWords, first));
        const Neighbours n = Reader<kReach>::read(curve + first, index);
        return hn::Add(n.near, hn::Mul(hn::Sub(n.far, n.near), rest));
    }
};

constexpr std::int32_t kShortLength = 32768; // up to which the three operations are the rounded quotient

HWY_INLINE Reach window_reach(std::int32_t length)
{
    if (QUERN_FOUR_LANES)
        return Reach::any;
    return length >= 512 ? Reach::one : length >= 256 ? Reach::two : Reach::any;
}
HWY_INLINE Reach source_reach(const PoolSpan& span)
{
    if (QUERN_FOUR_LANES)
        return Reach::any;
    const float size = __builtin_fabsf(span.step);
    // Rounding moves an offset by less than an ulp; an ulp is at most 2^-23 of the largest.
    const float largest = size * static_cast<float>(span.run + span.count + kLanes) + 1.0f;
    if (size + largest * 0x1p-21f <= 1.0f || (size == 1.0f && span.origin == 0.0f))
        return Reach::one;
    return size <= 2.0f ? Reach::two : Reach::any;
}

/// Frames at the start of a vector whose loads all fall into the source.
class Inside {
public:
    HWY_INLINE explicit Inside(const PoolSpan& span) : span_(span)
    {
        const float size = __builtin_fabsf(span.step);
        const auto far = std::max(static_cast<std::int64_t>(size * static_cast<float>(kLanes)) + 2,
                                  std::int64_t{2 * kLanes});
        ahead_ = span.step < 0.0f ? 2 : far + 1;
        behind_ = span.step < 0.0f ? far : 0;
    }
    HWY_INLINE bool operator()(std::int32_t k) const
    {
        const std::int64_t frame = span_.anchor + head(k);
        return frame >= behind_ && frame + ahead_ <= span_.frames;
    }
    /// The first frame inside and the first after it that is not; heads go one way, so there is nothing else.
    HWY_INLINE void find(std::int32_t& begin, std::int32_t& end) const
    {
        begin = 0;
        end = span_.count;
        if ((*this)(0) && (*this)(span_.count - 1))
            return;
        const bool forward = span_.step >= 0.0f;
        begin = first_of([&](std::int32_t k) HWY_ATTR {
            const std::int64_t frame = span_.anchor + head(k);
            return forward ? frame >= behind_ : frame + ahead_ <= span_.frames;
        });
        end = first_of([&](std::int32_t k) HWY_ATTR {
            const std::int64_t frame = span_.anchor + head(k);
            return forward ? frame + ahead_ > span_.frames : frame < behind_;
        });
    }

private:
    HWY_INLINE std::int64_t head(std::int32_t k) const
    {
        return split(span_.origin + span_.step * static_cast<float>(span_.run + k)).frame;
    }
    template <class Test> HWY_INLINE std::int32_t first_of(Test test) const
    {
        std::int32_t low = 0;
        std::int32_t high = span_.count;
        while (low < high) {
            const std::int32_t middle = (low + high) / 2;
            if (test(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
    const PoolSpan& span_;
    std::int64_t ahead_;
    std::int64_t behind_;
};

HWY_INLINE void add_one_by_one(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    for (std::int32_t k = from; k < to; ++k) {
        const float sample =
            read_plain(span.source, span.frames, span.anchor, span.origin, span.step, span.run + k);
        const float window =
            span.window != nullptr ? span.window[k] : window_at(span.curve, span.age + k, span.length);
        const float value = sample * window;
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    }
}

HWY_INLINE void accumulate(V value, V gain, float* out)
{
    hn::StoreU(hn::Add(hn::LoadU(kSingles, out), hn::Mul(value, gain)), kSingles, out);
}
/// The first `count` lanes.
HWY_INLINE void accumulate_part(V value, V gain, float* out, std::int32_t count)
{
#if QUERN_FOUR_LANES
    HWY_ALIGN float lane[kWidth];
    hn::Store(hn::Mul(value, gain), kSingles, lane);
    for (std::int32_t k = 0; k < count; ++k)
        out[k] += lane[k];
#else
    const auto mask = hn::FirstN(kSingles, static_cast<std::size_t>(count));
    const V sum = hn::Add(hn::MaskedLoad(mask, kSingles, out), hn::Mul(value, gain));
    hn::BlendedStore(sum, mask, kSingles, out);
#endif
}

/// Frames `from` to `to` of a span, all of which are inside.
template <Reach kSource, class Window>
HWY_INLINE void add_vectors(const PoolSpan& span, std::int32_t from, std::int32_t to, Window window)
{
    const Heads heads(span, kSource);
    const V left = all(span.gain_left);
    const V right = all(span.gain_right);
    V run = frames_from(span.run + from);
    std::int32_t k = from;
    for (; k + kLanes <= to; k += kLanes) {
        const V value = hn::Mul(heads.template read<kSource>(span.source, span.anchor, run), window(k));
        accumulate(value, left, span.left + k);
        accumulate(value, right, span.right + k);
        run = hn::Add(run, all(static_cast<float>(kLanes)));
    }
    if (k < to) {
        const V value = hn::Mul(heads.template read<kSource>(span.source, span.anchor, run), window(k));
        accumulate_part(value, left, span.left + k, to - k);
        accumulate_part(value, right, span.right + k, to - k);
    }
}

template <Reach kSource, Reach kWindow, bool kShort>
HWY_NOINLINE void add_curve(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    const CurveWindow window(span.length);
    V age = frames_from(span.age + from);
    add_vectors<kSource>(span, from, to, [&](std::int32_t) HWY_ATTR {
        const V value = window.read<kWindow, kShort>(span.curve, age);
        age = hn::Add(age, all(static_cast<float>(kLanes)));
        return value;
    });
}
template <Reach kSource>
HWY_NOINLINE void add_cached(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    add_vectors<kSource>(span, from, to,
                         [&](std::int32_t k) HWY_ATTR { return hn::LoadU(kSingles, span.window + k); });
}

template <Reach kSource> HWY_INLINE void add_inside(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    if (span.window != nullptr)
        return add_cached<kSource>(span, from, to);
    switch (window_reach(span.length)) {
    case Reach::one:
        if (span.length <= kShortLength)
            return add_curve<kSource, Reach::one, true>(span, from, to);
        return add_curve<kSource, Reach::one, false>(span, from, to);
    case Reach::two:
        return add_curve<kSource, Reach::two, true>(span, from, to);
    case Reach::any:
        return add_curve<kSource, Reach::any, false>(span, from, to);
    }
}

HWY_INLINE void add_span(const PoolSpan& span)
{
    if (!(__builtin_fabsf(span.step) <= kMostStep) || span.run + std::int64_t{span.count} > kMostFrames ||
        span.age + std::int64_t{span.count} > kMostFrames)
        return add_one_by_one(span, 0, span.count);
    std::int32_t from = 0;
    std::int32_t to = 0;
    Inside(span).find(from, to);
    if (from >= to)
        return add_one_by_one(span, 0, span.count);
    if (from > 0)
        add_one_by_one(span, 0, from);
    switch (source_reach(span)) {
    case Reach::one:
        add_inside<Reach::one>(span, from, to);
        break;
    case Reach::two:
        add_inside<Reach::two>(span, from, to);
        break;
    case Reach::any:
        add_inside<Reach::any>(span, from, to);
        break;
    }
    if (to < span.count)
        add_one_by_one(span, to, span.count);
}

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t i = 0; i < count; ++i)
        add_span(spans[i]);
}

void window(const float* curve, std::int32_t age, std::int32_t length, float* out,
            std::int32_t count) noexcept QUERN_RT
{
    for (std::int32_t k = 0; k < count; ++k)
        out[k] = window_at(curve, age + k, length);
}

} // namespace
constexpr PoolKernels kKernels{render, window};
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
