// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

namespace quern::bed {

struct Vec3 {
    float x = 0.0f, y = 0.0f,
          z = 0.0f; ///< metres or metres per second; y is up, x to the right of one who looks along +z
};

inline constexpr int kNoMaterial = 143; ///< the material of a wheel that touches nothing
inline constexpr int kWheels = 4;       ///< front left, front right, back left, back right

/// Everything the bed wants to know of one board in one control frame (docs/spec/control.md §6).
/// A default-constructed state is a local skater standing still with four wheels on smooth asphalt.
struct RiderState {
    float dt = 1.0f / 60.0f;   ///< seconds since the previous frame
    float ground_speed = 0.0f; ///< m/s along the board, signed; the bed uses the magnitude
    Vec3 com_velocity{};       ///< m/s, centre of mass: turn intensity and wind
    Vec3 board_position{};     ///< m
    Vec3 board_velocity{};     ///< m/s
    int wheel_count = 4;       ///< wheels on the ground, 0..4
    std::array<bool, kWheels> wheel_contact{true, true, true, true};
    std::array<int, kWheels> wheel_material{0, 0, 0, 0}; ///< surface tag - 1: 0..142, 143 = none
    std::array<int, kWheels> seam_pattern{0, 0, 0, 0};   ///< 0..15
    float turn = 0.0f;                                   ///< -1..1, steering input
    float slope = 0.0f;                                  ///< about -10 (steep down) .. 10 (steep up)
    bool airborne = false;
    float air_time = 0.0f; ///< s
    bool brake = false;
    float brake_cosine =
        -1.0f; ///< cosine between velocity change and velocity; the brake acts while it is negative or NaN
    bool manual_brake = false;
    bool balance = false; ///< in a manual
    bool grinding = false;
    bool trick_active = false;
    bool air_trick = false; ///< sets the trick latch
    std::array<bool, 2> feet_in_deck_box{true, true};
    bool push_planted = false; ///< a push foot stands on the ground
    bool push_trigger = false; ///< one frame: a push starts
    bool soft_wheels = false;  ///< wheel hardness below 0.5
    bool skid = false;
    bool bail = false;
    bool on_foot = false;
    int loose_board = 0;       ///< 0 ridden, 1 upside down, 2 on its side
    float slip = 0.0f;         ///< 0..1
    float deck_tilt = 0.0f;    ///< rad
    float deck_spin = 0.0f;    ///< rad/s
    float heading_rate = 0.0f; ///< rad/s, positive to the right
    bool local = true;         ///< the player at this machine; others get the plainer chain
    bool paused = false;
    bool has_listener = false; ///< false: the distance roll-off is that of a camera right behind the board
    Vec3 listener_position{};  ///< m
    Vec3 listener_forward{0.0f, 0.0f, 1.0f};
    float azimuth_deg = 0.0f; ///< board as seen from the listener, + = right; used when there is no listener
};

} // namespace quern::bed
