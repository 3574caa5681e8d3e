// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/surfaces.hpp"

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
    const auto own = tuning.surfaces;
    for (SurfaceRow& row : tuning.surfaces) {
        if (row.grain || row.nearest < 0)
            continue;
        const SurfaceRow& lender = own[static_cast<std::size_t>(row.nearest)];
        if (lender.grain)
            row = lender;
    }
    return tuning;
}

} // namespace quern::bed
