// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/formats/xma/prefix_code.hpp"

namespace quern::formats::xma {

// The seven prefix codes of the format (docs/formats/xma.md, "Codes"). What a symbol means follows from its
// number alone.

/// Four levels in a row. All that add up to 5 or less, in the order of their digits, then the escape.
inline constexpr std::size_t kQuadEscape = 126;
extern const PrefixCode<127> kQuadCode;
/// Two levels that add up to 15 or less, then the escape.
inline constexpr std::size_t kPairEscape = 136;
extern const PrefixCode<137> kPairCode;
/// A level from 0 to 99; 100 escapes: 100 and a large value.
inline constexpr std::size_t kSingleEscape = 100;
extern const PrefixCode<101> kSingleCode;

/// Symbol 0 of a run code escapes, 1 ends. From 2 on: level 1 after 0, 1, 2 ... zeros, level 2 likewise.
inline constexpr std::size_t kRunEscape = 0;
inline constexpr std::size_t kRunEnd = 1;
extern const PrefixCode<272> kFirstRunCode;
extern const PrefixCode<244> kSecondRunCode;

/// Steps between scale factors of neighbouring bands: -60 to 60.
inline constexpr int kScaleStepBias = 60;
extern const PrefixCode<121> kScaleStepCode;
/// Changes of a set of scale factors: a run code, of the magnitude after unchanged ones.
extern const PrefixCode<120> kScaleChangeCode;

/// `run` zeros, then a magnitude of `level`.
struct RunLevel {
    std::uint8_t run;
    std::uint8_t level;
};
/// What a symbol from 2 on of a run code means.
RunLevel first_run_level(std::size_t symbol) noexcept;
RunLevel second_run_level(std::size_t symbol) noexcept;
RunLevel scale_change(std::size_t symbol) noexcept;
/// The other way: a symbol, or kRunEscape where there is none. Table 0 or 1; level at least 1.
std::size_t run_symbol(int table, std::size_t run, std::uint32_t level) noexcept;

using Quad = std::array<std::uint8_t, 4>;
using Pair = std::array<std::uint8_t, 2>;
/// What a symbol below kQuadEscape, or kPairEscape, means.
Quad quad_levels(std::size_t symbol) noexcept;
Pair pair_levels(std::size_t symbol) noexcept;
/// The other way: the sum is at most 5, or 15.
std::size_t quad_symbol(const Quad& levels) noexcept;
std::size_t pair_symbol(const Pair& levels) noexcept;

} // namespace quern::formats::xma
