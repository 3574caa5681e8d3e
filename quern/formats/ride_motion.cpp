// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quern::formats {
namespace {

using bed::RiderState;

/// Contacts and their count from each other, or from what the board does.
void complete_contacts(RiderState& frame, const GivenMotion& given)
{
    if (!given.wheel_contact) {
        const bool off = given.wheel_count ? frame.wheel_count == 0 : frame.airborne || frame.grinding;
        const bool two = given.wheel_count ? frame.wheel_count < bed::kWheels : frame.balance;
        if (off)
            frame.wheel_contact = {false, false, false, false};
        else if (two && frame.balance)
            frame.wheel_contact = {false, false, true, true};
        else if (two)
            frame.wheel_contact = {true, frame.wheel_count > 1, frame.wheel_count > 2, false};
        else
            frame.wheel_contact = {true, true, true, true};
    }
    if (!given.wheel_count)
        frame.wheel_count =
            static_cast<int>(std::count(frame.wheel_contact.begin(), frame.wheel_contact.end(), true));
    if (!given.wheel_material) {
        for (std::size_t wheel = 0; wheel < frame.wheel_contact.size(); ++wheel) {
            if (!frame.wheel_contact[wheel])
                frame.wheel_material[wheel] = bed::kNoMaterial;
        }
    }
}

} // namespace

double heading_rate_of(double turn, double speed_mps, const ScriptConstants& constants)
{
    const double full = constants.turn_full_deg_s * std::numbers::pi / 180.0;
    const double grip = constants.lateral_max_mps2 / std::max(std::abs(speed_mps), 0.1);
    return turn * std::min(full, grip);
}

void complete_motion(std::span<RiderState> frames, const GivenMotion& given, const ScriptConstants& constants)
{
    double heading = 0.0;
    double x = 0.0;
    double z = 0.0;
    float air_time = 0.0f;
    bool planted = false;
    for (RiderState& frame : frames) {
        complete_contacts(frame, given);
        const double speed = static_cast<double>(frame.ground_speed);
        const double dt = static_cast<double>(frame.dt);
        if (!given.heading_rate)
            frame.heading_rate =
                static_cast<float>(heading_rate_of(static_cast<double>(frame.turn), speed, constants));
        if (!given.air_time)
            frame.air_time = air_time;
        if (!given.push_trigger)
            frame.push_trigger = frame.push_planted && !planted;
        const bed::Vec3 along{static_cast<float>(speed * std::sin(heading)), 0.0f,
                              static_cast<float>(speed * std::cos(heading))};
        if (!given.board_velocity)
            frame.board_velocity = along;
        if (!given.com_velocity)
            frame.com_velocity = along;
        if (!given.board_position) {
            frame.board_position.x = static_cast<float>(x);
            frame.board_position.z = static_cast<float>(z);
        }
        x += static_cast<double>(along.x) * dt;
        z += static_cast<double>(along.z) * dt;
        heading =
            std::remainder(heading + static_cast<double>(frame.heading_rate) * dt, 2.0 * std::numbers::pi);
        air_time = frame.airborne ? air_time + frame.dt : 0.0f;
        planted = frame.push_planted;
    }
}

} // namespace quern::formats
