// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::grain {

/// A plain grain over some frames of a block. The pool's, and that of rooms which render grains beforehand:
/// one formula for all of them (docs/spec/pool.md §3).
struct PoolSpan {
    const float* source; ///< frame 0 of the channel it reads
    std::int64_t frames; ///< of the source
    std::int64_t anchor;
    float step;
    float origin;
    std::int32_t run;    ///< frames since the anchor, at the first frame
    std::int32_t age;    ///< at the first frame
    std::int32_t length; ///< of the window
    std::int32_t count;  ///< frames, at least 1
    const float* curve;  ///< one of WindowCurves
    const float*
        window; ///< its values from the first frame on, padded alike; null: to be read from the curve
    float gain_left;
    float gain_right;
    float* left; ///< accumulators at the first frame
    float* right;
    std::int32_t before; ///< frames of the block, hence of the accumulators, before the first
    std::int32_t after;  ///< and after the last
};

/// The pool's loops for one SimdTarget. All give the same bits.
struct PoolKernels {
    /// Adds each span to its accumulators, in their order. Linear.
    void (*render)(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT;
    /// Adds a span that is read by a cubic.
    void (*render_hermite)(const PoolSpan& span) noexcept QUERN_RT;
    /// The window of a grain from `age` on, as the formula gives it. May write up to WindowCurves::kPadding
    /// values more.
    void (*window)(const float* curve, std::int32_t age, std::int32_t length, float* out,
                   std::int32_t count) noexcept QUERN_RT;
};

/// Those of the selected target.
[[nodiscard]] const PoolKernels& pool_kernels() noexcept QUERN_RT;

extern const PoolKernels kScalarPoolKernels;
#if QUERN_SIMD
/// The build for a vector target of this processor family; null for other targets.
const PoolKernels* vector_pool_kernels(dsp::SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::grain
