// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/block.hpp"

namespace quern::formats::xma {

/// Bits of four levels, given as magnitudes, in a group; signs included.
int group_bits(const std::uint32_t* magnitudes) noexcept;
/// Bits of a magnitude (at least 1) behind a run of zeros; sign included.
int run_level_bits(int table, int run, std::uint32_t magnitude) noexcept;
/// Bits of the code that ends the levels of a block before its last coefficient.
int end_bits(int table) noexcept;

/// Chooses how a block's levels are coded, the cheapest of all ways, and gives its bits.
int choose_coding(Block& block) noexcept;
/// Bits of a block's levels, coded as the block says.
int coding_bits(const Block& block) noexcept;
/// Writes them.
void put_levels(BitWriter& out, const Block& block);

} // namespace quern::formats::xma
