// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Plain grains in vectors over time, with the bits of pool_kernels.cpp (docs/spec/pool.md §4).
#include <cstddef>
#include <cstdint>

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

#include "quern/grain/simd/pool_reader.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

constexpr auto kLanes = static_cast<std::int32_t>(kWidth);
constexpr std::int32_t kShortLength = 32768; // up to which three operations are the rounded quotient

HWY_INLINE V frames_from(std::int32_t first)
{
    return hn::Add(all(static_cast<float>(first)), hn::Iota(kSingles, 0.0f));
}

/// Where the window comes from. `curve`: any length; `near_curve`: 512 frames up to kShortLength;
/// `wide_curve`: 256 up to 511.
enum class From : std::uint8_t { cache, near_curve, wide_curve, curve };

/// The window of a grain, vector after vector.
template <From kFrom> class Window {
public:
    HWY_INLINE explicit Window(const PoolSpan& span)
        : curve_(span.curve),
          length_(all(static_cast<float>(span.length))),
          inverse_(all(1.0f / static_cast<float>(span.length))),
          is_wide_(span.length >= 256),
          is_short_(span.length <= kShortLength)
    {
    }
    HWY_INLINE V at(std::int32_t, V age) const
    {
        const V part = kFrom != From::curve || is_short_ ? short_quotient(age) : hn::Div(age, length_);
        const V t = hn::Mul(part, all(static_cast<float>(kWindowPoints - 1)));
        const W point = truncated(t);
        const V rest = hn::Sub(t, hn::ConvertTo(kSingles, point));
        if constexpr (kFrom == From::near_curve)
            return between(neighbours<Reach::one, true>(curve_, point, 0), rest);
        if (kFrom == From::wide_curve || is_wide_)
            return between(neighbours<Reach::two, true>(curve_, point, 0), rest);
        // Lanes past the grain's end must stay in the curve.
        const W last = hn::Set(kWords, static_cast<std::int32_t>(kWindowPoints) - 1);
        return between(neighbours<Reach::any, true>(curve_, hn::Min(point, last), 0), rest);
    }

private:
    HWY_INLINE V short_quotient(V age) const
    {
#if QUERN_EMULATED_FUSE
        return hn::Div(age, length_);
#else
        const V near = hn::Mul(age, inverse_);
        return hn::MulAdd(hn::NegMulAdd(near, length_, age), inverse_, near);
#endif
    }
    static HWY_INLINE V between(const Neighbours& n, V rest)
    {
        return hn::Add(n.near, hn::Mul(hn::Sub(n.far, n.near), rest));
    }
    const float* curve_;
    V length_, inverse_;
    bool is_wide_, is_short_;
};
template <> class Window<From::cache> {
public:
    HWY_INLINE explicit Window(const PoolSpan& span) : values_(span.window) {}
    HWY_INLINE V at(std::int32_t k, V) const { return hn::LoadU(kSingles, values_ + k); }

private:
    const float* values_;
};

/// A grain, vector after vector from frame `from` of its span on. All that it reads is in the source.
/// `kFresh`: forward and never retuned, so that its age is also its run, and its origin is 0.
template <Reach kReach, From kFrom, bool kFresh> class Voice {
public:
    HWY_INLINE Voice(const PoolSpan& span, std::int32_t from)
        : source_(span.source + span.anchor),
          step_(all(span.step)),
          origin_(all(span.origin)),
          run_(frames_from(span.run + from)),
          age_(frames_from(span.age + from)),
          left_(all(span.gain_left)),
          right_(all(span.gain_right)),
          window_(span)
    {
        if (span.step < 0.0f)
            behind_ = kReach == Reach::one ? kLanes - 1 : 2 * kLanes - 2;
    }
    HWY_INLINE void add_next(std::int32_t k, V& left, V& right)
    {
        const V step = all(static_cast<float>(kLanes));
        V offset = hn::Mul(step_, run_);
        if constexpr (!kFresh)
            offset = hn::Add(origin_, offset);
        const V whole = hn::Floor(offset);
        const Neighbours n =
            neighbours<kReach, kFresh>(source_, truncated(whole), kFresh ? 0 : behind_);
        const V sample = hn::Add(n.near, hn::Mul(hn::Sub(n.far, n.near), hn::Sub(offset, whole)));
        const V value = hn::Mul(sample, window_.at(k, kFresh ? run_ : age_));
        left = hn::Add(left, hn::Mul(value, left_));
        right = hn::Add(right, hn::Mul(value, right_));
        run_ = hn::Add(run_, step);
        if constexpr (!kFresh)
            age_ = hn::Add(age_, step);
    }

private:
    const float* source_;
    V step_, origin_, run_, age_, left_, right_;
    Window<kFrom> window_;
    std::int32_t behind_ = 0; // of the first lane's frame, the first one loaded
};

#if QUERN_FOUR_LANES
HWY_INLINE V load_part(const float* from, std::int32_t count)
{
    HWY_ALIGN float lane[kWidth] = {};
    for (std::int32_t k = 0; k < count; ++k)
        lane[k] = from[k];
    return hn::Load(kSingles, lane);
}
HWY_INLINE void store_part(V value, float* to, std::int32_t count)
{
    HWY_ALIGN float lane[kWidth];
    hn::Store(value, kSingles, lane);
    for (std::int32_t k = 0; k < count; ++k)
        to[k] = lane[k];
}
#else
HWY_INLINE V load_part(const float* from, std::int32_t count)
{
    return hn::MaskedLoad(hn::FirstN(kSingles, static_cast<std::size_t>(count)), kSingles, from);
}
HWY_INLINE void store_part(V value, float* to, std::int32_t count)
{
    hn::BlendedStore(value, hn::FirstN(kSingles, static_cast<std::size_t>(count)), kSingles, to);
}
#endif

/// Several grains that sound in the same frames of one owner, added in their order.
template <class... Voices>
HWY_INLINE void add_voices(float* left, float* right, std::int32_t from, std::int32_t to, Voices... voices)
{
    std::int32_t k = from;
    for (; k + kLanes <= to; k += kLanes) {
        V l = hn::LoadU(kSingles, left + k);
        V r = hn::LoadU(kSingles, right + k);
        (voices.add_next(k, l, r), ...);
        hn::StoreU(l, kSingles, left + k);
        hn::StoreU(r, kSingles, right + k);
    }
    if (k < to) {
        V l = load_part(left + k, to - k);
        V r = load_part(right + k, to - k);
        (voices.add_next(k, l, r), ...);
        store_part(l, left + k, to - k);
        store_part(r, right + k, to - k);
    }
}

/// What is known of a span before its frames are computed.
struct Plan {
    Inside inside; // empty: value by value
    Reach reach;
    From from;
    bool is_fresh;

    /// Whether it can be one of several.
    HWY_INLINE bool is_simple(const PoolSpan& span) const
    {
        return is_fresh && inside.begin == 0 && inside.end == span.count && reach != Reach::any &&
               from != From::curve;
    }
};

HWY_INLINE Reach source_reach(const PoolSpan& span)
{
    if (QUERN_FOUR_LANES)
        return Reach::two;                                                     // there is one reader for all
    constexpr Reach kLeast = HWY_TARGET == HWY_AVX3 ? Reach::two : Reach::one; // on AVX-512 two cost no more
    const float size = __builtin_fabsf(span.step);
    // Rounding moves an offset by less than an ulp, which is at most 2^-23 of the largest.
    const float largest = size * static_cast<float>(span.run + span.count + kLanes) + 1.0f;
    const float reach = size + largest * 0x1p-21f;
    if (reach <= 1.0f || (size == 1.0f && span.origin == 0.0f))
        return kLeast;
    return reach <= 2.0f || (size == 2.0f && span.origin == 0.0f) ? Reach::two : Reach::any;
}

HWY_INLINE Plan plan(const PoolSpan& span)
{
    Plan plan{{0, 0}, Reach::any, From::curve, false};
    if (!is_moderate(span))
        return plan;
    plan.is_fresh = span.step >= 0.0f && span.origin == 0.0f && span.run == span.age;
    plan.reach = source_reach(span);
    if (span.window != nullptr)
        plan.from = From::cache;
    else if (span.length >= 512 && span.length <= kShortLength)
        plan.from = From::near_curve;
    else if (span.length >= 256 && span.length < 512)
        plan.from = From::wide_curve;
    // What a vector whose first frame is inside may load.
    std::int64_t far = 2 * kLanes;
    if (QUERN_FOUR_LANES || plan.reach == Reach::any)
        far = static_cast<std::int64_t>(__builtin_fabsf(span.step) * static_cast<float>(kLanes)) + 3;
    plan.inside = span.step < 0.0f ? Inside::of(span, far, 2) : Inside::of(span, 0, far + 1);
    return plan;
}

void add_one_by_one(const PoolSpan& span, std::int32_t from, std::int32_t to)
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

template <Reach kReach, From kFrom, bool kFresh>
HWY_NOINLINE void add_inside(const PoolSpan& span, const Inside& inside)
{
    add_voices(span.left, span.right, inside.begin, inside.end,
               Voice<kReach, kFrom, kFresh>(span, inside.begin));
}
template <Reach kReach, From kFrom> HWY_INLINE void add_inside(const PoolSpan& span, const Plan& plan)
{
    if (plan.is_fresh)
        add_inside<kReach, kFrom, true>(span, plan.inside);
    else
        add_inside<kReach, kFrom, false>(span, plan.inside);
}
template <Reach kReach> HWY_INLINE void add_inside(const PoolSpan& span, const Plan& plan)
{
    switch (plan.from) {
    case From::cache:
        return add_inside<kReach, From::cache>(span, plan);
    case From::near_curve:
        return add_inside<kReach, From::near_curve>(span, plan);
    case From::wide_curve:
        return add_inside<kReach, From::wide_curve>(span, plan);
    case From::curve:
        return add_inside<kReach, From::curve, false>(span, plan.inside);
    }
}

HWY_INLINE void add_span(const PoolSpan& span, const Plan& plan)
{
    if (plan.inside.begin >= plan.inside.end)
        return add_one_by_one(span, 0, span.count);
    add_one_by_one(span, 0, plan.inside.begin);
    switch (plan.reach) {
    case Reach::one:
        add_inside<Reach::one>(span, plan);
        break;
    case Reach::two:
        add_inside<Reach::two>(span, plan);
        break;
    case Reach::any:
        add_inside<Reach::any>(span, plan);
        break;
    }
    add_one_by_one(span, plan.inside.end, span.count);
}

// Several grains a pass load and store the accumulators once.
#if HWY_TARGET == HWY_AVX3

constexpr std::size_t kGroup = 4;
template <From kFrom> HWY_NOINLINE void add_four(const PoolSpan* spans)
{
    using One = Voice<Reach::two, kFrom, true>; // costs as much as Reach::one here
    add_voices(spans->left, spans->right, 0, spans->count, One(spans[0], 0), One(spans[1], 0),
               One(spans[2], 0), One(spans[3], 0));
}
HWY_INLINE void add_group(const PoolSpan* spans, const Plan* plans)
{
    if (plans->from == From::cache)
        add_four<From::cache>(spans);
    else if (plans->from == From::near_curve)
        add_four<From::near_curve>(spans);
    else
        add_four<From::wide_curve>(spans);
}

#elif QUERN_FOUR_LANES

constexpr std::size_t kGroup = 1; // sixteen registers hold one
template <From kFrom> HWY_NOINLINE void add_one(const PoolSpan& span)
{
    add_voices(span.left, span.right, 0, span.count, Voice<Reach::two, kFrom, true>(span, 0));
}
HWY_INLINE void add_group(const PoolSpan* spans, const Plan* plans)
{
    if (plans->from == From::cache)
        add_one<From::cache>(*spans);
    else if (plans->from == From::near_curve)
        add_one<From::near_curve>(*spans);
    else
        add_one<From::wide_curve>(*spans);
}

#else

constexpr std::size_t kGroup = 2;
template <From kFrom, Reach kA, Reach kB> HWY_NOINLINE void add_two(const PoolSpan* spans)
{
    add_voices(spans->left, spans->right, 0, spans->count, Voice<kA, kFrom, true>(spans[0], 0),
               Voice<kB, kFrom, true>(spans[1], 0));
}
template <From kFrom> HWY_INLINE void add_group(const PoolSpan* spans, Reach a, Reach b)
{
    if (a == Reach::one && b == Reach::one)
        add_two<kFrom, Reach::one, Reach::one>(spans);
    else if (a == Reach::one)
        add_two<kFrom, Reach::one, Reach::two>(spans);
    else if (b == Reach::one)
        add_two<kFrom, Reach::two, Reach::one>(spans);
    else
        add_two<kFrom, Reach::two, Reach::two>(spans);
}
HWY_INLINE void add_group(const PoolSpan* spans, const Plan* plans)
{
    if (plans->from == From::cache)
        add_group<From::cache>(spans, plans[0].reach, plans[1].reach);
    else if (plans->from == From::near_curve)
        add_group<From::near_curve>(spans, plans[0].reach, plans[1].reach);
    else
        add_group<From::wide_curve>(spans, plans[0].reach, plans[1].reach);
}

#endif

/// Whether `span` can join a group that `first` began.
HWY_INLINE bool goes_with(const PoolSpan& first, const Plan& first_plan, const PoolSpan& span,
                          const Plan& plan)
{
    return plan.is_simple(span) && span.left == first.left && span.count == first.count &&
           plan.from == first_plan.from;
}

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    Plan plans[kGroup];
    std::size_t planned = 0; // spans before `i` whose plan is made and that are not added yet
    for (std::size_t i = 0; i < count; ++i) {
        const PoolSpan* const group = spans + (i - planned);
        const Plan next = plan(spans[i]);
        if (planned != 0 && !goes_with(*group, *plans, spans[i], next)) {
            for (std::size_t k = 0; k < planned; ++k)
                add_span(group[k], plans[k]);
            planned = 0;
        }
        if (!next.is_simple(spans[i])) {
            add_span(spans[i], next);
            continue;
        }
        plans[planned++] = next;
        if (planned == kGroup) {
            add_group(spans + (i + 1 - kGroup), plans);
            planned = 0;
        }
    }
    for (std::size_t k = 0; k < planned; ++k)
        add_span(spans[count - planned + k], plans[k]);
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
