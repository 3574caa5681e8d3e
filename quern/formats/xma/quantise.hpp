// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/formats/xma/block.hpp"
#include "quern/formats/xma/transform.hpp"

namespace quern::formats::xma {

/// Every coefficient to the nearest level of one quantiser, coded in the shortest way.
Block quantise_all(const Spectrum& spectrum, int exponent) noexcept;

/// A block whose `error + bits * bit_price` is small, and what it costs.
struct ChosenBlock {
    Block block;
    double error = 0.0; ///< squared, of all coefficients; 1/64 of it is heard in the samples
};
/// `bit_price` > 0, in squared coefficients a bit: the one knob between size and quality. Each level is
/// lowered by one where that saves more than it costs, and a block is left silent likewise.
ChosenBlock choose_block(const Spectrum& spectrum, int exponent, double bit_price) noexcept;

/// The quantiser that suits a price. Between whole decibels, neighbouring blocks take either of the two in
/// turn.
int exponent_at(double bit_price, std::size_t block) noexcept;

} // namespace quern::formats::xma
