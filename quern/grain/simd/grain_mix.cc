// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Whole grains in vectors over time, with the bits of grain_mix.cpp (docs/spec/life.md §6).
#include <cstddef>
#include <cstdint>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/grain/grain_mix.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/grain/simd/grain_mix.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using dsp::HWY_NAMESPACE::all;
using dsp::HWY_NAMESPACE::kSingles;
using dsp::HWY_NAMESPACE::kWidth;
using dsp::HWY_NAMESPACE::V;

/// One span after the other.
HWY_INLINE void add_each(const MixSpan* spans, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float* HWY_RESTRICT table = spans[i].table;
        float* HWY_RESTRICT left = spans[i].left;
        float* HWY_RESTRICT right = spans[i].right;
        const V gain_left = all(spans[i].gain_left);
        const V gain_right = all(spans[i].gain_right);
        const std::size_t frames = spans[i].blocks * kMixBlock;
        for (std::size_t k = 0; k < frames; k += kWidth) {
            const V value = hn::LoadU(kSingles, table + k);
            const V l = hn::Add(hn::Load(kSingles, left + k), hn::Mul(value, gain_left));
            const V r = hn::Add(hn::Load(kSingles, right + k), hn::Mul(value, gain_right));
            hn::Store(l, kSingles, left + k);
            hn::Store(r, kSingles, right + k);
        }
    }
}

constexpr std::size_t kGroup = 64; // spans, a bit each; what they read fits into a first-level cache
constexpr std::size_t kHeld = 4 * kWidth; // frames that registers hold the sums of
// Frames that are asked once which spans reach into them. Of a shorter piece fewer are zeros around a grain.
constexpr std::size_t kPiece = QUERN_FOUR_LANES ? 32 : kMixStrip;
constexpr std::size_t kMostPieces = 4096 / kPiece;
static_assert(kMixStrip % kPiece == 0 && kPiece % kHeld == 0);

/// A span of a group, made ready to be read anywhere in its accumulators. Its size is a power of two, which an
/// index is sooner multiplied by.
struct alignas(64) Member {
    std::uintptr_t table; ///< the address that is read for the first frame of the group
    alignas(16) float gain_left[4];
    alignas(16) float gain_right[4];
};

HWY_INLINE void make_ready(const MixSpan& span, const float* first, Member& member)
{
    const hn::FixedTag<float, 4> four;
    const auto ahead = static_cast<std::size_t>(span.left - first);
    member.table = reinterpret_cast<std::uintptr_t>(span.table) - ahead * sizeof(float);
    hn::Store(hn::Set(four, span.gain_left), four, member.gain_left);
    hn::Store(hn::Set(four, span.gain_right), four, member.gain_right);
}

/// The members whose bits are set, in their order, into some frames of a piece, from frame k of the group on,
/// with one load and one store of each sum.
HWY_INLINE void add_members(const Member* group, std::uint64_t members, std::size_t k, float* left, float* right)
{
    V l0 = hn::Load(kSingles, left);
    V l1 = hn::Load(kSingles, left + kWidth);
    V l2 = hn::Load(kSingles, left + 2 * kWidth);
    V l3 = hn::Load(kSingles, left + 3 * kWidth);
    V r0 = hn::Load(kSingles, right);
    V r1 = hn::Load(kSingles, right + kWidth);
    V r2 = hn::Load(kSingles, right + 2 * kWidth);
    V r3 = hn::Load(kSingles, right + 3 * kWidth);
    for (; members != 0; members &= members - 1) {
        const Member& member = group[static_cast<unsigned>(__builtin_ctzll(members))];
        const auto* const from = reinterpret_cast<const float*>(member.table + k * sizeof(float));
        const V gain_left = hn::LoadDup128(kSingles, member.gain_left);
        const V gain_right = hn::LoadDup128(kSingles, member.gain_right);
        const V v0 = hn::LoadU(kSingles, from);
        const V v1 = hn::LoadU(kSingles, from + kWidth);
        const V v2 = hn::LoadU(kSingles, from + 2 * kWidth);
        const V v3 = hn::LoadU(kSingles, from + 3 * kWidth);
        l0 = hn::Add(l0, hn::Mul(v0, gain_left));
        l1 = hn::Add(l1, hn::Mul(v1, gain_left));
        l2 = hn::Add(l2, hn::Mul(v2, gain_left));
        l3 = hn::Add(l3, hn::Mul(v3, gain_left));
        r0 = hn::Add(r0, hn::Mul(v0, gain_right));
        r1 = hn::Add(r1, hn::Mul(v1, gain_right));
        r2 = hn::Add(r2, hn::Mul(v2, gain_right));
        r3 = hn::Add(r3, hn::Mul(v3, gain_right));
    }
    hn::Store(l0, kSingles, left);
    hn::Store(l1, kSingles, left + kWidth);
    hn::Store(l2, kSingles, left + 2 * kWidth);
    hn::Store(l3, kSingles, left + 3 * kWidth);
    hn::Store(r0, kSingles, right);
    hn::Store(r1, kSingles, right + kWidth);
    hn::Store(r2, kSingles, right + 2 * kWidth);
    hn::Store(r3, kSingles, right + 3 * kWidth);
}

/// Piece after piece instead of span after span: most of the time of the other way goes into loading and
/// storing sums.
HWY_INLINE void add_group(const MixSpan* spans, std::size_t count)
{
    float* first = spans->left;
    float* end = first;
    for (std::size_t i = 0; i < count; ++i) {
        first = spans[i].left < first ? spans[i].left : first;
        float* const behind = spans[i].left + spans[i].blocks * kMixBlock;
        end = behind > end ? behind : end;
    }
    first -= reinterpret_cast<std::uintptr_t>(first) / sizeof(float) % kPiece;
    const auto piece_of = [first](const float* at)
                              HWY_ATTR { return static_cast<std::size_t>(at - first) / kPiece; };
    const std::size_t pieces = piece_of(end - 1) + 1;
    if (pieces > kMostPieces) // a slow tick, or the end of a ring
        return add_each(spans, count);
    std::uint64_t members[kMostPieces];
    for (std::size_t piece = 0; piece < pieces; ++piece)
        members[piece] = 0;
    Member group[kGroup];
    for (std::size_t i = 0; i < count; ++i) {
        make_ready(spans[i], first, group[i]);
        const std::size_t last = piece_of(spans[i].left + spans[i].blocks * kMixBlock - 1);
        for (std::size_t piece = piece_of(spans[i].left); piece <= last; ++piece)
            members[piece] |= std::uint64_t{1} << i;
    }
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        if (members[piece] == 0)
            continue;
        for (std::size_t k = piece * kPiece; k < (piece + 1) * kPiece; k += kHeld)
            add_members(group, members[piece], k, first + k, spans->right + (first - spans->left) + k);
    }
}

void add(const MixSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t done = 0; done < count; done += kGroup)
        add_group(spans + done, count - done < kGroup ? count - done : kGroup);
}

} // namespace
constexpr MixKernels kKernels{add};
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::grain {
const MixKernels* vector_mix_kernels(dsp::SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::grain
#endif
