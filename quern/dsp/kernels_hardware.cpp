// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <cstddef>
#include <cstdint>

#include "quern/core/units.hpp"
#include "quern/dsp/kernel_builds.hpp"

#if QUERN_HARDWARE_KERNELS

namespace quern::dsp {

// The instruction set is named for this region alone, not for the file: inline functions of headers must stay
// runnable everywhere, whichever copy of them the linker keeps.
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#endif

namespace hardware {

inline float fused(float a, float b, float c) noexcept QUERN_RT
{
    return __builtin_fmaf(a, b, c);
}

#include "quern/dsp/kernels.inl"

} // namespace hardware

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

const Kernels kHardwareKernels = hardware::kTable;

} // namespace quern::dsp

#endif
