// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once

namespace quern::bed {

/// Brake level 0..1: a braking board loses its bed in about 20 control calls (docs/spec/control.md §4).
class Brake {
public:
    void reset() noexcept { level_ = 0.0f; }
    /// One control call; stops at its end, never beyond.
    void step(bool braking, float step) noexcept;
    /// True while the brake acts: pressed, and the velocity change opposes the velocity (or is undefined,
    /// NaN).
    [[nodiscard]] static bool acts(bool pressed, float cosine) noexcept
    {
        return pressed && !(cosine >= 0.0f);
    }

    [[nodiscard]] float level() const noexcept { return level_; }

private:
    float level_ = 0.0f;
};

} // namespace quern::bed
