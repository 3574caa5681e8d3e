// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_columns.hpp"

#include "quern/bed/ranges.hpp"

namespace quern::formats {
namespace range = bed::range;

std::span<const Column<bed::RiderState>> rider_columns()
{
    using S = bed::RiderState;
    static const Column<S> columns[] = {
        {"speed_mps", Between::smooth, range::kSpeedMps, [](S& s) -> float& { return s.ground_speed; }},
        {"com_velocity_x_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.com_velocity.x; }},
        {"com_velocity_y_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.com_velocity.y; }},
        {"com_velocity_z_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.com_velocity.z; }},
        {"board_position_x_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.board_position.x; }},
        {"board_position_y_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.board_position.y; }},
        {"board_position_z_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.board_position.z; }},
        {"board_velocity_x_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.board_velocity.x; }},
        {"board_velocity_y_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.board_velocity.y; }},
        {"board_velocity_z_mps", Between::smooth, range::kSpeedMps,
         [](S& s) -> float& { return s.board_velocity.z; }},
        {"wheel_count", Between::held, range::kWheels, [](S& s) -> int& { return s.wheel_count; }},
        {"wheel_contact_fl", Between::held, range::kShare, [](S& s) -> bool& { return s.wheel_contact[0]; }},
        {"wheel_contact_fr", Between::held, range::kShare, [](S& s) -> bool& { return s.wheel_contact[1]; }},
        {"wheel_contact_bl", Between::held, range::kShare, [](S& s) -> bool& { return s.wheel_contact[2]; }},
        {"wheel_contact_br", Between::held, range::kShare, [](S& s) -> bool& { return s.wheel_contact[3]; }},
        {"surface_fl", Between::material, range::kMaterial, [](S& s) -> int& { return s.wheel_material[0]; }},
        {"surface_fr", Between::material, range::kMaterial, [](S& s) -> int& { return s.wheel_material[1]; }},
        {"surface_bl", Between::material, range::kMaterial, [](S& s) -> int& { return s.wheel_material[2]; }},
        {"surface_br", Between::material, range::kMaterial, [](S& s) -> int& { return s.wheel_material[3]; }},
        {"seam_fl", Between::held, range::kSeam, [](S& s) -> int& { return s.seam_pattern[0]; }},
        {"seam_fr", Between::held, range::kSeam, [](S& s) -> int& { return s.seam_pattern[1]; }},
        {"seam_bl", Between::held, range::kSeam, [](S& s) -> int& { return s.seam_pattern[2]; }},
        {"seam_br", Between::held, range::kSeam, [](S& s) -> int& { return s.seam_pattern[3]; }},
        {"turn", Between::smooth, range::kTurn, [](S& s) -> float& { return s.turn; }},
        {"slope", Between::smooth, range::kSlope, [](S& s) -> float& { return s.slope; }},
        {"airborne", Between::held, range::kShare, [](S& s) -> bool& { return s.airborne; }},
        {"air_time_s", Between::smooth, range::kAirTimeS, [](S& s) -> float& { return s.air_time; }},
        {"brake", Between::held, range::kShare, [](S& s) -> bool& { return s.brake; }},
        {"brake_cosine", Between::held, range::kCosine, [](S& s) -> float& { return s.brake_cosine; }},
        {"manual_brake", Between::held, range::kShare, [](S& s) -> bool& { return s.manual_brake; }},
        {"balance", Between::held, range::kShare, [](S& s) -> bool& { return s.balance; }},
        {"grinding", Between::held, range::kShare, [](S& s) -> bool& { return s.grinding; }},
        {"trick_active", Between::held, range::kShare, [](S& s) -> bool& { return s.trick_active; }},
        {"air_trick", Between::held, range::kShare, [](S& s) -> bool& { return s.air_trick; }},
        {"foot_in_deck_box_front", Between::held, range::kShare,
         [](S& s) -> bool& { return s.feet_in_deck_box[0]; }},
        {"foot_in_deck_box_back", Between::held, range::kShare,
         [](S& s) -> bool& { return s.feet_in_deck_box[1]; }},
        {"push_planted", Between::held, range::kShare, [](S& s) -> bool& { return s.push_planted; }},
        {"push_trigger", Between::pulse, range::kShare, [](S& s) -> bool& { return s.push_trigger; }},
        {"soft", Between::held, range::kShare, [](S& s) -> bool& { return s.soft_wheels; }},
        {"skid", Between::held, range::kShare, [](S& s) -> bool& { return s.skid; }},
        {"bail", Between::held, range::kShare, [](S& s) -> bool& { return s.bail; }},
        {"on_foot", Between::held, range::kShare, [](S& s) -> bool& { return s.on_foot; }},
        {"loose_board", Between::held, range::kLooseBoard, [](S& s) -> int& { return s.loose_board; }},
        {"slip", Between::smooth, range::kShare, [](S& s) -> float& { return s.slip; }},
        {"deck_tilt_rad", Between::smooth, range::kAngleRad, [](S& s) -> float& { return s.deck_tilt; }},
        {"deck_spin_rad_s", Between::smooth, range::kAngleRad, [](S& s) -> float& { return s.deck_spin; }},
        {"heading_rate_rad_s", Between::smooth, range::kAngleRad,
         [](S& s) -> float& { return s.heading_rate; }},
        {"local", Between::held, range::kShare, [](S& s) -> bool& { return s.local; }},
        {"paused", Between::held, range::kShare, [](S& s) -> bool& { return s.paused; }},
        {"listener", Between::held, range::kShare, [](S& s) -> bool& { return s.has_listener; }},
        {"listener_position_x_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.listener_position.x; }},
        {"listener_position_y_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.listener_position.y; }},
        {"listener_position_z_m", Between::smooth, range::kPlaceM,
         [](S& s) -> float& { return s.listener_position.z; }},
        {"listener_forward_x", Between::smooth, range::kDirection,
         [](S& s) -> float& { return s.listener_forward.x; }},
        {"listener_forward_y", Between::smooth, range::kDirection,
         [](S& s) -> float& { return s.listener_forward.y; }},
        {"listener_forward_z", Between::smooth, range::kDirection,
         [](S& s) -> float& { return s.listener_forward.z; }},
        {"azimuth_deg", Between::angle, range::kAzimuthDeg, [](S& s) -> float& { return s.azimuth_deg; }},
    };
    return columns;
}

std::span<const Column<bed::DriveState>> drive_columns()
{
    using S = bed::DriveState;
    static const Column<S> columns[] = {
        {"position", Between::smooth, range::kPosition, [](S& s) -> float& { return s.position; }},
        {"gain", Between::smooth, range::kGain, [](S& s) -> float& { return s.gain; }},
        {"pitch", Between::smooth, range::kPitch, [](S& s) -> float& { return s.pitch; }},
        {"gain_b", Between::smooth, range::kGain, [](S& s) -> float& { return s.gain_b; }},
        {"behind", Between::smooth, range::kBehind, [](S& s) -> float& { return s.behind; }},
        {"shift_hz", Between::smooth, range::kShiftHz, [](S& s) -> float& { return s.shift_hz; }},
        {"shift_b_hz", Between::smooth, range::kShiftHz, [](S& s) -> float& { return s.shift_b_hz; }},
        {"azimuth_deg", Between::angle, range::kAzimuthDeg, [](S& s) -> float& { return s.azimuth_deg; }},
        {"env_send", Between::smooth, range::kGain, [](S& s) -> float& { return s.env_send; }},
        {"high_pass_hz", Between::smooth, range::kCutoffHz, [](S& s) -> float& { return s.high_pass_hz; }},
        {"low_pass_hz", Between::smooth, range::kCutoffHz, [](S& s) -> float& { return s.low_pass_hz; }},
        {"running", Between::held, range::kShare, [](S& s) -> bool& { return s.running; }},
        {"member", Between::held, {0.0, bed::kMembers - 1.0}, [](S& s) -> bed::Member& { return s.member; }},
        {"attack_a_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_a.attack; }},
        {"sustain_a_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_a.sustain; }},
        {"release_a_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_a.release; }},
        {"window_a_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_a.window; }},
        {"drift_a", Between::held, range::kDrift, [](S& s) -> float& { return s.player_a.drift; }},
        {"attack_b_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_b.attack; }},
        {"sustain_b_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_b.sustain; }},
        {"release_b_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_b.release; }},
        {"window_b_s", Between::held, range::kGrainS, [](S& s) -> float& { return s.player_b.window; }},
        {"drift_b", Between::held, range::kDrift, [](S& s) -> float& { return s.player_b.drift; }},
    };
    return columns;
}

} // namespace quern::formats
