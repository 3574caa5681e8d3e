// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <iterator>
#include <vector>

#include "quern/bed/neighbour_layers.hpp"
#include "quern/bed/rider_state.hpp"

namespace quern::bed {

using Kind = LayerEvent::Kind;

/// Keeps all events of the neighbour layers.
class Recorder final : public NeighbourLayers {
public:
    void on_event(const LayerEvent& event) noexcept override { events.push_back(event); }

    [[nodiscard]] std::vector<LayerEvent> of(Layer layer, Kind kind) const
    {
        std::vector<LayerEvent> found;
        std::copy_if(events.begin(), events.end(), std::back_inserter(found),
                     [&](const LayerEvent& event) { return event.layer == layer && event.kind == kind; });
        return found;
    }
    [[nodiscard]] std::size_t count(Layer layer, Kind kind) const { return of(layer, kind).size(); }

    std::vector<LayerEvent> events;
};

/// Rolling straight over rough concrete.
inline RiderState rolling(float kmh)
{
    RiderState state;
    state.ground_speed = kmh / 3.6f;
    state.com_velocity = {0.0f, 0.0f, kmh / 3.6f};
    state.wheel_material = {3, 3, 3, 3}; // rough concrete
    return state;
}

inline RiderState flying(float kmh)
{
    RiderState state = rolling(kmh);
    state.airborne = true;
    state.wheel_count = 0;
    state.wheel_contact = {false, false, false, false};
    return state;
}

} // namespace quern::bed
