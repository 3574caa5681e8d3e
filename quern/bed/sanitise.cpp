// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/sanitise.hpp"

#include <cmath>

#include "quern/bed/ranges.hpp"

namespace quern::bed {
namespace {

/// Counts the fields it had to change.
class Cleaner {
public:
    void number(float& value, float previous, Range range) noexcept
    {
        const auto low = static_cast<float>(range.low);
        const auto high = static_cast<float>(range.high);
        const float found = value;
        if (!std::isfinite(value))
            value = previous;
        value = value < low ? low : (value > high ? high : value);
        if (!(value == found)) // NaN included
            ++changed_;
    }
    void vector(Vec3& value, const Vec3& previous, Range range) noexcept
    {
        number(value.x, previous.x, range);
        number(value.y, previous.y, range);
        number(value.z, previous.z, range);
    }
    void integer(int& value, Range range) noexcept
    {
        const auto low = static_cast<int>(range.low);
        const auto high = static_cast<int>(range.high);
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
    clean.number(params.attack, previous.attack, range::kGrainS);
    clean.number(params.sustain, previous.sustain, range::kGrainS);
    clean.number(params.release, previous.release, range::kGrainS);
    clean.number(params.window, previous.window, range::kGrainS);
    clean.number(params.drift, previous.drift, range::kDrift);
}

} // namespace

int sanitise(RiderState& state, const RiderState& previous) noexcept
{
    Cleaner clean;
    clean.number(state.dt, previous.dt, {0.0, static_cast<double>(kMaxDt)});
    clean.number(state.ground_speed, previous.ground_speed, range::kSpeedMps);
    clean.vector(state.com_velocity, previous.com_velocity, range::kSpeedMps);
    clean.vector(state.board_position, previous.board_position, range::kPlaceM);
    clean.vector(state.board_velocity, previous.board_velocity, range::kSpeedMps);
    clean.integer(state.wheel_count, range::kWheels);
    for (int& material : state.wheel_material)
        clean.material(material);
    for (int& pattern : state.seam_pattern)
        clean.integer(pattern, range::kSeam);
    clean.number(state.turn, previous.turn, range::kTurn);
    clean.number(state.slope, previous.slope, range::kSlope);
    clean.number(state.air_time, previous.air_time, range::kAirTimeS);
    if (!std::isnan(state.brake_cosine))
        clean.number(state.brake_cosine, -1.0f, range::kCosine);
    clean.integer(state.loose_board, range::kLooseBoard);
    clean.number(state.slip, previous.slip, range::kShare);
    clean.number(state.deck_tilt, previous.deck_tilt, range::kAngleRad);
    clean.number(state.deck_spin, previous.deck_spin, range::kAngleRad);
    clean.number(state.heading_rate, previous.heading_rate, range::kAngleRad);
    clean.vector(state.listener_position, previous.listener_position, range::kPlaceM);
    clean.vector(state.listener_forward, previous.listener_forward, range::kDirection);
    clean.number(state.azimuth_deg, previous.azimuth_deg, range::kAzimuthDeg);
    return clean.changed();
}

int sanitise(DriveState& state, const DriveState& previous) noexcept
{
    Cleaner clean;
    clean.number(state.dt, previous.dt, {0.0, static_cast<double>(kMaxDt)});
    clean.number(state.position, previous.position, range::kPosition);
    clean.number(state.gain, previous.gain, range::kGain);
    clean.number(state.gain_b, previous.gain_b, range::kGain);
    clean.number(state.pitch, previous.pitch, range::kPitch);
    clean.number(state.behind, previous.behind, range::kBehind);
    clean.number(state.shift_hz, previous.shift_hz, range::kShiftHz);
    clean.number(state.shift_b_hz, previous.shift_b_hz, range::kShiftHz);
    clean.number(state.azimuth_deg, previous.azimuth_deg, range::kAzimuthDeg);
    clean.number(state.env_send, previous.env_send, range::kGain);
    clean.number(state.high_pass_hz, previous.high_pass_hz, range::kCutoffHz);
    clean.number(state.low_pass_hz, previous.low_pass_hz, range::kCutoffHz);
    clean.member(state.member, previous.member);
    clean_params(clean, state.player_a, previous.player_a);
    clean_params(clean, state.player_b, previous.player_b);
    return clean.changed();
}

} // namespace quern::bed
