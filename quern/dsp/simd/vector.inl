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

#if QUERN_VECTOR_TARGET
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
#if QUERN_FOUR_LANES
/// Two neighbouring singles, and zeros.
HWY_INLINE V one_pair(const float* at)
{
    return hn::ZeroExtendVector(kSingles, hn::LoadU(hn::Half<Singles>{}, at));
}
/// Two neighbouring singles from each of two places.
HWY_INLINE V two_pairs(const float* low, const float* high)
{
    const hn::Half<Singles> half{};
    return hn::Combine(kSingles, hn::LoadU(half, high), hn::LoadU(half, low));
}
#endif

#include "quern/dsp/simd/fused.inl"

/// The polynomials of kernels.inl, term for term, with the same powers cut to zero. In eight slices, which a
/// caller may put between the steps of a recurrence: both wait less for each other then. Near 0 the last
/// slices add less than half a unit in the last place and may be left out: the bits are the same, which was
/// tried with every single.
class SineCosine {
public:
    static constexpr std::size_t kSlices = 8;
    /// Slices that are enough for all |v| below the limit.
    static constexpr std::size_t kShort = 5;
    static constexpr float kShortLimit = 1.5f;
    static constexpr std::size_t kMiddle = 7;
    static constexpr float kMiddleLimit = 2.96f;
    V sine;
    V cosine;

    /// After slice 0: lanes whose angle within a turn is below `limit`. None for a NaN.
    HWY_INLINE hn::Mask<Singles> below(float limit) const { return hn::Lt(hn::Abs(v_), all(limit)); }

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
            even(0xA53413C3, hn::Mul(v10_, v8_));
            even(0x20F2A15D, hn::Mul(v10_, v10_));
        } else {
            odd(0xA317A4DA);
            odd(0x1EB8DC78);
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

#endif
