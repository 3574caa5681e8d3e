// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// Turn intensity: how much of the sound player B takes over in a carve (docs/spec/control.md §4).
class Turn {
public:
    void reset() noexcept { signed_ = 0.0f; }
    /// One control call. `com_speed` in m/s, `turn` -1..1; while `special` the wanted value is 0. Cap and
    /// steps are the primary truck's.
    void step(float com_speed, float turn, bool special, const SurfaceTuning& primary,
              float per_mps) noexcept;

    /// The slewed value with the sign of the turn; rising and falling steps go by this signed value.
    [[nodiscard]] float signed_value() const noexcept { return signed_; }
    [[nodiscard]] float intensity() const noexcept { return signed_ < 0.0f ? -signed_ : signed_; }

private:
    float signed_ = 0.0f;
};

} // namespace quern::bed
