// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// How strongly the ground falls (D) or rises (U), both 0..1 (docs/spec/control.md §4).
struct SlopeLevels {
    float down = 0.0f;
    float up = 0.0f;
};

/// Of a primary truck on a grain surface; elsewhere both are 0.
SlopeLevels slope_levels(float slope, const SurfaceTuning& primary) noexcept;

/// Limits to [low, high]; -0 at a bound of 0 becomes +0, so D and U are +0 on level ground.
constexpr float limited(float value, float low, float high) noexcept
{
    return value > low ? (value < high ? value : high) : low;
}

} // namespace quern::bed
