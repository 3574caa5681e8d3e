// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/rolloff.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quern::bed {
namespace {

constexpr double kQuadrantRaw = 16384.0;
constexpr double kSmallestDistance = 1.0e-6;

/// 1 at the near end of a range, 0 at the far end.
double falling(double distance, double near, double far) noexcept
{
    const double span = far - near;
    const double share =
        span > 0.0 ? std::clamp((distance - near) / span, 0.0, 1.0) : (distance > near ? 1.0 : 0.0);
    const double s = 1.0 - std::sin(std::numbers::pi / 2.0 * share);
    return s * s;
}

int raw_of_degrees(double degrees) noexcept
{
    double turns = degrees / 360.0;
    turns -= std::floor(turns);
    return static_cast<int>(turns * 65535.0);
}

} // namespace

double rolloff(double distance_m, int azimuth_raw, const CurveTuning& curves) noexcept
{
    const int azimuth = azimuth_raw & 0xFFFF;
    const auto quadrant = static_cast<std::size_t>(azimuth >> 14);
    const std::size_t next = (quadrant + 1) % 4;
    const double blend =
        (azimuth - static_cast<int>(quadrant) * static_cast<int>(kQuadrantRaw)) / kQuadrantRaw;
    const auto gain = [&](std::size_t side) {
        return falling(distance_m, static_cast<double>(curves.near_m[side]),
                       static_cast<double>(curves.far_m[side]));
    };
    if (distance_m >= static_cast<double>(std::max(curves.far_m[quadrant], curves.far_m[next])))
        return 0.0;
    return (1.0 - blend) * gain(quadrant) + blend * gain(next);
}

void ListenerView::step(const RiderState& rider, const CurveTuning& curves) noexcept
{
    if (!rider.has_listener) {
        reset();
        azimuth_raw_ = raw_of_degrees(static_cast<double>(rider.azimuth_deg));
        return;
    }
    const Vec3& board = rider.board_position;
    double fx = static_cast<double>(rider.listener_forward.x);
    double fy = static_cast<double>(rider.listener_forward.y);
    double fz = static_cast<double>(rider.listener_forward.z);
    const double length = std::hypot(fx, fy, fz);
    if (length > 0.0) {
        fx /= length;
        fy /= length;
        fz /= length;
    } else {
        fz = 1.0;
    }
    const auto back = static_cast<double>(curves.camera_back_m);
    const double dx =
        static_cast<double>(board.x) - (static_cast<double>(rider.listener_position.x) - back * fx);
    const double dy =
        static_cast<double>(board.y) - (static_cast<double>(rider.listener_position.y) - back * fy);
    const double dz =
        static_cast<double>(board.z) - (static_cast<double>(rider.listener_position.z) - back * fz);
    const double distance = std::hypot(dx, dy, dz);
    const double ahead = dx * fx + dz * fz;
    const double right = dx * fz - dz * fx;
    azimuth_raw_ = distance > kSmallestDistance
                       ? raw_of_degrees(std::atan2(right, ahead) * (180.0 / std::numbers::pi))
                       : 0;
    gain_ = rolloff(distance, azimuth_raw_, curves);
    bend(distance, rider, curves);
}

void ListenerView::bend(double distance_m, const RiderState& rider, const CurveTuning& curves) noexcept
{
    const double dt = static_cast<double>(rider.dt);
    const double speed = dt > 0.0 && last_distance_ >= 0.0 ? (distance_m - last_distance_) / dt : 0.0;
    // In the evaluation in which the motion turns from coming to going, or jumps, the pitch heads for unity.
    const bool turned =
        (speed < 0.0) != (last_speed_ < 0.0) || std::abs(speed) > static_cast<double>(curves.jump_mps);
    const double c = static_cast<double>(curves.doppler);
    int target = 0;
    if (!turned && c > 0.0) {
        const double span = speed + c;
        target = static_cast<int>(1200.0 * std::log2(c / (span > 0.0 ? span : c)));
    }
    cents_ -= static_cast<int>((target - cents_) * -0.2);
    last_distance_ = distance_m;
    last_speed_ = speed;
}

} // namespace quern::bed
