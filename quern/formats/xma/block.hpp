// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/formats/xma/tables.hpp"

namespace quern::formats::xma {

/// A quantised block as the encoder writes it: one quantiser for all bands.
struct Block {
    bool coded = false; ///< false: silent, the rest has no meaning
    int exponent = 0;   ///< quantiser in dB: coefficient = level * 10^(exponent / 20)
    std::array<std::int32_t, kBlockSize> level{}; ///< magnitudes below 2^24
};

using FrameBlocks = std::array<Block, kBlocksPerFrame>;

// Run-level coding of the coefficients by its two known codes. Of the two code tables the one with the
// shorter escape is used.
inline constexpr int kEscapeBits = 8;
inline constexpr int kEndBits = 7;
inline constexpr std::uint32_t kEscapeCode = 0x4A;
inline constexpr std::uint32_t kEndCode = 0x2B;
inline constexpr std::uint32_t kSecondEscapeCode = 0x1E2; ///< of the other table; read only
inline constexpr int kSecondEscapeBits = 9;
inline constexpr std::uint32_t kSecondEndCode = 0x7F;
inline constexpr int kRunBits = 7; ///< log2 of the block length

/// Bits of an escaped magnitude, its prefix included.
constexpr int level_bits(std::uint32_t magnitude) noexcept
{
    return magnitude < 1u << 8 ? 1 + 8 : magnitude < 1u << 16 ? 2 + 16 : 3 + 24;
}
/// Bits of an escaped run of zeros, its prefix included.
constexpr int run_bits(int zeros) noexcept
{
    return zeros == 0 ? 1 : zeros <= 4 ? 2 + 2 : 3 + kRunBits;
}

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
