// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Rows of 16 singles: one to four vectors. Included once per target.
#if defined(QUERN_MIX_SIMD_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_MIX_SIMD_ROW_INL
#undef QUERN_MIX_SIMD_ROW_INL
#else
#define QUERN_MIX_SIMD_ROW_INL
#endif

#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using dsp::HWY_NAMESPACE::all;
using dsp::HWY_NAMESPACE::fused;
using dsp::HWY_NAMESPACE::fused_negative;
using dsp::HWY_NAMESPACE::kSingles;
using dsp::HWY_NAMESPACE::kWidth;
using dsp::HWY_NAMESPACE::one_pair;
using dsp::HWY_NAMESPACE::SineCosine;
using dsp::HWY_NAMESPACE::two_pairs;
using dsp::HWY_NAMESPACE::V;

constexpr std::size_t kRow = 16;
constexpr std::size_t kParts = kRow / kWidth;

struct Row {
    V part[kParts];
};
using Mask = decltype(hn::Lt(V{}, V{}));
struct RowMask {
    Mask part[kParts];
};

// Written out: g++ keeps arrays that are filled by a loop in memory.
template <class Make> HWY_INLINE Row each(Make make)
{
    if constexpr (kParts == 1)
        return {{make(0)}};
    else if constexpr (kParts == 2)
        return {{make(0), make(1)}};
    else
        return {{make(0), make(1), make(2), make(3)}};
}
HWY_INLINE Row load(const float* from)
{
    return each([&](std::size_t p) HWY_ATTR { return hn::Load(kSingles, from + p * kWidth); });
}
HWY_INLINE void store(const Row& row, float* to)
{
    for (std::size_t p = 0; p < kParts; ++p)
        hn::Store(row.part[p], kSingles, to + p * kWidth);
}
HWY_INLINE Row all_row(float value)
{
    return each([&](std::size_t) HWY_ATTR { return all(value); });
}
/// even, odd, even, odd ...
HWY_INLINE Row alternating(float even, float odd)
{
    const V both = hn::InterleaveLower(all(even), all(odd));
    return each([&](std::size_t) HWY_ATTR { return both; });
}
HWY_INLINE Row add(const Row& a, const Row& b)
{
    return each([&](std::size_t p) HWY_ATTR { return hn::Add(a.part[p], b.part[p]); });
}
HWY_INLINE Row mul(const Row& a, const Row& b)
{
    return each([&](std::size_t p) HWY_ATTR { return hn::Mul(a.part[p], b.part[p]); });
}
HWY_INLINE Row sub(const Row& a, const Row& b)
{
    return each([&](std::size_t p) HWY_ATTR { return hn::Sub(a.part[p], b.part[p]); });
}
// Fused steps may leave out the last parts of a row that nobody needs; they return their addends there.
#if QUERN_EMULATED_FUSE
template <std::size_t kUsed> HWY_NOINLINE void fuse_again(const Row& a, const Row& b, const Row& c, Row& out)
{
    for (std::size_t p = 0; p < kUsed; ++p)
        out.part[p] = dsp::HWY_NAMESPACE::fused(a.part[p], b.part[p], c.part[p]);
}
// One test for the whole row.
template <std::size_t kUsed = kParts> HWY_INLINE Row fused(const Row& a, const Row& b, const Row& c)
{
    dsp::HWY_NAMESPACE::Doubt doubt = dsp::HWY_NAMESPACE::no_doubt();
    Row out = each([&](std::size_t p) HWY_ATTR {
        return p < kUsed ? dsp::HWY_NAMESPACE::fused_unless(a.part[p], b.part[p], c.part[p], doubt)
                         : c.part[p];
    });
    if (HWY_UNLIKELY(!hn::AllFalse(dsp::HWY_NAMESPACE::kWords, doubt)))
        fuse_again<kUsed>(a, b, c, out);
    return out;
}
/// As fused, with factors of 1 in the first half of a row: sums often lie halfway between two singles there.
template <std::size_t kUsed = kParts> HWY_INLINE Row fused_halfway(const Row& a, const Row& b, const Row& c)
{
    return each([&](std::size_t p) HWY_ATTR {
        if (p >= kUsed)
            return c.part[p];
        return p < kParts / 2 ? dsp::HWY_NAMESPACE::fused_with_care(a.part[p], b.part[p], c.part[p])
                              : dsp::HWY_NAMESPACE::fused(a.part[p], b.part[p], c.part[p]);
    });
}
template <std::size_t kUsed = kParts> HWY_INLINE Row fused_negative(const Row& a, const Row& b, const Row& c)
{
    return fused<kUsed>(each([&](std::size_t p) HWY_ATTR { return hn::Neg(a.part[p]); }), b, c);
}
#else
template <std::size_t kUsed = kParts> HWY_INLINE Row fused(const Row& a, const Row& b, const Row& c)
{
    return each([&](std::size_t p) HWY_ATTR { return fused(a.part[p], b.part[p], c.part[p]); });
}
template <std::size_t kUsed = kParts> HWY_INLINE Row fused_halfway(const Row& a, const Row& b, const Row& c)
{
    return each([&](std::size_t p) HWY_ATTR {
        return p < kParts / 2 ? hn::Add(a.part[p], c.part[p]) : fused(a.part[p], b.part[p], c.part[p]);
    });
}
template <std::size_t kUsed = kParts> HWY_INLINE Row fused_negative(const Row& a, const Row& b, const Row& c)
{
    return each([&](std::size_t p) HWY_ATTR { return fused_negative(a.part[p], b.part[p], c.part[p]); });
}
#endif
HWY_INLINE Row select(const RowMask& mask, const Row& yes, const Row& no)
{
    return each([&](std::size_t p)
                    HWY_ATTR { return hn::IfThenElse(mask.part[p], yes.part[p], no.part[p]); });
}
/// Lanes where `row` is not zero.
HWY_INLINE RowMask marked(const Row& row)
{
    RowMask mask;
    for (std::size_t p = 0; p < kParts; ++p)
        mask.part[p] = hn::Ne(row.part[p], hn::Zero(kSingles));
    return mask;
}
/// Within +-limit; what lies on the limit is kept as it is.
HWY_INLINE Row clamped(const Row& x, const Row& low, const Row& high)
{
    return each([&](std::size_t p) HWY_ATTR {
        const V above = hn::Max(low.part[p], x.part[p]);
        return hn::Min(high.part[p], above);
    });
}

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
