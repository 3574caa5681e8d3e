// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// A plain grain of any step, retuned or not, in vectors that begin with its own first frame. Part of
// pool_kernels.cc.
#if defined(QUERN_GRAIN_SIMD_POOL_VOICE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_GRAIN_SIMD_POOL_VOICE_INL
#undef QUERN_GRAIN_SIMD_POOL_VOICE_INL
#else
#define QUERN_GRAIN_SIMD_POOL_VOICE_INL
#endif

#include "quern/grain/simd/pool_reader.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

constexpr auto kLanes = static_cast<std::int32_t>(kWidth);

HWY_INLINE V frames_from(std::int32_t first)
{
    return hn::Add(all(static_cast<float>(first)), hn::Iota(kSingles, 0.0f));
}

/// Vectors' worth of values that lanes reach over; of `any`, two are as good as another number.
constexpr std::int32_t vectors_of(Reach reach)
{
    return reach == Reach::one ? 1 : reach == Reach::four ? 4 : 2;
}

/// Where the window comes from. `curve`: any length; `near_curve`: 512 frames or more; `wide_curve`: 256 up
/// to 511.
enum class From : std::uint8_t { cache, near_curve, wide_curve, curve };

/// Where in its curve a window is: age/length·511.
class Curve {
public:
    HWY_INLINE explicit Curve(const PoolSpan& span)
        : values(span.curve), length_(all(static_cast<float>(span.length)))
    {
#if !QUERN_EMULATED_FUSE
        inverse_ = hn::Div(all(1.0f), length_);
        rest_ = hn::Mul(hn::NegMulAdd(inverse_, length_, all(1.0f)), inverse_);
#endif
    }
    HWY_INLINE V point(V age) const
    {
#if QUERN_EMULATED_FUSE
        const V part = hn::Div(age, length_);
#else
        // The rounded quotient for every age below a length up to kMostSpanFrames: all of them were tried.
        const V part = hn::MulAdd(age, inverse_, hn::Mul(age, rest_));
#endif
        return hn::Mul(part, all(static_cast<float>(kWindowPoints - 1)));
    }

    const float* values;

private:
    V length_;
#if !QUERN_EMULATED_FUSE
    V inverse_, rest_; // 1/length in two parts
#endif
};

HWY_INLINE V between(const Neighbours& n, V rest)
{
    return hn::Add(n.near, hn::Mul(hn::Sub(n.far, n.near), rest));
}

/// As `hermite`.
HWY_INLINE V cubic(const Neighbours& before, const Neighbours& after, V fraction)
{
    const V half = all(0.5f);
    const V near = before.far;
    const V far = after.near;
    const V slope = hn::Mul(half, hn::Sub(far, before.near));
    const V bend = hn::Sub(near, far);
    const V lift = hn::Add(slope, bend);
    const V third = hn::Add(hn::Add(lift, bend), hn::Mul(half, hn::Sub(after.far, near)));
    const V second = hn::Add(lift, third);
    const V first = hn::Add(hn::Mul(hn::Sub(hn::Mul(third, fraction), second), fraction), slope);
    return hn::Add(hn::Mul(first, fraction), near);
}

/// The window of a grain of any length, vector after vector.
template <From kFrom> class Window {
public:
    HWY_INLINE explicit Window(const PoolSpan& span)
        : curve_(span), is_near_(span.length >= 512), is_wide_(span.length >= 256)
    {
    }
    HWY_INLINE V at(std::int32_t, V age) const
    {
        const V t = curve_.point(age);
        const W point = truncated(t);
        const V rest = hn::Sub(t, hn::ConvertTo(kSingles, point));
        if (is_near_)
            return between(neighbours<Reach::one>(curve_.values, point, 0), rest);
        if (is_wide_)
            return between(neighbours<Reach::two>(curve_.values, point, 0), rest);
        // Lanes past the grain's end must stay in the curve.
        const W last = hn::Set(kWords, static_cast<std::int32_t>(kWindowPoints) - 1);
        return between(neighbours<Reach::any>(curve_.values, hn::Min(point, last), 0), rest);
    }

private:
    Curve curve_;
    bool is_near_, is_wide_;
};
template <> class Window<From::cache> {
public:
    HWY_INLINE explicit Window(const PoolSpan& span) : values_(span.window) {}
    HWY_INLINE V at(std::int32_t k, V) const { return hn::LoadU(kSingles, values_ + k); }

private:
    const float* values_;
};

/// A grain, vector after vector from frame `from` of its span on. All that it reads is in the source.
template <Reach kReach, From kFrom, Interpolation kInterpolation> class Voice {
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
            behind_ = vectors_of(kReach) * kLanes - (kReach == Reach::one ? 1 : 2); // to the neighbour's end
    }
    HWY_INLINE void add_next(std::int32_t k, V& left, V& right)
    {
        const V step = all(static_cast<float>(kLanes));
        const V offset = hn::Add(origin_, hn::Mul(step_, run_));
        const V whole = hn::Floor(offset);
        const V sample = sample_at(truncated(whole), hn::Sub(offset, whole));
        const V value = hn::Mul(sample, window_.at(k, age_));
        left = hn::Add(left, hn::Mul(value, left_));
        right = hn::Add(right, hn::Mul(value, right_));
        run_ = hn::Add(run_, step);
        age_ = hn::Add(age_, step);
    }

private:
    HWY_INLINE V sample_at(W frame, V fraction) const
    {
        if constexpr (kInterpolation == Interpolation::linear)
            return between(neighbours<kReach>(source_, frame, behind_), fraction);
        const Neighbours before = neighbours<kReach>(source_ - 1, frame, behind_);
        const Neighbours after = neighbours<kReach>(source_ + 1, frame, behind_);
        return cubic(before, after, fraction);
    }
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

template <Reach kReach, From kFrom, Interpolation kInterpolation>
HWY_NOINLINE void add_voice(const PoolSpan& span, std::int32_t from, std::int32_t to)
{
    Voice<kReach, kFrom, kInterpolation> voice(span, from);
    std::int32_t k = from;
    for (; k + kLanes <= to; k += kLanes) {
        V left = hn::LoadU(kSingles, span.left + k);
        V right = hn::LoadU(kSingles, span.right + k);
        voice.add_next(k, left, right);
        hn::StoreU(left, kSingles, span.left + k);
        hn::StoreU(right, kSingles, span.right + k);
    }
    if (k < to) {
        V left = load_part(span.left + k, to - k);
        V right = load_part(span.right + k, to - k);
        voice.add_next(k, left, right);
        store_part(left, span.left + k, to - k);
        store_part(right, span.right + k, to - k);
    }
}

} // namespace
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
