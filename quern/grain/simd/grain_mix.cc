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

void add(const MixSpan* spans, std::size_t count) noexcept QUERN_RT
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
