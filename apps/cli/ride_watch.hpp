// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "console.hpp"
#include "quern/bed/board.hpp"
#include "quern/bed/frame.hpp"
#include "quern/engine/bed.hpp"
#include "quern/engine/control_observer.hpp"
#include "quern/engine/trace.hpp"
#include "quern/grain/window_picker.hpp"
#include "render_options.hpp"
#include "render_setup.hpp"

namespace quern::cli {

inline constexpr double kLevelBinSeconds = 0.05;
inline constexpr std::size_t kWatchedPlayers = 5; ///< as TraceEvent::player: 0A 0B 1A 1B rocket
inline constexpr std::array<std::string_view, kWatchedPlayers> kPlayerNames{
    "truck 0 A", "truck 0 B", "truck 1 A", "truck 1 B", "rocket"};

/// One control frame, as far as a figure shows it.
struct Moment {
    float speed_kmh = 0.0f;          ///< magnitude; generic rides: 0
    std::array<float, 2> position{}; ///< where A and B read
    std::array<float, 2> gain{};     ///< A, B: the louder of the running trucks
    std::array<float, 2> shift_hz{}; ///< A, B of the same truck
    float rocket_gain = 0.0f;
    std::int8_t ground = bed::kNoContact; ///< surface under the first wheel that touches, else no contact
    std::array<std::int8_t, bed::kTrucks> plays{}; ///< member of a truck whose grains run, -1 for none
    bool running = false;                          ///< some truck's grains run
    bool manual = false;                           ///< manual latch
    bool air = false;
    bool grind = false;
    bool brake = false;
    bool push = false; ///< a push foot stands on the ground
};

/// Everything that is known of one control frame, for an explanation.
struct Snapshot {
    bed::RiderState rider;
    bed::BedFrame frame;
    std::array<bed::Router::Truck, bed::kTrucks> truck{};
    std::size_t primary = 0;
    bool manual = false;
    bool trick = false;
    float turn = 0.0f;
    float brake = 0.0f;
    float slope_down = 0.0f;
    float push_scale = 1.0f;
    float seam_gain = 1.0f;
    int level_a = 0; ///< words of the mix
    int level_b = 0;
    int pitch = 0;
};

/// One grain from start to silence. Times in seconds of the ride.
struct GrainSpan {
    std::uint8_t player = 0;
    bed::Member member = bed::Member::asphalt_rough_hard;
    std::uint8_t candidates = 0; ///< windows that were offered; 0: nothing was drawn
    float gain = 0.0f;           ///< at its start
    float attack_s = 0.0f;
    double from_s = 0.0;
    double release_s = 0.0; ///< its fade-out begins
    double to_s = 0.0;
    float read_from_s = 0.0f; ///< in the recording
    float read_to_s = 0.0f;
};

/// What the picker of a player may choose next.
struct NextPick {
    bool bound = false;
    bed::Member member = bed::Member::asphalt_rough_hard;
    grain::PlayerParams params;
    grain::PlayerRecord record;
    std::uint64_t picks = 0;               ///< since the bind
    std::vector<grain::Window> recent;     ///< played since the bag was emptied
    std::vector<grain::Window> candidates; ///< in reading order; empty: it would play from `region_from_s`
    float region_from_s = 0.0f;
    float region_to_s = 0.0f;
};

/// Plays a ride, without writing anything, up to some second and keeps what was decided and heard.
class RideWatch final : public ControlObserver {
public:
    struct Wanted {
        double until_s = 1e9;             ///< the end of the ride at the latest
        std::optional<double> snapshot_s; ///< keep the control frame of this second
    };
    /// `setup` and `options` are borrowed for as long as this lives.
    RideWatch(const RenderOptions& options, const RenderSetup& setup, const Wanted& wanted);

    Status play(const Console& console);

    [[nodiscard]] const RenderSetup& setup() const { return setup_; }
    [[nodiscard]] std::span<const Moment> moments() const { return moments_; }
    [[nodiscard]] std::span<const GrainSpan> grains() const { return grains_; }
    [[nodiscard]] std::span<const TraceEvent> binds() const { return binds_; }
    /// Mean square of each 50 ms, over both channels.
    [[nodiscard]] std::span<const double> powers() const { return powers_; }
    [[nodiscard]] bool rocket_heard() const;
    /// How A (0) or B (1) cuts a recording in this ride.
    [[nodiscard]] grain::PlayerParams params_of(bed::Member member, std::size_t player) const;
    [[nodiscard]] const std::optional<Snapshot>& snapshot() const { return snapshot_; }
    /// At the end of what was played.
    [[nodiscard]] NextPick next_pick(std::size_t player) const;

private:
    /// A shadow of an engine's player: fed with its picks it knows what its bag still holds.
    struct Seat {
        bool bound = false;
        bed::Member member = bed::Member::asphalt_rough_hard;
        grain::PlayerParams params;
        grain::PlayerRecord record;
        grain::WindowPicker picker;
        std::uint64_t picks = 0;
        std::uint8_t candidates = 0;
        std::array<std::optional<std::size_t>, 2> open{}; // sounding grains by slot
        std::deque<grain::PlayerParams> coming;           // of binds that are on their way
    };
    void on_frame(std::uint64_t number, const bed::Board& board, const bed::BedFrame& frame,
                  const Generator& generator) override;
    void watch_drive();
    void take(const TraceEvent& event);
    void close(Seat& seat, std::size_t slot, std::uint64_t block);
    void measure(std::span<const float> interleaved);

    const RenderOptions& options_;
    const RenderSetup& setup_;
    Wanted wanted_;
    std::uint64_t snapshot_frame_ = ~std::uint64_t{0};
    std::vector<Moment> moments_;
    std::vector<GrainSpan> grains_;
    std::vector<TraceEvent> binds_;
    std::vector<double> powers_;
    double square_sum_ = 0.0;
    std::size_t bin_frames_ = 0;
    std::array<Seat, kWatchedPlayers> seats_;
    std::optional<Snapshot> snapshot_;
};

} // namespace quern::cli
