// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/cells.hpp"

#include <algorithm>

namespace quern::life {

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
