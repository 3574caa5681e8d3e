// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "quern/bed/brake.hpp"
#include "quern/bed/chain_state.hpp"
#include "quern/bed/default_curves.hpp"
#include "quern/bed/frame.hpp"
#include "quern/bed/latches.hpp"
#include "quern/bed/layer_driver.hpp"
#include "quern/bed/push.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/bed/router.hpp"
#include "quern/bed/seam_gain.hpp"
#include "quern/bed/slope.hpp"
#include "quern/bed/turn.hpp"

namespace quern::bed {

/// Everything one skater's board decides in a control frame (docs/spec/control.md §1): routing, modulators
/// and chain values on the previous mix outputs, then one mix evaluation, then the records on its outputs.
/// Control side; `step` does not allocate.
class Board {
public:
    /// `draws` serves the wobbles and seam gains; borrowed, and may be shared with the picks.
    Board(const Fidelity& fidelity, Generator& draws, const Tuning& tuning = default_tuning());

    /// Numbers in force from the next step; what sounds keeps its recording and grain times until its next
    /// bind.
    void set_tuning(const Tuning& tuning) noexcept;
    /// False keeps the speed layer silent.
    void set_rocket(bool allowed) noexcept { rocket_allowed_ = allowed; }
    /// Null goes back to the default curves.
    void set_mix_provider(std::unique_ptr<MixProvider> provider) noexcept { provider_ = std::move(provider); }
    /// Borrowed; null drops the events. A new receiver is told of everything that is held.
    void set_neighbour_layers(NeighbourLayers* layers) noexcept { layers_.set_receiver(layers); }
    /// Everything that sounds is bound anew at the next step (new recordings).
    void rebind() noexcept { rebind_ = true; }

    /// One control frame. `due`, `sequence` and the recordings of the commands are the caller's to fill.
    BedFrame step(const RiderState& state) noexcept;

    [[nodiscard]] const Tuning& tuning() const noexcept { return tuning_; }
    [[nodiscard]] const Router& router() const noexcept { return router_; }
    /// What routing did in the last step.
    [[nodiscard]] std::span<const RouteEvent> route_events() const noexcept { return router_.events(); }
    [[nodiscard]] const Latches& latches() const noexcept { return latches_; }
    [[nodiscard]] const ChainState& chain() const noexcept { return chain_; }
    [[nodiscard]] const Push& push() const noexcept { return push_; }
    [[nodiscard]] const Turn& turn() const noexcept { return turn_; }
    [[nodiscard]] const Brake& brake() const noexcept { return brake_; }
    [[nodiscard]] const SeamGain& seam() const noexcept { return seam_; }
    [[nodiscard]] const SlopeLevels& slope() const noexcept { return slope_; }
    [[nodiscard]] const MixProvider& mix() const noexcept
    {
        return provider_ ? *provider_ : static_cast<const MixProvider&>(curves_);
    }
    [[nodiscard]] const Generator& generator() const noexcept { return *draws_; }
    /// Fields that were replaced since creation.
    [[nodiscard]] std::uint64_t clamped_inputs() const noexcept { return clamped_; }
    /// Bit s: a truck has rolled on surface s, which plays no grains.
    [[nodiscard]] std::uint16_t silent_surfaces_met() const noexcept { return silent_met_; }

private:
    MixProvider& provider() noexcept { return provider_ ? *provider_ : static_cast<MixProvider&>(curves_); }
    void place_wheels(RiderState& state) noexcept;
    void route(const RiderState& state, BedFrame& frame) noexcept;
    void route_rocket(bool local, BedFrame& frame) noexcept;
    void modulate(const RiderState& state) noexcept;
    void write_inputs(const RiderState& state) noexcept;
    void write_chain(std::size_t truck, bool local, BedFrame& frame) noexcept;
    void write_gains(bool local, BedFrame& frame) noexcept;
    void write_records(const RiderState& state, BedFrame& frame) noexcept;
    void bind(std::size_t truck, BedFrame& frame) noexcept;

    Fidelity fidelity_;
    Generator* draws_;
    Tuning tuning_;
    std::unique_ptr<MixProvider> provider_; // null: curves_
    DefaultCurves curves_;
    LayerDriver layers_;
    RiderState previous_{};
    std::array<int, kWheels> ground_material_{};
    float speed_ = 0.0f; // m/s, magnitude

    Latches latches_;
    Router router_;
    SlopeLevels slope_;
    Push push_;
    Turn turn_;
    Brake brake_;
    SeamGain seam_;
    ChainState chain_;
    std::array<bool, kTrucks> chain_exists_{}; // from a truck's first bind
    bool rocket_allowed_ = true;
    bool rocket_running_ = false;
    bool rebind_ = false;
    std::uint64_t clamped_ = 0;
    std::uint16_t silent_met_ = 0;
};

} // namespace quern::bed
