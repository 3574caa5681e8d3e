// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/default_curves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

constexpr double kFullWord = 32767.0;
constexpr double kKmh = 3.6;

/// The neighbour layers whose level follows contact, distance and speed (docs/spec/control.md §5.1).
struct GatedLevel {
    int id;
    LevelRamp CurveTuning::*ramp;
};
constexpr GatedLevel kGatedLevels[]{
    {board_output::rattle_level, &CurveTuning::rattle_level},
    {board_output::layer0_level, &CurveTuning::layer0_level},
    {board_output::layer3_level, &CurveTuning::layer3_level},
    {board_output::layer5_level, &CurveTuning::layer5_level},
    {board_output::rattle_send, &CurveTuning::rattle_send},
};

double of_millibel(double mb) noexcept
{
    return std::pow(10.0, mb / 2000.0);
}

int word(double amplitude) noexcept
{
    return static_cast<int>(std::clamp(amplitude, 0.0, 1.0) * kFullWord);
}

double rising_mb(const LevelRamp& ramp, double kmh) noexcept
{
    const auto full_kmh = static_cast<double>(ramp.full_kmh);
    return static_cast<double>(ramp.rest_mb) +
           static_cast<double>(ramp.rise_mb) * (full_kmh > 0.0 ? std::min(kmh / full_kmh, 1.0) : 1.0);
}

int faded_word(float word, double fade) noexcept
{
    return static_cast<int>(std::clamp(static_cast<double>(word), 0.0, kFullWord) * fade);
}

/// Piecewise linear through (x[i], y[i]), flat outside.
double interpolate(double x, const std::array<float, 4>& xs, const std::array<float, 4>& ys) noexcept
{
    if (x <= static_cast<double>(xs[0]))
        return static_cast<double>(ys[0]);
    for (std::size_t i = 1; i < xs.size(); ++i) {
        const auto x0 = static_cast<double>(xs[i - 1]);
        const auto x1 = static_cast<double>(xs[i]);
        if (x < x1 && x1 > x0)
            return std::lerp(static_cast<double>(ys[i - 1]), static_cast<double>(ys[i]),
                             (x - x0) / (x1 - x0));
    }
    return static_cast<double>(ys.back());
}

} // namespace

void ContactGate::step(bool touching, float dt, const CurveTuning& curves) noexcept
{
    const double seconds = static_cast<double>(dt);
    if (!touching) {
        amplitude_ = std::max(amplitude_ - seconds * static_cast<double>(curves.gate_fall_per_s), 0.0);
        return;
    }
    if (amplitude_ >= 1.0)
        return;
    // Walk the rise table from the amplitude reached: find its time, add dt, read the table again.
    double x0 = 0.0;
    double y0 = 0.0;
    double left = seconds * 1000.0;
    for (std::size_t i = 0; i < curves.gate_rise.size() && left > 0.0; ++i) {
        const auto x1 = static_cast<double>(curves.gate_rise_ms[i]);
        const auto y1 = static_cast<double>(curves.gate_rise[i]);
        if (amplitude_ < y1 && y1 > y0 && x1 > x0) {
            const double per_ms = (y1 - y0) / (x1 - x0);
            const double needed = (y1 - amplitude_) / per_ms;
            amplitude_ = needed <= left ? y1 : amplitude_ + left * per_ms;
            left -= needed;
        }
        x0 = x1;
        y0 = y1;
    }
}

void DefaultCurves::reset() noexcept
{
    *this = DefaultCurves(curves_);
}

void DefaultCurves::set_input(std::uint32_t, int, std::int32_t) noexcept
{
    // No published curve answers to the owner's inputs; a provider that reads a mix file does.
}

void DefaultCurves::fade_pause(bool paused, float dt) noexcept
{
    const double ms = static_cast<double>(paused ? curves_.pause_fall_ms : curves_.pause_rise_ms);
    const double step = ms > 0.0 ? static_cast<double>(dt) * 1000.0 / ms : 1.0;
    pause_ = paused ? std::max(pause_ - step, 0.0) : std::min(pause_ + step, 1.0);
}

void DefaultCurves::tick(const RiderState& rider) noexcept
{
    const double speed = std::abs(static_cast<double>(rider.ground_speed));
    const Vec3& com = rider.com_velocity;
    speed_kmh_ = speed * kKmh;
    com_kmh_ =
        std::hypot(static_cast<double>(com.x), static_cast<double>(com.y), static_cast<double>(com.z)) * kKmh;
    local_ = rider.local;
    gate_.step(rider.wheel_count > 0, rider.dt, curves_);
    listener_.step(rider, curves_);
    fade_pause(rider.paused, rider.dt);

    const double full = static_cast<double>(curves_.start_kmh);
    const double share = full > 0.0 ? std::min(speed_kmh_ / full, 1.0) : 1.0;
    const double rise = 1.0 - std::cos(std::numbers::pi / 2.0 * share);
    start_ = rise * rise;

    const double base = interpolate(speed, curves_.pitch_mps, curves_.pitch_word);
    const double bent = base * std::exp2(listener_.doppler_cents() / 1200.0);
    pitch_ = static_cast<int>(std::clamp(bent, 256.0, 16384.0));
}

int DefaultCurves::board_level(int id) const noexcept
{
    const double rolling = gate_.amplitude() * listener_.gain() * start_ * pause_;
    switch (id) {
    case board_output::level_a:
        return word(rolling * of_millibel(rising_mb(
                                  {curves_.level_a_mb, curves_.level_a_rise_mb, curves_.level_a_full_kmh},
                                  speed_kmh_)));
    case board_output::level_b:
        return word(rolling * static_cast<double>(curves_.level_b));
    case board_output::env_send:
        return word(gate_.amplitude() * static_cast<double>(curves_.env_send) * pause_);
    case board_output::flange_a:
        return word(static_cast<double>(curves_.flange_send_a) * pause_);
    case board_output::flange_b:
        return word(static_cast<double>(curves_.flange_send_b) * pause_);
    case board_output::slide_level:
        return faded_word(curves_.slide_level_word, pause_);
    case board_output::slide_send:
        return faded_word(curves_.slide_send_word, pause_);
    default:
        break;
    }
    for (const GatedLevel& level : kGatedLevels) {
        if (level.id == id)
            return word(rolling * of_millibel(rising_mb(curves_.*level.ramp, speed_kmh_)));
    }
    return 0;
}

int DefaultCurves::speed_level(int id) const noexcept
{
    switch (id) {
    case speed_output::rocket_level:
        return faded_word(curves_.rocket_level_word, pause_);
    case speed_output::rattle_level:
        return faded_word(curves_.speed_rattle_level_word, pause_);
    case speed_output::wind_level: {
        const auto start = static_cast<double>(curves_.wind_start_kmh);
        const auto top = static_cast<double>(curves_.wind_top_kmh);
        const double share = top > start ? std::clamp((com_kmh_ - start) / (top - start), 0.0, 1.0) : 1.0;
        const double wind = std::lerp(static_cast<double>(curves_.wind_start_word),
                                      static_cast<double>(curves_.wind_top_word), share);
        return faded_word(static_cast<float>(wind), pause_);
    }
    default:
        return 0;
    }
}

int DefaultCurves::level(std::uint32_t controller, int id) const noexcept
{
    return controller == kBoardController ? board_level(id)
                                          : (controller == kSpeedController ? speed_level(id) : 0);
}

int DefaultCurves::pitch(std::uint32_t controller, int id) const noexcept
{
    constexpr int kUnity = 4096;
    if (controller == kBoardController && id == board_output::grain_pitch)
        return pitch_;
    if (controller == kSpeedController && id == speed_output::rocket_pitch)
        return static_cast<int>(std::clamp(curves_.rocket_pitch_word, 256.0f, 16384.0f));
    return kUnity;
}

int DefaultCurves::raw(std::uint32_t, int id) const noexcept
{
    return id == board_output::azimuth ? listener_.azimuth_raw() : 0; // id 0 of both controllers
}

int DefaultCurves::filter(std::uint32_t controller, int id) const noexcept
{
    const auto hz = [](float value) { return static_cast<int>(std::clamp(value, 0.0f, 32767.0f)); };
    if (controller != kBoardController)
        return hz(curves_.low_pass_hz);
    switch (id) {
    case board_output::high_pass:
        return hz(local_ ? curves_.high_pass_hz : curves_.high_pass_other_hz);
    case board_output::rattle_high_pass:
    case board_output::layer_high_pass:
    case board_output::slide_high_pass:
        return hz(curves_.high_pass_hz);
    case board_output::slide_low_pass:
        return hz(curves_.slide_low_pass_hz);
    default:
        return hz(curves_.low_pass_hz);
    }
}

} // namespace quern::bed
