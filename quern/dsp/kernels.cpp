// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/kernels.hpp"

#include "quern/dsp/kernel_builds.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::dsp {
namespace {

const Kernels& scalar_kernels() noexcept QUERN_RT
{
#if QUERN_HARDWARE_KERNELS
    if (has_fused_instruction())
        return kHardwareKernels;
#endif
    return kEmulatedKernels;
}

} // namespace

const Kernels& kernels() noexcept QUERN_RT
{
    switch (selected_target()) {
#if QUERN_SIMD
    case SimdTarget::avx512:
        return kAvx512Kernels;
    case SimdTarget::avx2:
        return kAvx2Kernels;
    case SimdTarget::sse4:
        return kSse4Kernels;
#endif
    case SimdTarget::emulated:
        return kEmulatedKernels;
    default:
        return scalar_kernels();
    }
}

} // namespace quern::dsp
