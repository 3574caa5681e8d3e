// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/formats/xma/block.hpp"
#include "quern/formats/xma/transform.hpp"

namespace quern::formats::xma {

/// Every coefficient to the nearest level of one quantiser.
Block quantise_all(const Spectrum& spectrum, int exponent) noexcept;

/// The block that makes `error + bits * bit_price` least, over all choices of which coefficients to keep.
struct ChosenBlock {
    Block block;
    double error = 0.0; ///< squared, of all coefficients; 1/64 of it is heard in the samples
};
/// `bit_price` > 0, in squared coefficients a bit: the one knob between size and quality.
ChosenBlock choose_block(const Spectrum& spectrum, double bit_price) noexcept;

} // namespace quern::formats::xma
