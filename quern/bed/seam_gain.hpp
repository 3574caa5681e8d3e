// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/envelope.hpp"
#include "quern/bed/fidelity.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/generator.hpp"

namespace quern::bed {

/// The dip of both gains when a wheel comes onto a cracked seam pattern: one drawn segment, then held while
/// the pattern lasts (docs/spec/control.md §4).
class SeamGain {
public:
    void reset() noexcept { *this = SeamGain{}; }
    /// Looks at wheel 0's pattern. A change to one with a gain range draws gain, then length; a change to {1,
    /// 1} ends the dip. True when the pattern changed.
    bool look(int pattern, const SeamRow& row, Generator& generator, const Fidelity& fidelity) noexcept;
    void advance(float dt) noexcept { envelope_.advance(dt); }

    [[nodiscard]] bool active() const noexcept { return active_; }
    [[nodiscard]] float gain() const noexcept { return active_ ? envelope_.value() : 1.0f; }

private:
    Envelope envelope_;
    int pattern_ = 0;
    bool active_ = false;
};

} // namespace quern::bed
