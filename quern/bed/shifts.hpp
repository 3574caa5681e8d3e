// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/bed/push.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// Frequency shifts of A and B in Hz (docs/spec/control.md §4, §11): base and special shift are the truck's
/// own, the slope terms the primary truck's.
std::array<float, 2> make_shifts(bool special, const Push& push, float down, const SurfaceTuning& surface,
                                 const SurfaceTuning& primary) noexcept;

} // namespace quern::bed
