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

// As fused_emulated, for every value: sums in double that are inexact move to odd before they are rounded
// again, which makes the second rounding right.
HWY_INLINE __m128 fused_two(__m128 a, __m128 b, __m128 c)
{
    const __m128d product = _mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b));
    const __m128d addend = _mm_cvtps_pd(c);
    const __m128d sum = _mm_add_pd(product, addend);
    const __m128d back = _mm_sub_pd(sum, product);
    const __m128d error = _mm_add_pd(_mm_sub_pd(product, _mm_sub_pd(sum, back)), _mm_sub_pd(addend, back));
    const __m128d zero = _mm_setzero_pd();
    const __m128i inexact = // false for infinities and NaN, whose error is NaN
        _mm_castpd_si128(_mm_or_pd(_mm_cmplt_pd(error, zero), _mm_cmpgt_pd(error, zero)));
    const __m128i bits = _mm_castpd_si128(sum);
    const __m128i one = _mm_set1_epi64x(1);
    const __m128i even = _mm_sub_epi64(_mm_and_si128(bits, one), one);
    const __m128i signs = _mm_srai_epi32(_mm_castpd_si128(_mm_xor_pd(error, sum)), 31);
    const __m128i towards = _mm_or_si128(_mm_shuffle_epi32(signs, 0xF5), one); // +1 or -1
    const __m128i move = _mm_and_si128(_mm_and_si128(inexact, even), towards);
    return _mm_cvtpd_ps(_mm_castsi128_pd(_mm_add_epi64(bits, move)));
}
HWY_INLINE V fused_with_care(V a, V b, V c)
{
    const auto high = [](V v) HWY_ATTR { return _mm_movehl_ps(v.raw, v.raw); };
    return V{_mm_movelh_ps(fused_two(a.raw, b.raw, c.raw), fused_two(high(a), high(b), high(c)))};
}
HWY_NOINLINE inline V fused_rarely(V a, V b, V c)
{
    return fused_with_care(a, b, c);
}

// As fused_emulated, four at a time: the product is exact in double, and rounding the sum twice is right but
// for sums on a halfway point of the singles and results below their normal range. Those set bits in `doubt`.
HWY_INLINE V fused_unless(V a, V b, V c, __m128i& doubt)
{
    const auto high = [](__m128 v) HWY_ATTR { return _mm_cvtps_pd(_mm_movehl_ps(v, v)); };
    const __m128d low_sum =
        _mm_add_pd(_mm_mul_pd(_mm_cvtps_pd(a.raw), _mm_cvtps_pd(b.raw)), _mm_cvtps_pd(c.raw));
    const __m128d high_sum = _mm_add_pd(_mm_mul_pd(high(a.raw), high(b.raw)), high(c.raw));
    const __m128 result = _mm_movelh_ps(_mm_cvtpd_ps(low_sum), _mm_cvtpd_ps(high_sum));

    // The halves of the doubles below the last bit of a single, without the three bits above it.
    const __m128i tails =
        _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(low_sum), _mm_castpd_ps(high_sum), 0x88));
    const __m128i tie = _mm_cmpeq_epi32(_mm_slli_epi32(tails, 3), _mm_set1_epi32(INT32_MIN));
    const __m128i size = _mm_and_si128(_mm_castps_si128(result), _mm_set1_epi32(0x7FFFFFFF));
    const __m128i small = _mm_cmplt_epi32(size, _mm_set1_epi32(0x00800001)); // up to 2^-126
    doubt = _mm_or_si128(doubt, _mm_or_si128(tie, small));
    return V{result};
}
/// a*b + c, rounded once.
HWY_INLINE V fused(V a, V b, V c)
{
    __m128i doubt = _mm_setzero_si128();
    const V result = fused_unless(a, b, c, doubt);
    return HWY_UNLIKELY(_mm_movemask_epi8(doubt) != 0) ? fused_rarely(a, b, c) : result;
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

/// The polynomials of kernels.inl, term for term, with the same powers cut to zero. In eight slices, which a
/// caller may put between the steps of a recurrence: both wait less for each other then.
class SineCosine {
public:
    static constexpr std::size_t kSlices = 8;
    V sine;
    V cosine;

    template <std::size_t kSlice> HWY_INLINE void slice(V x)
    {
        if constexpr (kSlice == 0) {
            const V turns = hn::Round(hn::Mul(x, all(kPerTwoPi)));
            const V reduced = fused(all(-kTwoPi), turns, x);
            v_ = hn::IfThenZeroElse(hn::Lt(hn::Abs(reduced), all(0x1p-126f)), reduced);
        } else if constexpr (kSlice == 1) {
            const V square = hn::Mul(v_, v_);
            v2_ = hn::IfThenZeroElse(hn::Lt(square, all(0x1p-40f)), square);
            next_ = hn::IfThenZeroElse(hn::Lt(v2_, all(6.0e-4f)), v2_);
            power_ = hn::Mul(v2_, v_);
            sine = fused(of_bits(0xBE2AAAAB), power_, v_);
            cosine = fused(of_bits(0xBF000000), v2_, all(1.0f));
        } else if constexpr (kSlice == 2) {
            v4_ = hn::Mul(next_, v2_);
            odd(0x3C088889);
            v6_ = hn::Mul(v4_, v2_);
            even(0x3D2AAAAB, v4_);
            odd(0xB9500D01);
        } else if constexpr (kSlice == 3) {
            v8_ = hn::Mul(v4_, v4_);
            even(0xBAB60B61, v6_);
            odd(0x3638EF1D);
            v10_ = hn::Mul(v6_, v4_);
            even(0x37D00D01, v8_);
        } else if constexpr (kSlice == 4) {
            odd(0xB2D7322B);
            even(0xB493F27E, v10_);
            odd(0x2F309231);
            v12_ = hn::Mul(v6_, v6_);
            even(0x310F76C8, v12_);
        } else if constexpr (kSlice == 5) {
            odd(0xAB573F9F);
            even(0xAD49CBA5, hn::Mul(v8_, v6_));
            odd(0x274A963C);
            even(0x29573F9F, hn::Mul(v8_, v8_));
        } else if constexpr (kSlice == 6) {
            odd(0xA317A4DA);
            even(0xA53413C3, hn::Mul(v10_, v8_));
            odd(0x1EB8DC78);
        } else {
            even(0x20F2A15D, hn::Mul(v10_, v10_));
            odd(0x9A3B0DA1);
            even(0x9C8671CB, hn::Mul(v12_, v10_));
        }
    }

private:
    HWY_INLINE void odd(std::uint32_t term)
    {
        power_ = hn::Mul(power_, next_);
        sine = fused(of_bits(term), power_, sine);
    }
    HWY_INLINE void even(std::uint32_t term, V power) { cosine = fused(of_bits(term), power, cosine); }

    V v_, v2_, next_, power_;
    V v4_, v6_, v8_, v10_, v12_;
};

HWY_INLINE SineCosine sine_cosine(V x)
{
    SineCosine both;
    both.slice<0>(x);
    both.slice<1>(x);
    both.slice<2>(x);
    both.slice<3>(x);
    both.slice<4>(x);
    both.slice<5>(x);
    both.slice<6>(x);
    both.slice<7>(x);
    return both;
}

} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
