// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/mix/chain_kernels.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/mix/simd/chain_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/mix/simd/pair_chain.inl"

#if QUERN_VECTOR_TARGET
namespace quern::mix::HWY_NAMESPACE {
constexpr ChainKernels kKernels{pair};
} // namespace quern::mix::HWY_NAMESPACE
#endif

#if HWY_ONCE
namespace quern::mix {
const ChainKernels* vector_chain_kernels(dsp::SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::mix
#endif
