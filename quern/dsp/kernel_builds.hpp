// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/simd_target.hpp"

/// 1 where the compiler can emit a fused multiply-add for some processors of the target.
#if defined(__x86_64__) || defined(__aarch64__)
#define QUERN_HARDWARE_KERNELS 1
#else
#define QUERN_HARDWARE_KERNELS 0
#endif

/// 1 where the build has the simd folders (option of the same name; see cmake/QuernSimd.cmake).
#ifndef QUERN_SIMD
#define QUERN_SIMD 0
#endif

namespace quern::dsp {

/// Runs everywhere.
extern const Kernels kEmulatedKernels;
#if QUERN_HARDWARE_KERNELS
/// Runs where `has_fused_instruction()`.
extern const Kernels kHardwareKernels;
#endif
#if QUERN_SIMD
/// The build for a vector target of this processor family, to run where `is_available` says so; null for
/// other targets.
const Kernels* vector_kernels(SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::dsp
