// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "quern/bed/rider_state.hpp"
#include "quern/engine/bed.hpp"
#include "quern/engine/offline_render.hpp"

namespace quern::test {

inline constexpr std::size_t kFramesPerMotion = 800; // 60 Hz

/// What a board does in control frame `k`.
using Motion = std::function<bed::RiderState(std::size_t k)>;

/// Rolls on one material at a constant speed.
inline bed::RiderState rolling(float kmh, int material = 3)
{
    bed::RiderState state;
    state.ground_speed = kmh / 3.6f;
    state.com_velocity = {0.0f, 0.0f, state.ground_speed};
    state.board_velocity = state.com_velocity;
    state.wheel_material.fill(material);
    return state;
}

/// A minute of everything: speeds up to 80 km/h and down, materials, turns, pushes, manuals, hops, grinds.
inline bed::RiderState busy_ride(std::size_t k)
{
    const float t = static_cast<float>(k) / 60.0f;
    constexpr int kMaterials[] = {3, 1, 5, 4, 0, 2, 8};
    bed::RiderState state = rolling(40.0f - 40.0f * std::cos(t * 0.4f), kMaterials[(k / 150) % 7]);
    state.wheel_material[3] = state.wheel_material[2] = kMaterials[(k > 8 ? (k - 8) / 150 : 0) % 7];
    state.turn = std::sin(t * 1.3f);
    state.slope = 8.0f * std::sin(t * 0.7f);
    state.push_trigger = k % 97 == 10;
    state.push_planted = k % 97 >= 10 && k % 97 < 20;
    state.brake = k % 400 > 380;
    state.balance = k % 500 > 300 && k % 500 < 360;
    state.azimuth_deg = 60.0f * std::sin(t);
    if (state.balance) {
        state.wheel_count = 2;
        state.wheel_contact = {false, false, true, true};
    }
    if (k % 300 > 200 && k % 300 < 230) { // in the air
        state.airborne = true;
        state.wheel_count = 0;
        state.wheel_contact.fill(false);
        state.wheel_material.fill(bed::kNoMaterial);
    }
    state.grinding = k % 700 > 600 && k % 700 < 640;
    state.seam_pattern.fill(k % 211 > 150 ? 1 : 0);
    return state;
}

/// Renders `motions` control frames; the host asks for `block` frames at a time.
inline std::vector<float> render(Bed& bed, const Motion& motion, std::size_t motions, std::size_t block)
{
    std::vector<bed::RiderState> states;
    for (std::size_t k = 0; k < motions; ++k)
        states.push_back(motion(k));
    OfflinePlan plan;
    plan.frames = motions * kFramesPerMotion;
    plan.block = block;
    std::vector<float> out;
    out.reserve(plan.frames * static_cast<std::size_t>(bed.channels()));
    const Status status = render_offline(bed, {states, {}, 60.0}, plan, [&out](std::span<const float> part) {
        out.insert(out.end(), part.begin(), part.end());
        return Status(Ok{});
    });
    EXPECT_TRUE(status);
    return out;
}

inline std::vector<float> render(const BedConfig& config, const Motion& motion, std::size_t motions,
                                 std::size_t block = 256)
{
    Bed bed = std::move(Bed::create(config)).value();
    return render(bed, motion, motions, block);
}

/// One channel of interleaved audio.
inline std::vector<float> channel_of(const std::vector<float>& interleaved, std::size_t channels,
                                     std::size_t channel)
{
    std::vector<float> out;
    out.reserve(interleaved.size() / channels);
    for (std::size_t i = channel; i < interleaved.size(); i += channels)
        out.push_back(interleaved[i]);
    return out;
}

} // namespace quern::test
