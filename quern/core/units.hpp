// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern {

/// The single whose IEEE-754 bits are `bits`. Constants that the facts give as bits are written this way.
constexpr float from_bits(std::uint32_t bits) noexcept QUERN_RT
{
    return std::bit_cast<float>(bits);
}
constexpr std::uint32_t to_bits(float value) noexcept QUERN_RT
{
    return std::bit_cast<std::uint32_t>(value);
}

/// The one clock of the engine: frames per second and frames per internal block (docs/spec/signal.md §1).
inline constexpr std::uint32_t kSampleRate = 48000;
inline constexpr std::size_t kBlockFrames = 256;
/// Seconds per block as the scheduler subtracts them.
inline constexpr float kBlockSeconds = from_bits(0x3BAEC33E);

inline constexpr float kKmhPerMps = from_bits(0x40666666);     ///< 3.6
inline constexpr float kPerLevelWord = from_bits(0x38000100);  ///< 1/32767: 15-bit level word to gain
inline constexpr float kDegreesPerRaw = from_bits(0x3BB400B4); ///< 360/65535: azimuth word to degrees
inline constexpr float kSecondsPerMs = from_bits(0x3A83126F);  ///< 0.001
inline constexpr float kTwoPi = from_bits(0x40C90FDB);
inline constexpr float kPerTwoPi = from_bits(0x3E22F983);

} // namespace quern
