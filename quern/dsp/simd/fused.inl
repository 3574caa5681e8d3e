// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The fused step for every target: the instruction, or its bits from arithmetic in double. Part of
// vector.inl, inside its namespace.
#if QUERN_EMULATED_FUSE

// The few operations on two doubles that this needs, where Highway has none for WebAssembly.
#if HWY_TARGET == HWY_SSE4
using Doubles = __m128d;
HWY_INLINE Doubles widened(V v)
{
    return _mm_cvtps_pd(v.raw);
}
HWY_INLINE V narrowed(Doubles low, Doubles high)
{
    return V{_mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high))};
}
HWY_INLINE Doubles times(Doubles a, Doubles b)
{
    return _mm_mul_pd(a, b);
}
HWY_INLINE Doubles plus(Doubles a, Doubles b)
{
    return _mm_add_pd(a, b);
}
HWY_INLINE Doubles minus(Doubles a, Doubles b)
{
    return _mm_sub_pd(a, b);
}
HWY_INLINE W bits_of(Doubles v)
{
    return W{_mm_castpd_si128(v)};
}
HWY_INLINE Doubles doubles_of(W bits)
{
    return _mm_castsi128_pd(bits.raw);
}
// All bits set where `v` is a number other than zero.
HWY_INLINE W differs_from_zero(Doubles v)
{
    const Doubles zero = _mm_setzero_pd();
    return bits_of(_mm_or_pd(_mm_cmplt_pd(v, zero), _mm_cmpgt_pd(v, zero)));
}
#else
using Doubles = v128_t;
HWY_INLINE Doubles widened(V v)
{
    return wasm_f64x2_promote_low_f32x4(v.raw);
}
HWY_INLINE V narrowed(Doubles low, Doubles high)
{
    return V{wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 2)};
}
HWY_INLINE Doubles times(Doubles a, Doubles b)
{
    return wasm_f64x2_mul(a, b);
}
HWY_INLINE Doubles plus(Doubles a, Doubles b)
{
    return wasm_f64x2_add(a, b);
}
HWY_INLINE Doubles minus(Doubles a, Doubles b)
{
    return wasm_f64x2_sub(a, b);
}
HWY_INLINE W bits_of(Doubles v)
{
    return W{v};
}
HWY_INLINE Doubles doubles_of(W bits)
{
    return bits.raw;
}
// All bits set where `v` is a number other than zero.
HWY_INLINE W differs_from_zero(Doubles v)
{
    const Doubles zero = wasm_f64x2_const_splat(0.0);
    return W{wasm_v128_or(wasm_f64x2_lt(v, zero), wasm_f64x2_gt(v, zero))};
}
#endif
HWY_INLINE Doubles widened_high(V v)
{
    return widened(hn::ConcatUpperUpper(kSingles, v, v));
}

// As fused_emulated, for every value: sums in double that are inexact move to odd before they are rounded
// again, which makes the second rounding right.
HWY_INLINE Doubles sum_to_odd(Doubles a, Doubles b, Doubles addend)
{
    const hn::Repartition<std::int64_t, Words> longs;
    const Doubles product = times(a, b);
    const Doubles sum = plus(product, addend);
    const Doubles back = minus(sum, product);
    const Doubles error = plus(minus(product, minus(sum, back)), minus(addend, back));
    const W inexact = differs_from_zero(error); // false for infinities and NaN, whose error is NaN
    const auto bits = hn::BitCast(longs, bits_of(sum));
    const auto one = hn::Set(longs, 1);
    const auto even = hn::Sub(hn::And(bits, one), one);
    const W signs = hn::ShiftRight<31>(hn::Xor(bits_of(error), bits_of(sum)));
    const auto towards = hn::Or(hn::BitCast(longs, hn::DupOdd(signs)), one); // +1 or -1
    const auto move = hn::And(hn::And(hn::BitCast(longs, inexact), even), towards);
    return doubles_of(hn::BitCast(kWords, hn::Add(bits, move)));
}
HWY_INLINE V fused_with_care(V a, V b, V c)
{
    return narrowed(sum_to_odd(widened(a), widened(b), widened(c)),
                    sum_to_odd(widened_high(a), widened_high(b), widened_high(c)));
}
HWY_NOINLINE inline V fused_rarely(V a, V b, V c)
{
    return fused_with_care(a, b, c);
}

using Doubt = hn::Mask<Words>;
HWY_INLINE Doubt no_doubt()
{
    return hn::MaskFromVec(hn::Zero(kWords));
}
// As fused_emulated, four at a time: the product is exact in double, and rounding the sum twice is right but
// for sums on a halfway point of the singles and results below their normal range. Those set `doubt`.
HWY_INLINE V fused_unless(V a, V b, V c, Doubt& doubt)
{
    const Doubles low = plus(times(widened(a), widened(b)), widened(c));
    const Doubles high = plus(times(widened_high(a), widened_high(b)), widened_high(c));
    const V result = narrowed(low, high);

    // The halves of the doubles below the last bit of a single, without the three bits above it.
    const W tails = hn::ConcatEven(kWords, bits_of(high), bits_of(low));
    const Doubt tie = hn::Eq(hn::ShiftLeft<3>(tails), hn::Set(kWords, INT32_MIN));
    const W size = hn::And(hn::BitCast(kWords, result), hn::Set(kWords, 0x7FFFFFFF));
    const Doubt small = hn::Lt(size, hn::Set(kWords, 0x00800001)); // up to 2^-126
    doubt = hn::Or(doubt, hn::Or(tie, small));
    return result;
}
/// a*b + c, rounded once.
HWY_INLINE V fused(V a, V b, V c)
{
    Doubt doubt = no_doubt();
    const V result = fused_unless(a, b, c, doubt);
    return HWY_UNLIKELY(!hn::AllFalse(kWords, doubt)) ? fused_rarely(a, b, c) : result;
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
