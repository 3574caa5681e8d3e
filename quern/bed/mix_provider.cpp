// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/mix_provider.hpp"

#include <cmath>

namespace quern::bed {
namespace {

constexpr std::int32_t kFull = 32767;

std::int32_t scaled(double value, double per_unit) noexcept
{
    const double word = value * per_unit;
    return word <= 0.0 ? 0 : (word >= kFull ? kFull : static_cast<std::int32_t>(word));
}

} // namespace

void write_physics_inputs(MixProvider& provider, const RiderState& rider) noexcept
{
    // Words per m/s at which each input is full.
    constexpr double kFull5Kmh = 23592.24;
    constexpr double kFull30Kmh = 3932.04;
    constexpr double kFull50Kmh = 2359.22;
    constexpr double kFull70Kmh = 1685.16;
    const auto flag = [](bool on) { return on ? kFull : 0; };
    const auto set = [&provider](int id, std::int32_t value) {
        provider.set_input(kPhysicsController, id, value);
    };
    const double speed = std::abs(static_cast<double>(rider.ground_speed));
    const Vec3& com = rider.com_velocity;
    const double com_speed =
        std::hypot(static_cast<double>(com.x), static_cast<double>(com.y), static_cast<double>(com.z));

    set(0, scaled(speed, kFull5Kmh));
    set(1, scaled(speed, kFull30Kmh));
    set(2, flag(rider.wheel_count == 0));
    set(4, flag(rider.brake));
    set(5, flag(rider.manual_brake));
    set(6, flag(rider.trick_active));
    set(7, scaled(speed, kFull50Kmh));
    set(8, scaled(speed, kFull70Kmh));
    set(9, flag(!rider.local));
    set(10, rider.wheel_count * 8192 - (rider.wheel_count > 0 ? 1 : 0));
    set(12, flag(rider.soft_wheels));
    set(14, scaled(com_speed, kFull70Kmh));
}

} // namespace quern::bed
