// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/slope.hpp"

namespace quern::bed {

SlopeLevels slope_levels(float slope, const SurfaceTuning& primary) noexcept
{
    return {limited(slope / primary.slope_down, 0.0f, 1.0f), limited(slope / primary.slope_up, 0.0f, 1.0f)};
}

} // namespace quern::bed
