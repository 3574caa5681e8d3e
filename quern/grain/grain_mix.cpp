// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/grain_mix.hpp"

namespace quern::grain {
namespace {

void add(const MixSpan* spans, std::size_t count) noexcept QUERN_RT
{
    for (std::size_t i = 0; i < count; ++i) {
        const MixSpan span = spans[i]; // a copy, which no store to an accumulator can be taken to change
        for (std::size_t k = 0; k < span.blocks * kMixBlock; ++k) {
            span.left[k] += span.table[k] * span.gain_left;
            span.right[k] += span.table[k] * span.gain_right;
        }
    }
}

} // namespace

constinit const MixKernels kScalarMixKernels{add};

const MixKernels& mix_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const MixKernels* vectors = vector_mix_kernels(dsp::selected_target()))
        return *vectors;
#endif
    return kScalarMixKernels;
}

} // namespace quern::grain
