// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/step.hpp"

#include <algorithm>
#include <array>

namespace quern::life {
namespace {

using Neighbours = std::array<const Cell*, 8>;

int count_of(const Neighbours& neighbours) noexcept
{
    int count = 0;
    for (const Cell* cell : neighbours)
        count += cell->alive & 1;
    return count;
}

Cell child_of(const Neighbours& neighbours) noexcept
{
    std::array<std::uint8_t, kTeams> teams{};
    int tagged = 0;
    for (const Cell* cell : neighbours) {
        if (cell->alive != 0)
            ++teams[cell->team];
        tagged += cell->tag;
    }
    return newborn(teams, tagged);
}

Cell next_of(const Cell& cell, const Neighbours& neighbours, Rule rule) noexcept
{
    const int count = count_of(neighbours);
    if (cell.alive == 0)
        return rule.gives_birth(count) ? child_of(neighbours) : Cell{};
    if (!rule.survives(count))
        return Cell{};
    Cell older = cell;
    older.age = static_cast<std::uint8_t>(std::min(cell.age + 1, 255));
    return older;
}

} // namespace

void step(const Field& now, Field& next, Rule rule) noexcept
{
    const GridSize size = now.size;
    for (std::int32_t y = 0; y < size.height; ++y) {
        const Cell* above = &now.at(0, size.wrap_y(y - 1));
        const Cell* row = &now.at(0, y);
        const Cell* below = &now.at(0, size.wrap_y(y + 1));
        for (std::int32_t x = 0; x < size.width; ++x) {
            const std::int32_t left = x == 0 ? size.width - 1 : x - 1;
            const std::int32_t right = x == size.width - 1 ? 0 : x + 1;
            const Neighbours neighbours{&above[left], &above[x],    &above[right], &row[left],
                                        &row[right],  &below[left], &below[x],     &below[right]};
            next.at(x, y) = next_of(row[x], neighbours, rule);
        }
    }
}

} // namespace quern::life
