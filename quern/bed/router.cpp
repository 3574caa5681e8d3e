// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/router.hpp"

#include <algorithm>
#include <utility>

namespace quern::bed {
namespace {

constexpr int kNoneSurface = 3; // what a wheel without material rolls on
constexpr int kMetal = 9;

} // namespace

int surface_of(int material, const Tuning& tuning) noexcept
{
    if (material >= kNoMaterial || material < 0)
        return kNoneSurface;
    const int surface =
        tuning.surface_of_material[static_cast<std::size_t>(std::min(material, kMaterialMap - 1))];
    return surface < kNoContact ? surface : kNoneSurface;
}

std::span<const RouteEvent> Router::step(const RouteInput& in, const Latches& latches,
                                         const Tuning& tuning) noexcept
{
    event_count_ = 0;
    pulse_ = false;
    // The second pass visits the other truck as it stands after a hand-over in the first.
    const int passes = in.local ? 2 : 1;
    for (int pass = 0; pass < passes; ++pass) {
        const std::size_t truck = pass == 0 ? primary_ : 1 - primary_;
        const bool wheel3 = pass == 1;
        const bool lifted = in.local && latches.manual() && !latches.landed(wheel3);
        const int wanted =
            lifted || in.grinding ? kNoContact : surface_of(wheel3 ? in.material3 : in.material0, tuning);
        visit(truck, wanted, in, tuning);
    }
    return events();
}

void Router::visit(std::size_t truck, int wanted, const RouteInput& in, const Tuning& tuning) noexcept
{
    std::size_t other = 1 - truck;
    if (wanted == trucks_[truck].surface)
        return;
    if (trucks_[truck].surface != kNoContact) {
        pulse_ = true;
        leave(truck, other, in.local);
    }
    trucks_[truck].surface = wanted;
    if (wanted == kNoContact)
        return;
    const SurfaceRow& row = tuning.surfaces[static_cast<std::size_t>(wanted)];
    // The truck's tuning follows its surface even where the other truck already sounds on it.
    trucks_[truck].member = in.soft ? row.soft : row.hard;
    trucks_[truck].fallback_tuning = !row.grain || row.fallback_tuning;
    if (wanted != trucks_[other].surface)
        start(truck, row);
    trucks_[truck].grain = row.grain;
}

void Router::leave(std::size_t& truck, std::size_t& other, bool local) noexcept
{
    if (local && !trucks_[other].live) {
        // Hand-over: the sound goes on as the other truck's, and the silent one takes the new surface.
        primary_ = 1 - primary_;
        std::swap(truck, other);
        return;
    }
    Truck& left = trucks_[truck];
    if (left.live) {
        RouteEvent event;
        event.kind = left.grain ? RouteEvent::Kind::stop : RouteEvent::Kind::release;
        event.truck = static_cast<std::uint8_t>(truck);
        event.surface = left.surface;
        record(event);
    }
    left.live = false;
    left.playing = false;
}

void Router::start(std::size_t index, const SurfaceRow& row) noexcept
{
    Truck& truck = trucks_[index];
    RouteEvent event;
    event.truck = static_cast<std::uint8_t>(index);
    event.surface = truck.surface;
    if (row.grain) {
        event.kind = RouteEvent::Kind::bind;
        event.member = truck.member;
        event.fallback_tuning = row.fallback_tuning;
        truck.playing = true;
    } else {
        event.kind = RouteEvent::Kind::post;
        event.selector = row.selector;
    }
    truck.live = true;
    record(event);
}

void Router::record(const RouteEvent& event) noexcept
{
    if (event_count_ < events_.size())
        events_[event_count_++] = event;
}

bool Router::on_metal() const noexcept
{
    return trucks_[0].surface == kMetal;
}

const SurfaceTuning& Router::tuning_of(std::size_t index, const Tuning& tuning) const noexcept
{
    const Truck& truck = trucks_[index];
    const auto member = static_cast<std::size_t>(truck.member);
    return truck.fallback_tuning || member >= kSurfaceMembers ? tuning.fallback : tuning.surface[member];
}

} // namespace quern::bed
