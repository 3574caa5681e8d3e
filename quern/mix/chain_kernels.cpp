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
#if QUERN_SIMD
    return vector_chain_kernels(dsp::selected_target());
#else
    return nullptr;
#endif
}

} // namespace quern::mix
