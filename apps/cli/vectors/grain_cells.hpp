// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apps/cli/vectors/vectors.hpp"
#include "quern/core/generator.hpp"
#include "quern/grain/tiling.hpp"

/// Cells that the kinds of the grain room share.
namespace quern::vectors {

/// "F22D0E56 883126E9 ..." both ways: six words of a generator.
std::string words_text(const Generator::Words& words);
Result<Generator::Words> words_of(std::string_view text);

/// "image" or "zero", and whatever else the golden files name.
std::optional<Generator::Words> named_state(std::string_view seed);

/// "start:end,start:end" in single bits, "-" when empty.
std::string windows_text(std::span<const grain::Window> windows);

/// A whole number in [low, high], or an error that quotes the cell. The bound keeps a damaged cell from
/// asking for years of steps.
Result<long> whole_of(std::string_view text, long low, long high = 10'000'000);

/// Moves an error to its row of the table: "row 17 column".
Error in_row(const Error& error, std::size_t row, std::string_view column);

/// Kinds of schedule_kinds.cpp, which stand apart because they need the scheduler's scenarios.
std::vector<Kind> schedule_kinds();

} // namespace quern::vectors
