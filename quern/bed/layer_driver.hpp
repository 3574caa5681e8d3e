// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/rolling_layers.hpp"
#include "quern/bed/seam_clicks.hpp"
#include "quern/bed/side_layers.hpp"

namespace quern::bed {

/// Turns a board's frames into the events of all neighbour layers.
class LayerDriver {
public:
    /// Forgets what is held, so that a new receiver is told of it in the next step.
    void set_receiver(NeighbourLayers* receiver) noexcept
    {
        *this = LayerDriver{};
        receiver_ = receiver;
    }
    /// One frame; `context.receiver` is filled in here.
    void step(LayerContext context) noexcept
    {
        context.receiver = receiver_;
        rolling_.step(context);
        side_.step(context);
        seams_.step(context);
    }

private:
    NeighbourLayers* receiver_ = nullptr;
    RollingLayers rolling_;
    SideLayers side_;
    SeamClicks seams_;
};

} // namespace quern::bed
