// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

namespace quern::formats::xma {

inline constexpr int kBlockSize = 128;    ///< coefficients, and new samples, of a block
inline constexpr int kBlocksPerFrame = 4; ///< the only tiling that is written and read here
inline constexpr int kFrameSize = kBlockSize * kBlocksPerFrame;
inline constexpr std::uint32_t kStartDelay = 384; ///< samples at the start of the first frame that are cut

/// Range of band exponents that quantiser_step() knows, in dB.
inline constexpr int kLowestExponent = -400;
inline constexpr int kHighestExponent = 400;

/// 10^(exponent / 20), the same double on every machine. `exponent` lies in the range above.
double quantiser_step(int exponent) noexcept;

/// Upper edges of the bands of a 128 block, in coefficients, the last one 128. One of four sets, by rate.
std::span<const std::uint8_t> band_edges(std::uint32_t rate) noexcept;

} // namespace quern::formats::xma
