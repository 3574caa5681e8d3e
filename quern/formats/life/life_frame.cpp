// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/life_frame.hpp"

#include <bit>

namespace quern::formats {
namespace {

constexpr Rgb kDead{10, 12, 18};
// Told apart by eyes that see red and green alike too.
constexpr std::array<Rgb, life::kTeams> kTeamColours{{
    {240, 228, 66},
    {86, 180, 233},
    {230, 120, 60},
    {0, 190, 130},
}};
constexpr std::size_t kShades = 16; // of a team, from newborn to old

/// Places in the palette: the shades of a team without a tag, those with one, then what is no team's.
constexpr std::size_t kTagged = kShades * life::kTeams;
constexpr std::size_t kOthers = 2 * kTagged;
enum class Other : std::uint8_t { dead = kOthers, living, birth, death, player_death };
constexpr std::size_t kColours = static_cast<std::size_t>(Other::player_death) + 1;

constexpr Rgb shade(Rgb colour, std::size_t age_step) noexcept
{
    // From all of the colour to three tenths of it.
    const auto part = [age_step](std::uint8_t channel) {
        return static_cast<std::uint8_t>(channel * (100 - 70 * age_step / (kShades - 1)) / 100);
    };
    return {part(colour.red), part(colour.green), part(colour.blue)};
}

constexpr Rgb whiter(Rgb colour) noexcept
{
    const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>((channel + 255) / 2); };
    return {part(colour.red), part(colour.green), part(colour.blue)};
}

constexpr std::array<Rgb, kColours> kPalette = [] {
    std::array<Rgb, kColours> palette{};
    for (std::size_t team = 0; team < kTeamColours.size(); ++team) {
        for (std::size_t step = 0; step < kShades; ++step) {
            palette[team * kShades + step] = shade(kTeamColours[team], step);
            palette[kTagged + team * kShades + step] = shade(whiter(kTeamColours[team]), step / 2);
        }
    }
    palette[static_cast<std::size_t>(Other::dead)] = kDead;
    palette[static_cast<std::size_t>(Other::living)] = {70, 76, 90};
    palette[static_cast<std::size_t>(Other::birth)] = {90, 240, 130};
    palette[static_cast<std::size_t>(Other::death)] = {240, 70, 60};
    palette[static_cast<std::size_t>(Other::player_death)] = {255, 110, 255};
    return palette;
}();

/// Ages 0, 1, 2 to 3, 4 to 7, ... look one step older each; above that each doubling is two.
std::size_t age_step(std::uint8_t age) noexcept
{
    const auto octave = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(age)));
    const bool is_upper_half = octave >= 2 && (age >> (octave - 2) & 1) != 0;
    return octave < 2 ? octave : 2 * octave - 2 + (is_upper_half ? 1 : 0);
}

PaletteImage blank(life::GridSize size)
{
    return {size.width, size.height, kPalette,
            std::vector<std::uint8_t>(size.cells(), static_cast<std::uint8_t>(Other::dead))};
}

} // namespace

std::optional<LifeView> life_view_named(std::string_view name) noexcept
{
    if (name == "teams")
        return LifeView::teams;
    if (name == "events")
        return LifeView::events;
    return std::nullopt;
}

PaletteImage draw_teams(const life::Field& field)
{
    PaletteImage image = blank(field.size);
    for (std::size_t i = 0; i < field.cells.size(); ++i) {
        const life::Cell cell = field.cells[i];
        if (cell.alive != 0)
            image.pixels[i] = static_cast<std::uint8_t>(
                (cell.tag != 0 ? kTagged : 0) + (cell.team % life::kTeams) * kShades + age_step(cell.age));
    }
    return image;
}

PaletteImage draw_events(const life::Field& field, const life::Delta& delta,
                         const std::optional<life::Roi>& roi)
{
    PaletteImage image = blank(field.size);
    std::size_t i = 0;
    for (std::int32_t y = 0; y < field.size.height; ++y) {
        for (std::int32_t x = 0; x < field.size.width; ++x, ++i) {
            Other seen = field.cells[i].alive != 0 ? Other::living : Other::dead;
            if ((delta.changed[i / 64] >> i % 64 & 1u) != 0) {
                const bool is_birth = (delta.alive[i / 64] >> i % 64 & 1u) != 0;
                const bool is_players = roi && roi->contains(field.size, x, y);
                seen = is_birth ? Other::birth : is_players ? Other::player_death : Other::death;
            }
            image.pixels[i] = static_cast<std::uint8_t>(seen);
        }
    }
    return image;
}

} // namespace quern::formats
