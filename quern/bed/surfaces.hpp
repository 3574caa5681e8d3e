// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

#include "quern/bed/tuning.hpp"

namespace quern::bed {

inline constexpr std::array<std::string_view, kSurfaces> kSurfaceNames{
    "unknown",   "asphalt_rough",      "concrete_rough", "asphalt_smooth", "concrete_smooth",
    "wood_ramp", "concrete_aggregate", "patch_7",        "patch_8",        "metal_smooth",
    "patch_10",  "patch_11",           "patch_12",       "patch_13",       "no_contact"};

constexpr std::string_view surface_name(int surface) noexcept
{
    return surface >= 0 && surface < kSurfaces ? kSurfaceNames[static_cast<std::size_t>(surface)] : "?";
}

/// Bit s is set when surface s (0..13) plays no grains: without neighbour layers it is silent.
std::uint16_t silent_surfaces(const Tuning& tuning) noexcept;

/// The same tuning with the nearest grain surface lent to each silent one, so that no ground is mute before
/// its own layer exists. Neighbours follow the order of the surface tags: 7 and 11 asphalt_rough, 8
/// wood_ramp, 10 concrete_rough, 12 concrete_aggregate, 13 metal_smooth.
Tuning with_nearest_sounds(Tuning tuning) noexcept;

} // namespace quern::bed
