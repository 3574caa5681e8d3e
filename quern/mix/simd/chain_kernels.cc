// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/mix/chain_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/mix/simd/chain_kernels.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "quern/mix/simd/pair_chain.inl"

#if HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
constexpr ChainKernels kKernels{pair};
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::mix {
const ChainKernels kSse4ChainKernels = N_SSE4::kKernels;
const ChainKernels kAvx2ChainKernels = N_AVX2::kKernels;
const ChainKernels kAvx512ChainKernels = N_AVX3::kKernels;
} // namespace quern::mix
#endif
