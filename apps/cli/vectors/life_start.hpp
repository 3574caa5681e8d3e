// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/life/actions.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/rule.hpp"

/// Where the files of the automaton begin: their first note says it in words (docs/golden-vectors.md,
/// "Life").
namespace quern::vectors {

struct LifeStart {
    enum class Kind { soup, pattern, still_life } kind = Kind::soup;
    life::GridSize size{};
    life::Rule rule{};
    double density = 0.3;   ///< of a soup
    std::uint64_t seed = 1; ///< of a soup
    std::string runs{};     ///< a pattern in run lengths
    std::int32_t x = 0;     ///< of its top left corner
    std::int32_t y = 0;
    std::uint8_t team = 0;
    std::uint8_t tag = 0;
};

/// Reads a note such as "glider bob$2bo$3o! at (64,100), team 0 tag 0" or "256x128 torus, 30% soup, seed 7";
/// what it does not say is as above. Nothing where it names no start.
std::optional<LifeStart> life_start_of(std::string_view note);
/// The note that says this: what `life_start_of` makes of it is the same start.
std::string note_of(const LifeStart& start);
/// Generation 0. Errors: a size that no field has, run lengths that make no sense.
Result<life::Field> field_of(const LifeStart& start);

/// The pattern of such run lengths. Builds for other processors, which leave files out, have their own.
Result<life::Pattern> pattern_of_runs(const std::string& runs);

} // namespace quern::vectors
