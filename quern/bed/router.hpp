// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "quern/bed/frame.hpp"
#include "quern/bed/latches.hpp"
#include "quern/bed/members.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// Which sound a truck starts or ends. In the order in which it happened.
struct RouteEvent {
    enum class Kind : std::uint8_t {
        bind,    ///< both grain players of the truck get `member`
        stop,    ///< both grain players stop
        post,    ///< a rolling patch starts with `selector`
        release, ///< the rolling patch ends
    };
    Kind kind = Kind::stop;
    std::uint8_t truck = 0;
    int surface = kNoContact;
    Member member = Member::asphalt_rough_hard; ///< bind
    bool fallback_tuning = false;               ///< bind: plays with Tuning::fallback
    int selector = -1;                          ///< post
};

/// What routing looks at in one frame. `soft` is the flag in force (after any inversion for non-local
/// skaters).
struct RouteInput {
    int material0 = 0; ///< wheel 0, read by the primary truck
    int material3 = 0; ///< wheel 3, read by the other truck
    bool grinding = false;
    bool local = true;
    bool soft = false;
};

/// The rolling surface of a material: 0..13; a material of 143 or above rolls on surface 3.
int surface_of(int material, const Tuning& tuning) noexcept;

/// Decides which truck sounds on which surface (docs/spec/control.md §7): one sounding truck per surface;
/// on a local board it is handed over rather than stopped when nothing else sounds. Exact bookkeeping of the
/// original.
class Router {
public:
    void reset() noexcept { *this = Router{}; }
    /// One frame, after the latches. The events stay valid until the next call.
    std::span<const RouteEvent> step(const RouteInput& in, const Latches& latches,
                                     const Tuning& tuning) noexcept;

    struct Truck {
        int surface = kNoContact;
        bool grain = true;    ///< what it plays (or played last) is grains rather than a patch
        bool live = false;    ///< it sounds
        bool playing = false; ///< its grain players are bound
        Member member = Member::asphalt_rough_hard; ///< of its last real surface
        bool fallback_tuning = true;                ///< no surface yet, surface 0 or no grains
    };
    [[nodiscard]] const Truck& truck(std::size_t index) const noexcept { return trucks_[index]; }
    [[nodiscard]] std::size_t primary() const noexcept { return primary_; }
    [[nodiscard]] const Truck& primary_truck() const noexcept { return trucks_[primary_]; }
    /// Truck `index` runs grains: its record and chain values are written.
    [[nodiscard]] bool running(std::size_t index) const noexcept
    {
        return trucks_[index].playing && trucks_[index].grain;
    }
    [[nodiscard]] std::span<const RouteEvent> events() const noexcept
    {
        return {events_.data(), event_count_};
    }
    /// A truck left a real surface in this frame.
    [[nodiscard]] bool pulse() const noexcept { return pulse_; }
    /// Truck 0 is on metal.
    [[nodiscard]] bool on_metal() const noexcept;
    /// The tuning in force for a truck.
    [[nodiscard]] const SurfaceTuning& tuning_of(std::size_t index, const Tuning& tuning) const noexcept;

private:
    void visit(std::size_t truck, int wanted, const RouteInput& in, const Tuning& tuning) noexcept;
    void leave(std::size_t& truck, std::size_t& other, bool local) noexcept;
    void start(std::size_t truck, const SurfaceRow& row) noexcept;
    void record(const RouteEvent& event) noexcept;

    std::array<Truck, kTrucks> trucks_{};
    std::size_t primary_ = 0;
    bool pulse_ = false;
    std::array<RouteEvent, 6> events_{};
    std::size_t event_count_ = 0;
};

} // namespace quern::bed
