// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/synthesis.hpp"

namespace quern::formats::xma {

/// Reads a channel's levels in a block. The first `grouped` of them, a multiple of four, are in groups of
/// four; `until_zero`: less where a group has a zero, which is the last then.
std::optional<Fault> read_coefficients(BitReader& bits, std::size_t grouped, bool until_zero,
                                       Coefficients& levels);

} // namespace quern::formats::xma
