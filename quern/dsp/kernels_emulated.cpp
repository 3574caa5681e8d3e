// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"
#include "quern/dsp/kernel_builds.hpp"

namespace quern::dsp {
namespace emulated {

inline float fused(float a, float b, float c) noexcept QUERN_RT
{
    return fused_emulated(a, b, c);
}

#include "quern/dsp/kernels.inl"

} // namespace emulated

const Kernels kEmulatedKernels = emulated::kTable;

} // namespace quern::dsp
