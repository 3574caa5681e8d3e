// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/formats/xma/tables.hpp"

namespace quern::formats::xma {

using Levels = std::array<std::int32_t, kBlockSize>; ///< quantised coefficients; magnitudes below 2^24

/// A quantised block as the encoder writes it: one quantiser for all bands.
struct Block {
    bool coded = false; ///< false: silent, the rest has no meaning
    int exponent = 0;   ///< quantiser in dB: coefficient = level * 10^(exponent / 20)
    int grouped = 0;    ///< levels in groups of four, a multiple of that; run-level codes follow
    int table = 0;      ///< of the run-level codes, 0 or 1
    Levels level{};
};

using FrameBlocks = std::array<Block, kBlocksPerFrame>;

inline constexpr int kRunBits = 7; ///< of a long escaped run: log2 of the block length

// The quantiser stands as a difference to 90 dB in six bits, with two values as escapes.
inline constexpr int kBaseExponent = 90;
/// Bits of a quantiser exponent.
constexpr int exponent_bits(int exponent) noexcept
{
    const int step = exponent - kBaseExponent;
    if (step > -32 && step < 31)
        return 6;
    return 6 + 5 * ((step < 0 ? -32 - step : step - 31) / 31 + 1);
}

} // namespace quern::formats::xma
