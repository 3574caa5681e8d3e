// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/bed/rider_state.hpp"

namespace quern::bed {

/// What the board remembers of manuals, air tricks and landings (docs/spec/control.md §4, §7). One update a
/// frame, before routing.
class Latches {
public:
    void reset() noexcept { *this = Latches{}; }
    void update(const RiderState& state) noexcept;

    /// Set by balancing, cleared when no wheel or all four are down; clearing wins.
    [[nodiscard]] bool manual() const noexcept { return manual_; }
    /// Set by an air trick, cleared once both feet are in the deck box; looked at only while `manual()` is
    /// clear.
    [[nodiscard]] bool trick() const noexcept { return trick_; }
    [[nodiscard]] bool special() const noexcept { return manual_ || trick_; }
    /// Contact of wheel 0 (false) or 3 (true) at the first frame after more than five frames without.
    [[nodiscard]] bool landed(bool wheel3) const noexcept { return wheels_[wheel3 ? 1 : 0].landed; }

private:
    struct Wheel {
        int frames_off = 0;
        bool touched = true; // last frame's contact
        bool landed = false;
    };
    static void land(Wheel& wheel, bool contact) noexcept;

    bool manual_ = false;
    bool trick_ = false;
    std::array<Wheel, 2> wheels_{};
};

} // namespace quern::bed
