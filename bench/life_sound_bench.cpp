// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/core/split_mix.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/life/sound.hpp"
#include "timing.hpp"

/// life/mix/<target>: one iteration is a tick of 800 frames at 48 kHz, in which 4096 events sound, births and
/// deaths by halves, as a soup has them: posted, mixed, limited, interleaved. life/mix/idle is the same with
/// no events. Counters: least and median microseconds of a tick, and the least as a percentage of it.
namespace quern::life {
namespace {

using bench::thread_seconds;

constexpr std::size_t kTickFrames = 800;
constexpr std::uint32_t kEvents = 4096;

/// Births before deaths, each row by row, as a reader gives them.
std::vector<Event> events_of(std::uint32_t count, GridSize size)
{
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t bits = split_mix(i);
        events.push_back(Event::make(static_cast<std::int32_t>(bits % 2048),
                                     static_cast<std::int32_t>((bits >> 32) % 512),
                                     i < count / 2 ? EventType::birth : EventType::death));
    }
    const auto place = [&size](Event e) { return std::pair{e.type(), e.y() * size.width + e.x()}; };
    std::sort(events.begin(), events.end(), [&](Event a, Event b) { return place(a) < place(b); });
    return events;
}

void mix(benchmark::State& state, dsp::SimdTarget target, std::uint32_t count)
{
    dsp::select_target(target);
    SoundConfig config;
    Sound sound = std::move(Sound::create(config)).value();
    const std::vector<Event> events = events_of(count, config.size);
    EventBatch batch;
    batch.events = events;
    batch.total = batch.kept = count;
    std::vector<float> out(2 * kTickFrames);
    std::vector<double> seconds;
    for (auto _ : state) {
        const double begin = thread_seconds();
        ++batch.generation;
        sound.post(batch, sound.clock());
        sound.process(out.data(), kTickFrames);
        benchmark::DoNotOptimize(out.data());
        seconds.push_back(thread_seconds() - begin);
    }
    std::sort(seconds.begin(), seconds.end());
    constexpr double kTickSeconds = static_cast<double>(kTickFrames) / kSampleRate;
    state.counters["least_us"] = seconds.front() * 1e6;
    state.counters["median_us"] = seconds[seconds.size() / 2] * 1e6;
    state.counters["percent"] = seconds.front() / kTickSeconds * 100.0;
    dsp::select_target(dsp::best_target());
}

const bool registered = [] {
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target == dsp::SimdTarget::emulated || !dsp::is_available(target))
            continue;
        const std::string title = "life/mix/" + std::string(dsp::name_of(target));
        benchmark::RegisterBenchmark(title.c_str(), mix, target, kEvents);
    }
    benchmark::RegisterBenchmark("life/mix/idle", mix, dsp::best_target(), 0u);
    return true;
}();

} // namespace
} // namespace quern::life
