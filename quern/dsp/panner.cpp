// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/panner.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quern::dsp {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;
constexpr std::size_t kSpeakers = 5;
/// Where the speakers stand, degrees from ahead, positive = left.
constexpr std::array<double, kSpeakers> kSpeakerDeg{30.0, 0.0, -30.0, 110.0, -110.0};

using Gains = std::array<double, kSpeakers>;

/// Between two neighbouring speakers, in degrees from `from` (gain a) to `to` (gain b).
struct Sector {
    double from;
    double to;
    Channel a;
    Channel b;
};
constexpr std::array<Sector, 4> kSectors{
    Sector{-30.0, 30.0, kRight, kLeft}, Sector{30.0, 110.0, kLeft, kLeftSurround},
    Sector{110.0, 250.0, kLeftSurround, kRightSurround}, Sector{250.0, 330.0, kRightSurround, kRight}};

// The C library's sine, root and remainder are plain arithmetic.
QUERN_RT_TRUSTED_BEGIN

/// Constant power over a pair of speakers; the front pair gives a share to the centre.
void add_sector(Gains& gains, double degrees, double weight, double focus) noexcept QUERN_RT
{
    double angle = std::fmod(degrees, 360.0);
    if (angle < -30.0)
        angle += 360.0;
    else if (angle >= 330.0)
        angle -= 360.0;
    const Sector* sector = &kSectors.back();
    for (const Sector& candidate : kSectors) {
        if (angle < candidate.to) {
            sector = &candidate;
            break;
        }
    }
    const double width = std::sin((sector->to - sector->from) * kRadians);
    double b = std::sin((angle - sector->from) * kRadians) / width;
    double a = std::sin((sector->to - angle) * kRadians) / width;
    double centre = 0.0;
    if (sector == &kSectors.front()) {
        const double share = std::min(a, b) * focus;
        a -= share;
        b -= share;
        centre = std::numbers::sqrt3 * share;
    }
    const double scale = weight / std::sqrt(a * a + b * b + centre * centre);
    gains[sector->a] += scale * a;
    gains[sector->b] += scale * b;
    gains[kCentre] += scale * centre;
}

/// Inside the circle every speaker takes part, by its nearness, front and back apart.
Gains spread(double x, double y, double rho, double focus) noexcept QUERN_RT
{
    Gains near;
    for (std::size_t s = 0; s < kSpeakers; ++s) {
        const double angle = kSpeakerDeg[s] * kRadians;
        near[s] = 1.0 - 0.5 * std::hypot(std::cos(angle) - x, std::sin(angle) - y);
    }
    near[kCentre] *= focus;
    constexpr double kSnap = 5e-4;
    const double ahead = 0.5 * (x + 1.0);
    const double front = ahead < kSnap ? 0.0 : ahead;
    const double back = 1.0 - ahead < kSnap ? 0.0 : 1.0 - ahead;
    const auto square = [&near](Channel c) noexcept QUERN_RT { return near[c] * near[c]; };
    const double inside = std::sqrt(1.0 - rho * rho);
    const double front_scale = inside * std::sqrt(front / (square(kLeft) + square(kRight) + square(kCentre)));
    const double back_scale = inside * std::sqrt(back / (square(kLeftSurround) + square(kRightSurround)));
    return {near[kLeft] * front_scale, near[kCentre] * front_scale, near[kRight] * front_scale,
            near[kLeftSurround] * back_scale, near[kRightSurround] * back_scale};
}

} // namespace

std::array<float, kChannels> pan_gains(const PanParams& params) noexcept QUERN_RT
{
    const double focus = static_cast<double>(params.focus);
    double degrees = -static_cast<double>(params.azimuth_deg);
    double distance = static_cast<double>(params.distance);
    if (distance < 0.0) {
        distance = -distance;
        degrees += 180.0;
    }
    const double angle = std::fmod(degrees, 360.0) * kRadians;
    double rho = distance * distance; // 0 at the listener, 1 on the circle and beyond
    if (rho > 0.999)
        rho = 1.0;
    const double placed = distance > 1.0 ? 1.0 : distance;

    Gains gains{};
    if (rho < 1.0)
        gains = spread(placed * std::cos(angle), placed * std::sin(angle), rho, focus);
    if (rho > 0.0)
        add_sector(gains, degrees, rho, focus);
    double scale = static_cast<double>(params.level);
    if (rho < 1.0) {
        double power = 0.0;
        for (double gain : gains)
            power += gain * gain;
        scale /= std::sqrt(power);
    }
    return {
        static_cast<float>(gains[kLeft] * scale),          static_cast<float>(gains[kCentre] * scale),
        static_cast<float>(gains[kRight] * scale),         static_cast<float>(gains[kLeftSurround] * scale),
        static_cast<float>(gains[kRightSurround] * scale), params.low_frequency};
}

QUERN_RT_TRUSTED_END

} // namespace quern::dsp
