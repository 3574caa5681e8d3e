// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/bed/layer_context.hpp"

namespace quern::bed {

/// Rolling patches of the trucks on surfaces without grains, the held layers 0 and 3 and the spidercrack
/// layer 5 (docs/spec/control.md §9).
class RollingLayers {
public:
    void step(const LayerContext& context) noexcept;

private:
    void patch(std::size_t truck, const LayerContext& context) noexcept;
    void held(const LayerContext& context) noexcept;
    void spidercrack(const LayerContext& context) noexcept;

    std::array<int, kTrucks> posted_surface_{-1, -1};
    std::array<bool, 2> held_{};
    int held_surface_ = 0;
    bool crack_ = false;
};

} // namespace quern::bed
