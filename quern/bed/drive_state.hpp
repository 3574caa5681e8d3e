// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/members.hpp"
#include "quern/grain/player_params.hpp"

namespace quern::bed {

/// The generic mode's input: an engine, a fan, a boat. One control frame.
struct DriveState {
    float dt = 1.0f / 60.0f;
    float position = 0.0f; ///< 0..1 along the recording (slow to fast, low to high, ...)
    float gain = 1.0f;     ///< linear, player A
    float gain_b = 0.0f;   ///< linear, player B; 0 leaves one player
    float pitch = 1.0f;
    float behind = 0.1f;   ///< position units B reads behind A
    float shift_hz = 0.0f; ///< frequency shift of A
    float shift_b_hz = -10.0f;
    float azimuth_deg = 0.0f;
    float env_send = 0.0f;
    float high_pass_hz = 77.0f;
    float low_pass_hz = 24971.0f;
    bool running = true;                                         ///< false stops the players
    Member member = Member::x_jet_rolling;                       ///< which recording of the bank
    grain::PlayerParams player_a{0.1f, 0.2f, 0.1f, 1.6f, 0.05f}; ///< read at a bind
    grain::PlayerParams player_b{0.2f, 0.1f, 0.2f, 1.5f, 0.05f};
};

} // namespace quern::bed
