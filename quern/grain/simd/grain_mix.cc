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

#if QUERN_FOUR_LANES

// Sixteen registers of four lanes hold too few frames for anything else.
void add(const MixSpan* spans, std::size_t count) noexcept QUERN_RT
{
    add_each(spans, count);
}

#else

constexpr std::size_t kGroup = 64; // spans, a bit each; what they read fits into a first-level cache
constexpr std::size_t kMostStrips = 64;
constexpr std::size_t kHeld = 4 * kWidth; // frames that registers hold the sums of
static_assert(kMixStrip % kHeld == 0);

/// The spans of a group whose bits are set, in their order, into some frames of a strip, with one load and one
/// store of each sum.
HWY_INLINE void add_members(const MixSpan* spans, std::uint64_t members, float* left, float* right)
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
        const MixSpan& span = spans[__builtin_ctzll(members)];
        const float* const from = span.table + (left - span.left);
        const V gain_left = all(span.gain_left);
        const V gain_right = all(span.gain_right);
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

/// Strip after strip instead of span after span: most of the time of the other way goes into loading and
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
    first -= reinterpret_cast<std::uintptr_t>(first) / sizeof(float) % kMixStrip;
    const auto strip_of = [first](const float* at)
                              HWY_ATTR { return static_cast<std::size_t>(at - first) / kMixStrip; };
    const std::size_t strips = strip_of(end - 1) + 1;
    if (strips > kMostStrips) // a slow tick, or the end of a ring
        return add_each(spans, count);
    std::uint64_t members[kMostStrips] = {};
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t last = strip_of(spans[i].left + spans[i].blocks * kMixBlock - 1);
        for (std::size_t strip = strip_of(spans[i].left); strip <= last; ++strip)
            members[strip] |= std::uint64_t{1} << i;
    }
    for (std::size_t strip = 0; strip < strips; ++strip) {
        if (members[strip] == 0)
            continue;
        for (std::size_t k = strip * kMixStrip; k < (strip + 1) * kMixStrip; k += kHeld)
            add_members(spans, members[strip], first + k, spans->right + (first - spans->left) + k);
    }
}

void add(const MixSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t done = 0; done < count; done += kGroup)
        add_group(spans + done, count - done < kGroup ? count - done : kGroup);
}

#endif

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
