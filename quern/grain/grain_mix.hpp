// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::grain {

/// Frames that whole grains are added by: the widest vector, and a cache line of singles.
inline constexpr std::size_t kMixBlock = 16;
/// Frames that a kernel may take together. Accumulators begin and end at such a strip, and their first byte
/// at a multiple of its size.
inline constexpr std::size_t kMixStrip = 64;

/// A grain that was rendered beforehand, to be added where it sounds. What is added are whole blocks or
/// strips of an accumulator, so a grain that begins inside one is read from before its table: before and
/// behind a table stand kMixStrip zeros. A zero added changes no bit, because a sum that began at +0 is never
/// -0.
struct MixSpan {
    const float* table;   ///< what goes into the first frame of the first block
    float* left;          ///< that frame of the accumulators
    float* right;         ///< as far from `left` in all spans of a call
    std::uint32_t blocks; ///< of kMixBlock frames
    float gain_left;
    float gain_right;
};

/// The loop for one SimdTarget. All give the same bits.
struct MixKernels {
    /// accumulator += value * gain, the product rounded; for each frame, in the order of the spans.
    /// All lie in one pair of accumulators.
    void (*add)(const MixSpan* spans, std::size_t count) noexcept QUERN_RT;
};

/// Those of the selected target.
[[nodiscard]] const MixKernels& mix_kernels() noexcept QUERN_RT;

extern const MixKernels kScalarMixKernels;
#if QUERN_SIMD
/// The build for a vector target of this processor family; null for other targets.
const MixKernels* vector_mix_kernels(dsp::SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::grain
