// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Neighbouring values of a table for as many frames as a vector has lanes: where the frames lie close
// together, from contiguous loads and a permutation. Part of pool_kernels.cc.
#if defined(QUERN_GRAIN_SIMD_POOL_READER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_GRAIN_SIMD_POOL_READER_INL
#undef QUERN_GRAIN_SIMD_POOL_READER_INL
#else
#define QUERN_GRAIN_SIMD_POOL_READER_INL
#endif

#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using dsp::HWY_NAMESPACE::all;
using dsp::HWY_NAMESPACE::kSingles;
using dsp::HWY_NAMESPACE::kWidth;
using dsp::HWY_NAMESPACE::kWords;
using dsp::HWY_NAMESPACE::V;
using dsp::HWY_NAMESPACE::W;

/// Towards 0. Values must fit: what hn::ConvertTo does about those that don't costs four operations here.
HWY_INLINE W truncated(V values)
{
#if HWY_TARGET == HWY_SSE4
    return W{_mm_cvttps_epi32(values.raw)};
#elif HWY_TARGET == HWY_AVX2
    return W{_mm256_cvttps_epi32(values.raw)};
#elif HWY_TARGET == HWY_AVX3
    return W{_mm512_cvttps_epi32(values.raw)};
#else
    return hn::ConvertTo(kWords, values);
#endif
}

/// How far apart the values may be that the lanes of a vector read, from the first lane's: less than the
/// lanes of one vector, of two, of four, or anything.
enum class Reach : std::uint8_t { one, two, four, any };

struct Neighbours {
    V near;
    V far;
};

#if QUERN_FOUR_LANES

/// Values at `at[index]` and `at[index + 1]`. Nothing permutes by a run-time index here: pairs of neighbours
/// come one by one, from anywhere.
template <Reach kReach> struct Reader {
    static HWY_INLINE Neighbours read(const float* at, W index)
    {
#if HWY_TARGET == HWY_SSE4
        const std::int64_t low = _mm_cvtsi128_si64(index.raw);
        const std::int64_t high = _mm_extract_epi64(index.raw, 1);
        const V front = dsp::HWY_NAMESPACE::two_pairs(at + static_cast<std::int32_t>(low), at + (low >> 32));
        const V back = dsp::HWY_NAMESPACE::two_pairs(at + static_cast<std::int32_t>(high), at + (high >> 32));
#else
        HWY_ALIGN std::int32_t lane[4];
        hn::Store(index, kWords, lane);
        const V front = dsp::HWY_NAMESPACE::two_pairs(at + lane[0], at + lane[1]);
        const V back = dsp::HWY_NAMESPACE::two_pairs(at + lane[2], at + lane[3]);
#endif
        return {hn::ConcatEven(kSingles, back, front), hn::ConcatOdd(kSingles, back, front)};
    }
};

#else

/// Values at `at[index + kBias]`, in each lane.
template <Reach kReach> struct Reader;

template <> struct Reader<Reach::any> {
    static constexpr std::int32_t kBias = 0;
};

#if HWY_TARGET == HWY_AVX2

template <> struct Reader<Reach::one> {
    static constexpr std::int32_t kBias = 0;
    static HWY_INLINE V pick(const float* at, W index)
    {
        return V{_mm256_permutevar8x32_ps(_mm256_loadu_ps(at), index.raw)};
    }
};
template <> struct Reader<Reach::two> {
    static constexpr std::int32_t kBias = 8;
    /// Permutations count modulo 8; the sign says which register.
    static HWY_INLINE V pick(const float* at, W index)
    {
        return V{_mm256_blendv_ps(_mm256_permutevar8x32_ps(_mm256_loadu_ps(at + kWidth), index.raw),
                                  _mm256_permutevar8x32_ps(_mm256_loadu_ps(at), index.raw),
                                  _mm256_castsi256_ps(index.raw))};
    }
};

#else

template <> struct Reader<Reach::one> {
    static constexpr std::int32_t kBias = 0;
    static HWY_INLINE V pick(const float* at, W index)
    {
        return V{_mm512_permutexvar_ps(index.raw, _mm512_loadu_ps(at))};
    }
};
template <> struct Reader<Reach::two> {
    static constexpr std::int32_t kBias = 0;
    static HWY_INLINE V pick(const float* at, W index)
    {
        return V{_mm512_permutex2var_ps(_mm512_loadu_ps(at), index.raw, _mm512_loadu_ps(at + kWidth))};
    }
};
template <> struct Reader<Reach::four> {
    static constexpr std::int32_t kBias = 0;
    /// Permutations count modulo 32.
    static HWY_INLINE V pick(const float* at, W index)
    {
        const __mmask16 is_high = _mm512_test_epi32_mask(index.raw, _mm512_set1_epi32(32));
        return V{_mm512_mask_blend_ps(is_high, Reader<Reach::two>::pick(at, index).raw,
                                      Reader<Reach::two>::pick(at + 2 * kWidth, index).raw)};
    }
};

#endif

/// The first lane's word in all lanes.
HWY_INLINE W first_of(W words)
{
#if HWY_TARGET == HWY_AVX2
    return W{_mm256_broadcastd_epi32(_mm256_castsi256_si128(words.raw))};
#else
    return W{_mm512_broadcastd_epi32(_mm512_castsi512_si128(words.raw))};
#endif
}

/// Values at `at[index]` and the one after, pair by pair. A gather of as many costs two to four times as
/// much.
HWY_INLINE Neighbours gather_pairs(const float* at, W index)
{
    HWY_ALIGN std::int32_t lane[kWidth];
    hn::Store(index, kWords, lane);
    const auto two = [&](int k) HWY_ATTR {
        return dsp::HWY_NAMESPACE::two_pairs(at + lane[k], at + lane[k + 1]).raw;
    };
    const auto four = [&](int k) HWY_ATTR { return _mm256_set_m128(two(k + 4), two(k)); };
#if HWY_TARGET == HWY_AVX2
    const __m256 front = four(0);
    const __m256 back = four(2);
    return {V{_mm256_shuffle_ps(front, back, 0x88)}, V{_mm256_shuffle_ps(front, back, 0xDD)}};
#else
    const auto eight = [&](int k) HWY_ATTR {
        return _mm512_insertf32x8(_mm512_castps256_ps512(four(k)), four(k + 8), 1);
    };
    const __m512 front = eight(0);
    const __m512 back = eight(2);
    return {V{_mm512_shuffle_ps(front, back, 0x88)}, V{_mm512_shuffle_ps(front, back, 0xDD)}};
#endif
}

/// Values at `at[index + kBias]` and the one after. A load more is cheaper for one register, not for two.
template <Reach kReach> HWY_INLINE Neighbours read_pairs(const float* at, W index)
{
    using R = Reader<kReach>;
    if constexpr (kReach == Reach::any)
        return gather_pairs(at, index);
    else if constexpr (kReach == Reach::one)
        return {R::pick(at, index), R::pick(at + 1, index)};
    else
        return {R::pick(at, index), R::pick(at, hn::Add(index, hn::Set(kWords, 1)))};
}

#endif

/// Values of `table` at each lane's frame and the one after. `behind` is how many frames before the first
/// lane of `first` the lowest lies: 0, unless frames run backwards.
template <Reach kReach>
HWY_INLINE Neighbours neighbours(const float* table, W frame, W first, std::int32_t behind)
{
#if QUERN_FOUR_LANES
    (void)first, (void)behind;
    return Reader<kReach>::read(table, frame);
#else
    if constexpr (kReach == Reach::any)
        return read_pairs<kReach>(table, frame);
    const W index = hn::Sub(frame, first_of(first));
    return read_pairs<kReach>(table + (hn::GetLane(first) - behind),
                              hn::Add(index, hn::Set(kWords, behind - Reader<kReach>::kBias)));
#endif
}
template <Reach kReach> HWY_INLINE Neighbours neighbours(const float* table, W frame, std::int32_t behind)
{
    return neighbours<kReach>(table, frame, frame, behind);
}

} // namespace
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
