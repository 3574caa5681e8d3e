// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What vector code of every target shares: up to 16 singles, the fused step and the oscillator's polynomials.
// Included once per target, by files that Highway compiles once per target.
#if defined(QUERN_DSP_SIMD_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_DSP_SIMD_VECTOR_INL
#undef QUERN_DSP_SIMD_VECTOR_INL
#else
#define QUERN_DSP_SIMD_VECTOR_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace quern::dsp::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Singles = hn::CappedTag<float, 16>;
using V = hn::Vec<Singles>;
using Words = hn::RebindToSigned<Singles>;
using W = hn::Vec<Words>;
inline constexpr Singles kSingles{};
inline constexpr Words kWords{};
inline constexpr std::size_t kWidth = hn::MaxLanes(Singles{});

HWY_INLINE V all(float value)
{
    return hn::Set(kSingles, value);
}
HWY_INLINE V of_bits(std::uint32_t bits)
{
    return all(from_bits(bits));
}

#if HWY_TARGET == HWY_SSE4

// The few values whose double sum cannot simply be rounded again: one at a time.
HWY_NOINLINE inline __m128 fused_one_by_one(__m128 a, __m128 b, __m128 c)
{
    alignas(16) float x[4];
    alignas(16) float y[4];
    alignas(16) float z[4];
    _mm_store_ps(x, a);
    _mm_store_ps(y, b);
    _mm_store_ps(z, c);
    for (int k = 0; k < 4; ++k)
        z[k] = fused_emulated(x[k], y[k], z[k]);
    return _mm_load_ps(z);
}

// As fused_emulated, four at a time: the product is exact in double, and rounding the sum twice is right but
// for sums on a halfway point of the singles and results below their normal range.
HWY_INLINE V fused(V a, V b, V c)
{
    const auto high = [](__m128 v) HWY_ATTR { return _mm_cvtps_pd(_mm_movehl_ps(v, v)); };
    const __m128d low_sum =
        _mm_add_pd(_mm_mul_pd(_mm_cvtps_pd(a.raw), _mm_cvtps_pd(b.raw)), _mm_cvtps_pd(c.raw));
    const __m128d high_sum = _mm_add_pd(_mm_mul_pd(high(a.raw), high(b.raw)), high(c.raw));
    const __m128 result = _mm_movelh_ps(_mm_cvtpd_ps(low_sum), _mm_cvtpd_ps(high_sum));

    const __m128i tail = _mm_set1_epi64x((1LL << 29) - 1);
    const __m128i halfway = _mm_set1_epi64x(1LL << 28);
    const __m128i tie =
        _mm_or_si128(_mm_cmpeq_epi64(_mm_and_si128(_mm_castpd_si128(low_sum), tail), halfway),
                     _mm_cmpeq_epi64(_mm_and_si128(_mm_castpd_si128(high_sum), tail), halfway));
    const __m128i size = _mm_and_si128(_mm_castps_si128(result), _mm_set1_epi32(0x7FFFFFFF));
    const __m128i small = _mm_cmplt_epi32(size, _mm_set1_epi32(0x00800001)); // up to 2^-126
    if (HWY_UNLIKELY(_mm_movemask_epi8(_mm_or_si128(tie, small)) != 0)) {
        const __m128i none = _mm_and_si128(_mm_castpd_si128(_mm_cmpeq_pd(low_sum, _mm_setzero_pd())),
                                           _mm_castpd_si128(_mm_cmpeq_pd(high_sum, _mm_setzero_pd())));
        if (_mm_movemask_epi8(none) != 0xFFFF) // sums of exactly zero are right as they are
            return V{fused_one_by_one(a.raw, b.raw, c.raw)};
    }
    return V{result};
}
/// c - a*b, rounded once.
HWY_INLINE V fused_negative(V a, V b, V c)
{
    return fused(hn::Neg(a), b, c);
}

#else

/// a*b + c, rounded once.
HWY_INLINE V fused(V a, V b, V c)
{
    return hn::MulAdd(a, b, c);
}
/// c - a*b, rounded once.
HWY_INLINE V fused_negative(V a, V b, V c)
{
    return hn::NegMulAdd(a, b, c);
}

#endif

struct SineCosine {
    V sine;
    V cosine;
};

// The polynomials of kernels.inl, term for term, with the same powers cut to zero.
HWY_INLINE SineCosine sine_cosine(V x)
{
    const V turns = hn::Round(hn::Mul(x, all(kPerTwoPi)));
    const V reduced = fused(all(-kTwoPi), turns, x);
    const V v = hn::IfThenZeroElse(hn::Lt(hn::Abs(reduced), all(0x1p-126f)), reduced);
    const V raw_square = hn::Mul(v, v);
    const V v2 = hn::IfThenZeroElse(hn::Lt(raw_square, all(0x1p-40f)), raw_square);
    const V next = hn::IfThenZeroElse(hn::Lt(v2, all(6.0e-4f)), v2);

    V power = hn::Mul(v2, v);
    V sine = fused(of_bits(0xBE2AAAAB), power, v);
    const auto odd = [&](std::uint32_t term) HWY_ATTR {
        power = hn::Mul(power, next);
        sine = fused(of_bits(term), power, sine);
    };
    odd(0x3C088889);
    odd(0xB9500D01);
    odd(0x3638EF1D);
    odd(0xB2D7322B);
    odd(0x2F309231);
    odd(0xAB573F9F);
    odd(0x274A963C);
    odd(0xA317A4DA);
    odd(0x1EB8DC78);
    odd(0x9A3B0DA1);

    const V v4 = hn::Mul(next, v2);
    const V v6 = hn::Mul(v4, v2);
    const V v8 = hn::Mul(v4, v4);
    const V v10 = hn::Mul(v6, v4);
    const V v12 = hn::Mul(v6, v6);
    V cosine = fused(of_bits(0xBF000000), v2, all(1.0f));
    const auto even = [&](std::uint32_t term, V even_power)
                          HWY_ATTR { cosine = fused(of_bits(term), even_power, cosine); };
    even(0x3D2AAAAB, v4);
    even(0xBAB60B61, v6);
    even(0x37D00D01, v8);
    even(0xB493F27E, v10);
    even(0x310F76C8, v12);
    even(0xAD49CBA5, hn::Mul(v8, v6));
    even(0x29573F9F, hn::Mul(v8, v8));
    even(0xA53413C3, hn::Mul(v10, v8));
    even(0x20F2A15D, hn::Mul(v10, v10));
    even(0x9C8671CB, hn::Mul(v12, v10));
    return {sine, cosine};
}

} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
