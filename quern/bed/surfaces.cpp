// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/surfaces.hpp"

#include <utility>

namespace quern::bed {

std::uint16_t silent_surfaces(const Tuning& tuning) noexcept
{
    unsigned mask = 0;
    for (int surface = 0; surface < kNoContact; ++surface) {
        if (!tuning.surfaces[static_cast<std::size_t>(surface)].grain)
            mask |= 1u << surface;
    }
    return static_cast<std::uint16_t>(mask);
}

Tuning with_nearest_sounds(Tuning tuning) noexcept
{
    constexpr std::array<std::pair<std::size_t, std::size_t>, 6> kNearest{
        {{7, 1}, {8, 5}, {10, 2}, {11, 1}, {12, 6}, {13, 9}}};
    for (const auto& [silent, sounding] : kNearest) {
        if (!tuning.surfaces[silent].grain)
            tuning.surfaces[silent] = tuning.surfaces[sounding];
    }
    return tuning;
}

} // namespace quern::bed
