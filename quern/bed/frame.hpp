// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "quern/bed/members.hpp"
#include "quern/grain/player_params.hpp"
#include "quern/grain/recording.hpp"

namespace quern::bed {

inline constexpr std::size_t kTrucks = 2;
inline constexpr std::size_t kPlayersPerTruck = 2; ///< A, B

/// What a truck's two bus chains follow, in force from the next block (docs/spec/control.md §4).
struct ChainValues {
    float high_pass_hz = 0.0f;
    float low_pass_hz = 96000.0f;
    std::array<float, 2> shift_hz{}; ///< A, B
    float azimuth_deg = 0.0f;        ///< + = right
    float env_send = 0.0f;           ///< linear
    std::array<float, 2> flange_send{};
    float graph3_send = 0.0f;
    std::array<float, 2> graph1_gain{1.0f, 1.0f};
    std::array<float, 2> graph3_gain{1.0f, 1.0f};
};

/// Starts or stops the sound of one truck or of the rocket. A bind stops what sounds there first.
struct Command {
    enum class Kind : std::uint8_t { stop, bind };
    enum class Target : std::uint8_t { truck0, truck1, rocket };
    Kind kind = Kind::stop;
    Target target = Target::truck0;
    Member member = Member::asphalt_rough_hard;  ///< for traces
    grain::RecordingView recording{};            ///< bind only
    std::array<grain::PlayerParams, 2> params{}; ///< bind only; A, B (the rocket uses A)
    float clip_level = 0.09f; ///< bind only; graph 3 of the rebuilt chains, from the owner's tuning
    float shelf_hz = 5000.0f;
    float shelf_gain = 0.65f;
};

struct TruckFrame {
    bool running = false; ///< records and chain values are valid: this truck's grains run
    std::array<grain::PlayerRecord, 2> record{};
    ChainValues chain{};
};

/// One control frame on its way to the audio thread: everything that may have changed, by value.
struct BedFrame {
    std::uint64_t due = 0;      ///< first output frame (48 kHz) at which it may take effect
    std::uint64_t sequence = 0; ///< counts frames sent; given by the sender
    bool local = true;          ///< graph 3 exists, the rocket may play
    std::array<TruckFrame, kTrucks> truck{};
    bool rocket_running = false;
    grain::PlayerRecord rocket{};
    std::uint8_t commands = 0; ///< how many of `command` are valid, executed in order
    std::array<Command, 8> command{};
};
static_assert(std::is_trivially_copyable_v<BedFrame>);

} // namespace quern::bed
