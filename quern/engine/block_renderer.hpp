// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/bed/frame.hpp"
#include "quern/core/generator.hpp"
#include "quern/core/rt.hpp"
#include "quern/core/spsc_ring.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/trace.hpp"
#include "quern/grain/player.hpp"
#include "quern/mix/bus.hpp"
#include "quern/mix/player_chain_bank.hpp"

namespace quern {

/// The audio side of any number of boards: players, their chains and the buses, one 256-frame block at a time
/// (docs/architecture.md, "One block"). All players of all boards share one chain bank, so that lanes can be
/// processed together. Lane of a player: board * 4 + truck * 2 + (A 0, B 1).
class BlockRenderer {
public:
    struct Options {
        std::size_t boards = 1;
        grain::VoiceOptions voice{};
        bool extras = true;   ///< shifter, gains, graph 3 and taps
        bool capture = false; ///< keep the parts of each block for `parts()`
    };
    /// The latest block in parts, summed over all boards; needs `Options::capture`.
    struct Parts {
        std::array<std::array<mix::Plane, dsp::kChannels>, bed::kPlayersPerTruck> player{}; ///< A, B
        mix::Plane graph3{}; ///< what graph 3 added, mono, part of A and B
        mix::Plane rocket{}; ///< mono
    };
    static constexpr std::size_t kPlayersPerBoard = bed::kTrucks * bed::kPlayersPerTruck;

    /// Allocates everything. Not on the audio thread.
    explicit BlockRenderer(const Options& options);

    /// Takes a control frame of one board: records first (a bind picks with them), then commands in order,
    /// then chain values.
    void apply(std::size_t board, const bed::BedFrame& frame, Generator& picks) noexcept QUERN_RT;
    /// Ticks every bound player and renders one block into the buses.
    void render(Generator& picks) noexcept QUERN_RT;

    [[nodiscard]] const mix::SixBus& main() const noexcept QUERN_RT { return main_; }
    [[nodiscard]] const mix::MonoBus& env() const noexcept QUERN_RT { return env_; }
    [[nodiscard]] const mix::MonoBus& flange() const noexcept QUERN_RT { return flange_; }
    [[nodiscard]] const Parts& parts() const noexcept QUERN_RT { return parts_; }

    /// Events of all players go into `ring` from now on; null turns them off.
    void set_trace(SpscRing<TraceEvent>* ring) noexcept QUERN_RT { trace_ = ring; }
    [[nodiscard]] std::uint64_t grain_starts() const noexcept QUERN_RT { return grain_starts_; }
    [[nodiscard]] std::uint64_t picks() const noexcept QUERN_RT { return picks_; }
    [[nodiscard]] std::uint64_t binds() const noexcept QUERN_RT { return binds_; }
    /// Input blocks thrown away because a sample was not finite.
    [[nodiscard]] std::uint64_t refused_inputs() const noexcept QUERN_RT { return chains_.refused_inputs(); }
    [[nodiscard]] std::uint64_t blocks() const noexcept QUERN_RT { return block_; }

private:
    /// A player and what its events need to say who it is.
    struct Seat {
        grain::Player player{};
        BlockRenderer* renderer = nullptr;
        std::uint8_t number = 0; ///< as TraceEvent::player
        bed::Member member = bed::Member::asphalt_rough_hard;
    };
    static void notify(void* seat, const grain::PlayerEvent& event) noexcept QUERN_RT;

    void execute(std::size_t board, const bed::Command& command, const bed::BedFrame& frame,
                 Generator& picks) noexcept QUERN_RT;
    void stop_truck(std::size_t lane) noexcept QUERN_RT;
    void render_rockets() noexcept QUERN_RT;

    Options options_;
    std::vector<Seat> seats_;         // by lane
    std::vector<Seat> rockets_;       // by board
    std::vector<float> rocket_folds_; // what stopped rockets leave for the next block, by board
    mix::PlayerChainBank chains_;
    mix::SixBus main_;
    mix::MonoBus env_;
    mix::MonoBus flange_;
    Parts parts_;
    std::vector<mix::ChainCapture> captures_; // by lane; empty without capture
    SpscRing<TraceEvent>* trace_ = nullptr;
    const Generator* generator_ = nullptr; // the one in use, for events that carry its words
    std::uint64_t block_ = 0;
    std::uint64_t grain_starts_ = 0;
    std::uint64_t picks_ = 0;
    std::uint64_t binds_ = 0;
};

} // namespace quern
