// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/mix/chain_kernels.hpp"

#include "quern/dsp/simd_target.hpp"

namespace quern::mix {
namespace {

constexpr float kSendStep = 0x1.f81f82p-7f; // 1/65

} // namespace

BlockRamp BlockRamp::gain(float from, float to) noexcept QUERN_RT
{
    if (from == to)
        return {to, -0.0f, to};
    const float step = (to - from) * 0x1p-6f;
    return {from, step, from + 64.0f * step};
}

BlockRamp BlockRamp::send(float from, float to, bool short_end) noexcept QUERN_RT
{
    if (from == to)
        return {to, -0.0f, to};
    const float step = (to - from) * (short_end ? kSendStep : 0x1p-6f);
    return {from, step, short_end ? from + 64.0f * step : to};
}

const ChainKernels* chain_kernels() noexcept QUERN_RT
{
    switch (dsp::selected_target()) {
#if QUERN_SIMD
    case dsp::SimdTarget::avx512:
        return &kAvx512ChainKernels;
    case dsp::SimdTarget::avx2:
        return &kAvx2ChainKernels;
    case dsp::SimdTarget::sse4:
        return &kSse4ChainKernels;
#endif
    default:
        return nullptr;
    }
}

} // namespace quern::mix
