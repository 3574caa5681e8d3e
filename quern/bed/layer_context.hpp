// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/latches.hpp"
#include "quern/bed/mix_provider.hpp"
#include "quern/bed/neighbour_layers.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/bed/router.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// What the neighbour layers see of a frame, after its mix evaluation.
struct LayerContext {
    const RiderState& state;
    const Latches& latches;
    const Router& router;
    const MixProvider& mix;
    const Tuning& tuning;
    float push_scale = 1.0f;
    NeighbourLayers* receiver = nullptr;

    void emit(const LayerEvent& event) const noexcept
    {
        if (receiver != nullptr)
            receiver->on_event(event);
    }
    [[nodiscard]] float speed() const noexcept
    {
        return state.ground_speed < 0.0f ? -state.ground_speed : state.ground_speed;
    }
};

/// trunc(share * top), the share limited to 0..1.
int word_of(float share, float top) noexcept;

/// Posts when `wanted` begins, updates while it lasts, releases when it ends. `post` and `now` differ in
/// their words only. `held` is the caller's memory.
void hold(bool wanted, bool& held, LayerEvent post, LayerEvent now, const LayerContext& context) noexcept;

} // namespace quern::bed
