// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/cells.hpp"

#include <algorithm>

namespace quern::life {

namespace {

std::string text_of(GridSize size)
{
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

bool is_valid(Cell cell) noexcept
{
    if (cell.alive == 0)
        return cell == Cell{};
    return cell.alive == kAlive && cell.team < kTeams && cell.tag <= 1;
}

} // namespace

Status check(GridSize size)
{
    if (size.is_valid())
        return Ok{};
    return Error{Error::Code::usage, "field",
                 "found " + text_of(size) +
                     ", expected a width of 64 to 4096 that is a multiple of 64 and a height of 1 to 1024"};
}

Status check(const Field& field, GridSize size)
{
    if (!(field.size == size) || field.cells.size() != size.cells())
        return Error{Error::Code::usage, "field",
                     "found " + std::to_string(field.cells.size()) + " cells of " + text_of(field.size) +
                         ", expected " + text_of(size)};
    for (std::size_t i = 0; i < field.cells.size(); ++i)
        if (!is_valid(field.cells[i]))
            return Error{Error::Code::usage, "field:cell " + std::to_string(i),
                         "found values out of range, expected alive 0 or 255, team 0 to 3, tag 0 or 1, and a "
                         "dead cell of four zeros"};
    return Ok{};
}

std::size_t population(const Field& field) noexcept
{
    return static_cast<std::size_t>(
        std::count_if(field.cells.begin(), field.cells.end(), [](Cell cell) { return cell.alive != 0; }));
}

Field soup(GridSize size, double density, std::uint64_t seed)
{
    const double chance = density > 0.0 ? std::min(density, 1.0) : 0.0;
    const auto below = static_cast<std::uint64_t>(chance * 0x1p32);
    Field field(size);
    std::uint64_t state = seed;
    for (Cell& cell : field.cells) {
        state += 0x9E3779B97F4A7C15u;
        std::uint64_t r = state;
        r = (r ^ r >> 30) * 0xBF58476D1CE4E5B9u;
        r = (r ^ r >> 27) * 0x94D049BB133111EBu;
        r ^= r >> 31;
        if (r >> 32 < below)
            cell = {kAlive, static_cast<std::uint8_t>(r & 3u), 0,
                    static_cast<std::uint8_t>((r >> 2 & 7u) == 0 ? 1 : 0)};
    }
    return field;
}

} // namespace quern::life
