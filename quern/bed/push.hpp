// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/envelope.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// What a push does to the bed for 0.8 s: it reads the recording as if rolling faster, and detunes it
/// (docs/spec/control.md §4).
class Push {
public:
    void reset() noexcept { *this = Push{}; }
    /// A push starts at `speed` m/s, with the primary truck's tuning. The scale goes on from where it is.
    void start(float speed, const SurfaceTuning& primary) noexcept;
    void advance(float dt) noexcept;

    [[nodiscard]] bool scaling() const noexcept { return !scale_.done(); }
    [[nodiscard]] float scale() const noexcept { return scaling() ? scale_.value() : 1.0f; }
    [[nodiscard]] bool shifting() const noexcept { return !shift_.done(); }
    [[nodiscard]] float shift_hz() const noexcept { return shifting() ? shift_.value() : 0.0f; }

private:
    Envelope scale_;
    Envelope shift_;
};

} // namespace quern::bed
