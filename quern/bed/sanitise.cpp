// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/sanitise.hpp"

#include <cmath>

namespace quern::bed {
namespace {

constexpr float kMaxSpeed = 200.0f;    // m/s
constexpr float kMaxPosition = 1.0e6f; // m
constexpr float kMaxAirTime = 3600.0f; // s
constexpr float kMaxSlope = 1000.0f;
constexpr float kMaxAngle = 1.0e4f;   // rad, rad/s
constexpr float kMaxAzimuth = 1.0e5f; // degrees
constexpr float kMaxGain = 16.0f;
constexpr float kMaxHz = 96000.0f;
constexpr float kMaxGrainSeconds = 60.0f;

/// Counts the fields it had to change.
class Cleaner {
public:
    void number(float& value, float previous, float low, float high) noexcept
    {
        const float found = value;
        if (!std::isfinite(value))
            value = previous;
        value = value < low ? low : (value > high ? high : value);
        if (!(value == found)) // NaN included
            ++changed_;
    }
    void vector(Vec3& value, const Vec3& previous, float limit) noexcept
    {
        number(value.x, previous.x, -limit, limit);
        number(value.y, previous.y, -limit, limit);
        number(value.z, previous.z, -limit, limit);
    }
    void integer(int& value, int low, int high) noexcept
    {
        const int found = value;
        value = value < low ? low : (value > high ? high : value);
        changed_ += value != found ? 1 : 0;
    }
    void material(int& value) noexcept
    {
        if (value < 0 || value > kNoMaterial) {
            value = kNoMaterial;
            ++changed_;
        }
    }
    void member(Member& value, Member previous) noexcept
    {
        if (static_cast<std::size_t>(value) >= kMembers) {
            value = previous;
            ++changed_;
        }
    }
    [[nodiscard]] int changed() const noexcept { return changed_; }

private:
    int changed_ = 0;
};

void clean_params(Cleaner& clean, grain::PlayerParams& params, const grain::PlayerParams& previous) noexcept
{
    constexpr float kShortest = 0.001f; // s; shorter phases would ask for several grains a block
    clean.number(params.attack, previous.attack, kShortest, kMaxGrainSeconds);
    clean.number(params.sustain, previous.sustain, kShortest, kMaxGrainSeconds);
    clean.number(params.release, previous.release, kShortest, kMaxGrainSeconds);
    clean.number(params.window, previous.window, kShortest, kMaxGrainSeconds);
    clean.number(params.drift, previous.drift, 0.0f, 1.0f);
}

} // namespace

int sanitise(RiderState& state, const RiderState& previous) noexcept
{
    Cleaner clean;
    clean.number(state.dt, previous.dt, 0.0f, kMaxDt);
    clean.number(state.ground_speed, previous.ground_speed, -kMaxSpeed, kMaxSpeed);
    clean.vector(state.com_velocity, previous.com_velocity, kMaxSpeed);
    clean.vector(state.board_position, previous.board_position, kMaxPosition);
    clean.vector(state.board_velocity, previous.board_velocity, kMaxSpeed);
    clean.integer(state.wheel_count, 0, kWheels);
    for (int& material : state.wheel_material)
        clean.material(material);
    for (int& pattern : state.seam_pattern)
        clean.integer(pattern, 0, 15);
    clean.number(state.turn, previous.turn, -1.0f, 1.0f);
    clean.number(state.slope, previous.slope, -kMaxSlope, kMaxSlope);
    clean.number(state.air_time, previous.air_time, 0.0f, kMaxAirTime);
    if (!std::isnan(state.brake_cosine))
        clean.number(state.brake_cosine, -1.0f, -1.0f, 1.0f);
    clean.integer(state.loose_board, 0, 2);
    clean.number(state.slip, previous.slip, 0.0f, 1.0f);
    clean.number(state.deck_tilt, previous.deck_tilt, -kMaxAngle, kMaxAngle);
    clean.number(state.deck_spin, previous.deck_spin, -kMaxAngle, kMaxAngle);
    clean.number(state.heading_rate, previous.heading_rate, -kMaxAngle, kMaxAngle);
    clean.vector(state.listener_position, previous.listener_position, kMaxPosition);
    clean.vector(state.listener_forward, previous.listener_forward, kMaxPosition);
    clean.number(state.azimuth_deg, previous.azimuth_deg, -kMaxAzimuth, kMaxAzimuth);
    return clean.changed();
}

int sanitise(DriveState& state, const DriveState& previous) noexcept
{
    Cleaner clean;
    clean.number(state.dt, previous.dt, 0.0f, kMaxDt);
    clean.number(state.position, previous.position, 0.0f, 1.0f);
    clean.number(state.gain, previous.gain, 0.0f, kMaxGain);
    clean.number(state.gain_b, previous.gain_b, 0.0f, kMaxGain);
    clean.number(state.pitch, previous.pitch, 0.0625f, 4.0f); // four octaves down, two up
    clean.number(state.behind, previous.behind, -1.0f, 1.0f);
    clean.number(state.shift_hz, previous.shift_hz, -kMaxHz, kMaxHz);
    clean.number(state.shift_b_hz, previous.shift_b_hz, -kMaxHz, kMaxHz);
    clean.number(state.azimuth_deg, previous.azimuth_deg, -kMaxAzimuth, kMaxAzimuth);
    clean.number(state.env_send, previous.env_send, 0.0f, kMaxGain);
    clean.number(state.high_pass_hz, previous.high_pass_hz, 0.0f, kMaxHz);
    clean.number(state.low_pass_hz, previous.low_pass_hz, 0.0f, kMaxHz);
    clean.member(state.member, previous.member);
    clean_params(clean, state.player_a, previous.player_a);
    clean_params(clean, state.player_b, previous.player_b);
    return clean.changed();
}

} // namespace quern::bed
