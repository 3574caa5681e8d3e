// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_kernels.hpp"

#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool_grain.hpp"

namespace quern::grain {
namespace {

void add(const PoolSpan& span) noexcept QUERN_RT
{
    for (std::int32_t k = 0; k < span.count; ++k) {
        const float sample =
            read_plain(span.source, span.frames, span.anchor, span.origin, span.step, span.run + k);
        const float value = sample * window_at(span.curve, span.age + k, span.length);
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    }
}

void add_windowed(const PoolSpan& span) noexcept QUERN_RT
{
    for (std::int32_t k = 0; k < span.count; ++k) {
        const float sample =
            read_plain(span.source, span.frames, span.anchor, span.origin, span.step, span.run + k);
        const float value = sample * span.window[k];
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    }
}

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t i = 0; i < count; ++i) {
        if (spans[i].window != nullptr)
            add_windowed(spans[i]);
        else
            add(spans[i]);
    }
}

void window(const float* curve, std::int32_t age, std::int32_t length, float* out,
            std::int32_t count) noexcept QUERN_RT
{
    for (std::int32_t k = 0; k < count; ++k)
        out[k] = window_at(curve, age + k, length);
}

} // namespace

constinit const PoolKernels kScalarPoolKernels{render, window};

const PoolKernels& pool_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const PoolKernels* vectors = vector_pool_kernels(dsp::selected_target()))
        return *vectors;
#endif
    return kScalarPoolKernels;
}

} // namespace quern::grain
