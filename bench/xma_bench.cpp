// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "quern/bank/built_in.hpp"
#include "quern/formats/codec/xma.hpp"
#include "quern/formats/xma/encoder.hpp"

/// xma/<encode|decode>/<goal>: one iteration codes 20 s of the built-in recording with the widest spectrum.
/// `of_allowed` is the shortest iteration's part of what is allowed on one core, 2 s to encode and 0.3 s to
/// decode.
namespace quern {
namespace {

using formats::xma::EncodeGoal;

constexpr double kSeconds = 20.0;
constexpr double kAllowedToEncode = 2.0;
constexpr double kAllowedToDecode = 0.3;

struct Sound {
    std::uint32_t rate = 0;
    std::vector<std::int16_t> samples;
};

const Sound& sound()
{
    static const Sound instance = [] {
        const auto specs = bank::specs();
        const auto spec = std::find_if(specs.begin(), specs.end(),
                                       [](const auto& s) { return s.name == "metal_smooth_hard"; });
        Sound made{spec->rate, {}};
        const auto recording = bank::synthesise(*spec);
        const auto count = static_cast<std::size_t>(kSeconds * spec->rate);
        for (std::size_t i = 0; i < count; ++i) // it is longer
            made.samples.push_back(static_cast<std::int16_t>(std::lrint(std::clamp(
                32768.0f * recording.samples[i % recording.samples.size()], -32768.0f, 32767.0f))));
        return made;
    }();
    return instance;
}

double cpu_seconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Work> void measure(benchmark::State& state, double allowed, Work&& work)
{
    double shortest = HUGE_VAL;
    for (auto _ : state) {
        const double begin = cpu_seconds();
        work();
        shortest = std::min(shortest, cpu_seconds() - begin);
    }
    state.counters["x_realtime"] = kSeconds / shortest;
    state.counters["of_allowed"] = shortest / allowed;
}

void encode(benchmark::State& state, const EncodeGoal& goal)
{
    const Sound& input = sound();
    measure(state, kAllowedToEncode,
            [&] { benchmark::DoNotOptimize(formats::xma::encode(input.samples, input.rate, goal).ok()); });
}

void decode(benchmark::State& state, const EncodeGoal& goal)
{
    const Sound& input = sound();
    const auto encoded = formats::xma::encode(input.samples, input.rate, goal);
    const auto count = static_cast<std::uint32_t>(input.samples.size());
    const std::vector<formats::XmaChunk> chunks{{encoded->chunks[0].data, 0, count}};
    measure(state, kAllowedToDecode, [&] {
        benchmark::DoNotOptimize(formats::decode_xma({chunks, 1, input.rate, count}, "bench").ok());
    });
}

struct Named {
    const char* name;
    EncodeGoal goal;
};
const Named kGoals[]{{"lossless", {}},
                     {"60dB", {EncodeGoal::Kind::snr, 60.0, 0.0}},
                     {"20dB", {EncodeGoal::Kind::snr, 20.0, 0.0}},
                     {"96kbps", {EncodeGoal::Kind::rate, 0.0, 96.0}}};

const bool registered = [] {
    for (const Named& named : kGoals) {
        const auto add = [&](const char* what, void (*run)(benchmark::State&, const EncodeGoal&)) {
            benchmark::RegisterBenchmark((std::string("xma/") + what + "/" + named.name).c_str(),
                                         [run, goal = named.goal](benchmark::State& s) { run(s, goal); })
                ->Unit(benchmark::kMillisecond);
        };
        add("encode", encode);
        add("decode", decode);
    }
    return true;
}();

} // namespace
} // namespace quern
