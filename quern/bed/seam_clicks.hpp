// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "quern/bed/layer_context.hpp"

namespace quern::bed {

/// Clicks of the wheels over seams: one held packet per wheel, posted when the wheel crosses a seam or comes
/// onto another material, released in the first frame without (docs/spec/control.md §9).
///
/// Wheels stand 0.1 m beside and 0.3 m before or behind the board along its heading. A board whose position
/// is not given (it stands still while the wheels roll) is carried on by dead reckoning.
class SeamClicks {
public:
    void step(const LayerContext& context) noexcept;

private:
    struct Wheel {
        std::int64_t cell_x = 0; // grid cell of the last frame
        std::int64_t cell_z = 0;
        int pattern = 0;
        int material = -1; // none yet
        double travelled_cm = 0.0;
        bool posted = false;
    };
    void carry(const LayerContext& context) noexcept;
    bool crosses(std::size_t index, const SeamRow& row, const LayerContext& context) noexcept;
    bool crosses_grid(std::size_t index, const SeamRow& row, bool fresh,
                      const LayerContext& context) noexcept;

    std::array<Wheel, kWheels> wheels_{};
    double heading_x_ = 0.0; // unit vector along the board
    double heading_z_ = 1.0;
    Vec3 last_position_{};
    double carried_x_ = 0.0; // dead reckoning, added to the board's position
    double carried_z_ = 0.0;
};

} // namespace quern::bed
