// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/bed/layer_context.hpp"

namespace quern::bed {

/// Rattle of a push, spinning wheels, rattle and wind of speed, skid, squeaks and the sliding board
/// (docs/spec/control.md §9).
class SideLayers {
public:
    void step(const LayerContext& context) noexcept;

private:
    void rattle(const LayerContext& context) noexcept;
    void wheel_spin(std::size_t index, bool wanted, const LayerContext& context) noexcept;
    void speed(const LayerContext& context) noexcept;
    void scrape(const LayerContext& context) noexcept;
    void slide(const LayerContext& context) noexcept;

    bool rattle_ = false;
    std::array<bool, 2> spin_{};
    int next_recording_ = 0; // the two spin recordings alternate
    bool speed_rattle_ = false;
    bool wind_ = false;
    bool skid_ = false;
    bool squeak_ = false;
    bool slide_ = false;
};

} // namespace quern::bed
