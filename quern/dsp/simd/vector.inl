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
/// Four lanes, whatever the width of the target.
using Four = hn::FixedTag<float, 4>;
/// Two neighbouring singles, and zeros.
HWY_INLINE hn::Vec<Four> one_pair(const float* at)
{
    return hn::ZeroExtendVector(Four{}, hn::LoadU(hn::Half<Four>{}, at));
}
/// Two neighbouring singles from each of two places.
HWY_INLINE hn::Vec<Four> two_pairs(const float* low, const float* high)
{
    const hn::Half<Four> half{};
    return hn::Combine(Four{}, hn::LoadU(half, high), hn::LoadU(half, low));
}

#include "quern/dsp/simd/fused.inl"

/// The polynomials of kernels.inl, term for term, with the same powers cut to zero. In pieces, which a caller
/// may put between the steps of a recurrence: both wait less for each other then. Near 0 the last terms add
/// less than half a unit in the last place and may be left out: the bits are the same, which was tried with
/// every single.
class SineCosine {
public:
    static constexpr std::size_t kTerms = 20;
    /// Terms that are enough for all |v| below the limit.
    static constexpr std::size_t kShort = 10;
    static constexpr float kShortLimit = 1.5f;
    static constexpr std::size_t kMiddle = 16;
    static constexpr float kMiddleLimit = 2.96f;
    V sine;
    V cosine;

    /// The angle within a turn.
    HWY_INLINE void reduce(V x)
    {
        const V turns = hn::Round(hn::Mul(x, all(kPerTwoPi)));
        v_ = fused(all(-kTwoPi), turns, x);
    }
    /// After `reduce`: lanes whose angle is below `limit`, and not so near 0 that powers are cut. None for
    /// NaN.
    HWY_INLINE hn::Mask<Singles> below(float limit) const
    {
        // Magnitudes order like integers, and one comparison that wraps tests both ends.
        constexpr std::uint32_t kFirst = to_bits(kNoCuts);
        constexpr std::uint32_t kLowest = 0x80000000u;
        const W size = hn::BitCast(kWords, hn::Abs(v_));
        const W above = hn::Add(size, hn::Set(kWords, static_cast<std::int32_t>(kLowest - kFirst)));
        const W end = hn::Set(kWords, static_cast<std::int32_t>(kLowest + to_bits(limit) - kFirst));
        return hn::RebindMask(kSingles, hn::Lt(above, end));
    }
    /// After `reduce`. Without `kCuts` for lanes that are `below` a limit only.
    template <bool kCuts> HWY_INLINE void begin()
    {
        if constexpr (kCuts)
            v_ = hn::IfThenZeroElse(hn::Lt(hn::Abs(v_), all(0x1p-126f)), v_);
        v2_ = hn::Mul(v_, v_);
        if constexpr (kCuts)
            v2_ = hn::IfThenZeroElse(hn::Lt(v2_, all(0x1p-40f)), v2_);
        next_ = kCuts ? hn::IfThenZeroElse(hn::Lt(v2_, all(6.0e-4f)), v2_) : v2_;
        power_ = hn::Mul(v2_, v_);
        sine = fused(of_bits(0xBE2AAAAB), power_, v_);
        cosine = fused(of_bits(0xBF000000), v2_, all(1.0f));
    }
    /// After `begin`: terms kFrom .. kTo, which follow each other.
    template <std::size_t kFrom, std::size_t kTo> HWY_INLINE void terms()
    {
        if constexpr (kFrom < kTo) {
            term<kFrom>();
            terms<kFrom + 1, kTo>();
        }
    }

private:
    static constexpr float kNoCuts = 0.025f; // its square is more than any that is cut

    // Sine and cosine by turns: both wait for the term before.
    template <std::size_t kTerm> HWY_INLINE void term()
    {
        if constexpr (kTerm == 0)
            even(0x3D2AAAAB, v4_ = hn::Mul(next_, v2_));
        else if constexpr (kTerm == 1)
            odd(0x3C088889);
        else if constexpr (kTerm == 2)
            even(0xBAB60B61, v6_ = hn::Mul(v4_, v2_));
        else if constexpr (kTerm == 3)
            odd(0xB9500D01);
        else if constexpr (kTerm == 4)
            even(0x37D00D01, v8_ = hn::Mul(v4_, v4_));
        else if constexpr (kTerm == 5)
            odd(0x3638EF1D);
        else if constexpr (kTerm == 6)
            even(0xB493F27E, v10_ = hn::Mul(v6_, v4_));
        else if constexpr (kTerm == 7)
            odd(0xB2D7322B);
        else if constexpr (kTerm == 8)
            even(0x310F76C8, v12_ = hn::Mul(v6_, v6_));
        else if constexpr (kTerm == 9)
            odd(0x2F309231);
        else if constexpr (kTerm == 10)
            even(0xAD49CBA5, hn::Mul(v8_, v6_));
        else if constexpr (kTerm == 11)
            odd(0xAB573F9F);
        else if constexpr (kTerm == 12)
            even(0x29573F9F, hn::Mul(v8_, v8_));
        else if constexpr (kTerm == 13)
            odd(0x274A963C);
        else if constexpr (kTerm == 14)
            even(0xA53413C3, hn::Mul(v10_, v8_));
        else if constexpr (kTerm == 15)
            even(0x20F2A15D, hn::Mul(v10_, v10_));
        else if constexpr (kTerm == 16)
            odd(0xA317A4DA);
        else if constexpr (kTerm == 17)
            even(0x9C8671CB, hn::Mul(v12_, v10_));
        else if constexpr (kTerm == 18)
            odd(0x1EB8DC78);
        else
            odd(0x9A3B0DA1);
    }
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
    both.reduce(x);
    both.begin<true>();
    both.terms<0, SineCosine::kTerms>();
    return both;
}

} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
