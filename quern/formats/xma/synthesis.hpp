// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "quern/formats/xma/tables.hpp"

namespace quern::formats::xma {

using Coefficients = std::array<float, kBlockSize>; ///< of a block, as decoders have them

/// Coefficients to samples: undoes forward() up to the overlap (docs/formats/xma.md, "Transform"). Single
/// precision, in the order of operations that libavcodec has: the same bits as that, on every machine.
class Synthesis {
public:
    /// The next 128 samples, on the scale of 16-bit integers: the first half of this block and the second of
    /// the one before. All zeros are a silent block.
    void add(const Coefficients& coefficients, std::span<float, kBlockSize> out) noexcept;

private:
    std::array<float, kBlockSize / 2> tail_{}; // of the block before
};

/// To the nearest integer, halves to even, limited to 16 bits.
std::int16_t to_sample(float value) noexcept;

} // namespace quern::formats::xma
