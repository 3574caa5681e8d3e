// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/life/automaton.hpp"

namespace quern::formats {

struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// A picture of at most 256 colours.
struct PaletteImage {
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::span<const Rgb> palette;
    std::vector<std::uint8_t> pixels; ///< width * height places in the palette, row by row from the top
};

/// What a picture of a field shows.
enum class LifeView : std::uint8_t {
    teams,  ///< a colour a team, darker with age; cells with a tag are whiter
    events, ///< what sounds: births green, deaths red, player deaths magenta, other living cells grey
};
/// `teams`, `events`; nothing for another name.
[[nodiscard]] std::optional<LifeView> life_view_named(std::string_view name) noexcept;

/// A pixel a cell.
[[nodiscard]] PaletteImage draw_teams(const life::Field& field);
/// The changes that led to `field`, and the player's region in that generation.
[[nodiscard]] PaletteImage draw_events(const life::Field& field, const life::Delta& delta,
                                       const std::optional<life::Roi>& roi);

} // namespace quern::formats
