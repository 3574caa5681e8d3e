// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/dsp/kernels.hpp"

/// 1 where the compiler can emit a fused multiply-add for some processors of the target.
#if defined(__x86_64__) || defined(__aarch64__)
#define QUERN_HARDWARE_KERNELS 1
#else
#define QUERN_HARDWARE_KERNELS 0
#endif

namespace quern::dsp {

/// Runs everywhere.
extern const Kernels kEmulatedKernels;
#if QUERN_HARDWARE_KERNELS
/// Runs where `has_fused_instruction()`.
extern const Kernels kHardwareKernels;
#endif

} // namespace quern::dsp
