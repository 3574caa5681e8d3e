// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/formats/codec/block.hpp"
#include "quern/grain/recording.hpp"

namespace quern::formats {

/// A recording in 16 bits, and what that cost.
struct RoundedSound {
    Pcm16 sound;
    std::uint64_t rounded = 0; ///< samples that were between two steps of 16 bits
    std::uint64_t clipped = 0; ///< samples beyond full scale
};

/// round(32768 x), halves to even, clamped to 16 bits. Samples that come from 16 bits are kept as they were.
/// There is no dither: equal recordings give equal bytes, and the noise of a roll is dither enough.
RoundedSound round_to_16_bits(const grain::Recording& recording);

} // namespace quern::formats
