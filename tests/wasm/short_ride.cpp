// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/wasm/short_ride.hpp"

#include <cstddef>
#include <vector>

#include "quern/engine/bed.hpp"

namespace quern::test {
namespace {

constexpr int kControlFrames = 120; // two seconds at 60 Hz
constexpr std::size_t kFramesEach = 800;

} // namespace

std::span<const float> short_ride()
{
    static std::vector<float> out;
    auto bed = Bed::create({.seed = 11});
    if (!bed.ok())
        return {};
    out.assign(2 * kFramesEach * kControlFrames, 0.0f);
    bed::RiderState rider;
    for (int frame = 0; frame < kControlFrames; ++frame) {
        rider.ground_speed = 2.0f + 0.1f * static_cast<float>(frame); // 7 to 50 km/h: the rocket layer joins
        rider.turn = frame > 40 ? 0.5f : 0.0f;
        rider.slope = frame > 80 ? -2.0f : 0.0f;
        rider.push_trigger = frame == 20;
        bed->set_motion(rider);
        bed->process(out.data() + 2 * kFramesEach * static_cast<std::size_t>(frame), kFramesEach);
    }
    return out;
}

} // namespace quern::test
