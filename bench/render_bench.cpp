// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/bed/rider_state.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/engine/bed.hpp"

/// render/<target>: ten seconds of a board that speeds up, turns and changes ground, from motion to stereo.
namespace quern {
namespace {

constexpr std::size_t kMotions = 600; // ten seconds at 60 Hz
constexpr std::size_t kFramesPerMotion = 800;

bed::RiderState motion(std::size_t k)
{
    const float t = static_cast<float>(k) / 60.0f;
    bed::RiderState state;
    state.ground_speed = 8.0f - 7.0f * std::cos(t * 0.6f);
    state.com_velocity = {0.0f, 0.0f, state.ground_speed};
    state.board_velocity = state.com_velocity;
    state.wheel_material.fill(k / 200 % 2 == 0 ? 3 : 1);
    state.turn = std::sin(t * 1.3f);
    return state;
}

void render_ride(benchmark::State& state, dsp::SimdTarget target)
{
    dsp::select_target(target);
    std::vector<float> out(kFramesPerMotion * 2);
    Bed bed = std::move(Bed::create({})).value();
    std::size_t frame = 0;
    const auto ride = [&] {
        for (std::size_t k = 0; k < kMotions; ++k, frame += kFramesPerMotion) {
            bed.set_motion_at(motion(k), frame);
            bed.process(out.data(), kFramesPerMotion);
        }
        benchmark::DoNotOptimize(out.data());
    };
    ride(); // synthesises the recordings it needs
    for (auto _ : state)
        ride();
    dsp::select_target(dsp::best_target());
    state.counters["x_realtime"] = benchmark::Counter(
        static_cast<double>(state.iterations() * kMotions * kFramesPerMotion) / kSampleRate,
        benchmark::Counter::kIsRate);
}

const bool registered = [] {
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target == dsp::SimdTarget::emulated || !dsp::is_available(target))
            continue;
        const std::string title = "render/" + std::string(dsp::name_of(target));
        benchmark::RegisterBenchmark(title.c_str(), render_ride, target)->Unit(benchmark::kMillisecond);
    }
    return true;
}();

} // namespace
} // namespace quern
