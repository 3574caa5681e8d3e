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
    const SimdTarget target = selected_target();
#if QUERN_SIMD
    if (const Kernels* vectors = vector_kernels(target))
        return *vectors;
#endif
    return target == SimdTarget::emulated ? kEmulatedKernels : scalar_kernels();
}

} // namespace quern::dsp
