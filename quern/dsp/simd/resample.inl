// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Linear interpolation over time: the two neighbours of several output frames come from contiguous loads and
// a permutation, or one by one where that would read past the last frame needed. Part of kernels.cc.
#if defined(QUERN_DSP_SIMD_RESAMPLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_DSP_SIMD_RESAMPLE_INL
#undef QUERN_DSP_SIMD_RESAMPLE_INL
#else
#define QUERN_DSP_SIMD_RESAMPLE_INL
#endif

#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::dsp::HWY_NAMESPACE {
namespace {

constexpr float kResampleWeight = 0x1.fff938p-17f; // as in kernels.inl

// How vectors are read where all of one lies within the source, and where it may end within one.
struct Inside {
    HWY_INLINE V load(const float* from) const { return hn::LoadU(kSingles, from); }
};
struct Ending {
    const float* end;
    HWY_INLINE V load(const float* from) const
    {
        const std::ptrdiff_t left = std::max<std::ptrdiff_t>(end - from, 0);
        return hn::MaskedLoad(hn::FirstN(kSingles, static_cast<std::size_t>(left)), kSingles, from);
    }
};

struct Neighbours {
    V near;
    V far;
};

#if QUERN_FOUR_LANES

constexpr std::uint32_t kNarrowStep = 0; // no permutation by a run-time index
template <class Source> HWY_INLINE Neighbours narrow(const Source&, const float*, W)
{
    return {hn::Zero(kSingles), hn::Zero(kSingles)};
}
template <class Source> HWY_INLINE Neighbours wide(const Source& source, const float* from, W index)
{
    return narrow(source, from, index);
}
HWY_INLINE Neighbours scattered(const float* source, W index)
{
    HWY_ALIGN std::int32_t at[4];
    hn::Store(index, kWords, at);
    const V front = two_pairs(source + at[0], source + at[1]);
    const V back = two_pairs(source + at[2], source + at[3]);
    return {hn::ConcatEven(kSingles, back, front), hn::ConcatOdd(kSingles, back, front)};
}

#else

constexpr std::uint32_t kNarrowStep = 1u << 16; // one vector from the first index covers all of them

HWY_INLINE Neighbours scattered(const float* source, W index)
{
    return {hn::GatherIndex(kSingles, source, index), hn::GatherIndex(kSingles, source + 1, index)};
}

#if HWY_TARGET == HWY_AVX2
template <class Source> HWY_INLINE V pick(const Source& source, const float* from, W index)
{
    return V{_mm256_permutevar8x32_ps(source.load(from).raw, index.raw)};
}
template <class Source> HWY_INLINE V pick_of_two(const Source& source, const float* from, W index)
{
    const V high = pick(source, from + kWidth, index); // the index counts modulo 8
    return hn::IfThenElse(hn::RebindMask(kSingles, hn::Gt(index, hn::Set(kWords, 7))), high,
                          pick(source, from, index));
}
#else
template <class Source> HWY_INLINE V pick(const Source& source, const float* from, W index)
{
    return V{_mm512_permutexvar_ps(index.raw, source.load(from).raw)};
}
template <class Source> HWY_INLINE V pick_of_two(const Source& source, const float* from, W index)
{
    return V{_mm512_permutex2var_ps(source.load(from).raw, index.raw, source.load(from + kWidth).raw)};
}
#endif

template <class Source> HWY_INLINE Neighbours narrow(const Source& source, const float* from, W index)
{
    return {pick(source, from, index), pick(source, from + 1, index)};
}
template <class Source> HWY_INLINE Neighbours wide(const Source& source, const float* from, W index)
{
    return {pick_of_two(source, from, index), pick_of_two(source, from + 1, index)};
}

#endif

HWY_INLINE V interpolated(const Neighbours& n, W phase)
{
    const W rest = hn::And(phase, hn::Set(kWords, 0xFFFF));
    const V weight = hn::Mul(hn::ConvertTo(kSingles, rest), all(kResampleWeight));
    return fused(hn::Sub(n.far, n.near), weight, n.near);
}

// Calls sink(frame, vector) for whole vectors of interpolated frames; returns where it stopped.
template <class Sink>
HWY_INLINE std::size_t over_resampled(const float* source, std::uint32_t fraction, std::uint32_t step,
                                      std::size_t frames, Sink sink)
{
    const std::size_t last = ((fraction + (frames - 1) * std::size_t{step}) >> 16) + 1; // index read
    const W steps = hn::Mul(hn::Iota(kWords, 0), hn::Set(kWords, static_cast<std::int32_t>(step)));
    const std::uint32_t advance = step * static_cast<std::uint32_t>(kWidth);
    std::uint32_t phase = fraction;
    std::size_t k = 0;
    const auto run = [&](std::size_t reach, auto neighbours) HWY_ATTR {
        for (; k + kWidth <= frames && (phase >> 16) + reach <= last; k += kWidth, phase += advance) {
            const W offset = hn::Add(hn::Set(kWords, static_cast<std::int32_t>(phase & 0xFFFF)), steps);
            const W index = hn::ShiftRight<16>(offset);
            sink(k, interpolated(neighbours(source + (phase >> 16), index), offset));
        }
    };
    const Ending ending{source + last + 1};
    if (kNarrowStep != 0 && step <= kNarrowStep) {
        run(kWidth, [](const float* from, W index) HWY_ATTR { return narrow(Inside{}, from, index); });
        run(0, [&](const float* from, W index) HWY_ATTR { return narrow(ending, from, index); });
    } else if (kNarrowStep != 0 && step <= 2 * kNarrowStep) {
        run(2 * kWidth, [](const float* from, W index) HWY_ATTR { return wide(Inside{}, from, index); });
        run(0, [&](const float* from, W index) HWY_ATTR { return wide(ending, from, index); });
    } else {
        run(0, [](const float* from, W index) HWY_ATTR { return scattered(from, index); });
    }
    return k;
}

void resample(const float* source, std::uint32_t fraction, std::uint32_t step, float* out,
              std::size_t frames) noexcept QUERN_RT
{
    if (frames == 0)
        return;
    std::size_t k = over_resampled(source, fraction, step, frames, [&](std::size_t at, V value) HWY_ATTR {
        hn::StoreU(value, kSingles, out + at);
    });
    for (; k < frames; ++k) {
        const std::uint32_t phase = fraction + static_cast<std::uint32_t>(k) * step;
        const float* at = source + (phase >> 16);
        const float weight = static_cast<float>(phase & 0xFFFF) * kResampleWeight;
        out[k] = fused_emulated(at[1] - at[0], weight, at[0]);
    }
}

} // namespace
} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
