// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool_workload.hpp"
#include "timing.hpp"

/// pool/<W1..W5|mixed|cubic|sinc>/<target>/<table|cached>: one iteration starts and renders one 256-frame
/// block. Counters: ns and clock cycles a grain-frame, both output channels together. pool/paired/<workload>:
/// all targets in turns inside one run, many short rounds. Counters: least ns of each, and how many times the
/// scalar reference of the same round (median). pool/capacity, pool/doubling: what slots without a grain, and
/// twice the grains, cost. pool/steal: what a start costs, in ns, that steals the oldest of so many grains.
/// pool/limit: a loop that only loads, multiplies and adds the bytes of one grain-frame.
namespace quern::grain {
namespace {

using bench::clock_ghz;
using bench::median;
using bench::thread_seconds;

constexpr std::int32_t kFrames = 256;

const std::vector<float>& source()
{
    static const std::vector<float> made = PoolWorkload::source();
    return made;
}

/// A workload in its steady state.
class Run {
public:
    Run(std::string_view name, bool cached)
        : work_(*PoolWorkload::named(name)), pool_(std::move(Pool::create(work_.config(cached))).value())
    {
        for (int i = 0; i < 64; ++i)
            block();
    }
    /// Grain-frames started, which are those rendered in the mean.
    std::int64_t block()
    {
        std::fill(left_.begin(), left_.end(), 0.0f);
        std::fill(right_.begin(), right_.end(), 0.0f);
        const std::int64_t frames = work_.start(pool_, kFrames);
        pool_.render(GrainSource::mono(source()), {left_, right_, kFrames}, kFrames);
        benchmark::DoNotOptimize(left_.data());
        benchmark::DoNotOptimize(right_.data());
        return frames;
    }

private:
    PoolWorkload work_;
    Pool pool_;
    alignas(64) std::array<float, kFrames> left_{};
    alignas(64) std::array<float, kFrames> right_{};
};

void set_counters(benchmark::State& state, std::int64_t grain_frames, double ghz)
{
    using benchmark::Counter;
    const auto flags = static_cast<Counter::Flags>(Counter::kIsRate | Counter::kInvert);
    state.counters["ns_per_frame"] = Counter(static_cast<double>(grain_frames) * 1e-9, flags);
    state.counters["cycles"] = Counter(static_cast<double>(grain_frames) * 1e-9 / ghz, flags);
}

void render_workload(benchmark::State& state, const std::string& name, dsp::SimdTarget target, bool cached)
{
    dsp::select_target(target);
    const double ghz = clock_ghz();
    Run run(name, cached);
    std::int64_t frames = 0;
    for (auto _ : state)
        frames += run.block();
    set_counters(state, frames, ghz);
    dsp::select_target(dsp::best_target());
}

/// What one form costs, in rounds that alternate with those of others.
struct Rival {
    std::string name;
    dsp::SimdTarget target;
    Run run;
    std::vector<double> ns{};

    void round(int blocks)
    {
        dsp::select_target(target);
        std::int64_t frames = 0;
        const double begin = thread_seconds();
        for (int i = 0; i < blocks; ++i)
            frames += run.block();
        ns.push_back((thread_seconds() - begin) * 1e9 / static_cast<double>(frames));
    }
};

void compare_targets(benchmark::State& state, const std::string& name)
{
    const double ghz = clock_ghz();
    std::vector<std::unique_ptr<Rival>> rivals;
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target == dsp::SimdTarget::emulated || !dsp::select_target(target))
            continue;
        for (const bool cached : {false, true}) {
            if (cached && target == dsp::SimdTarget::scalar)
                continue;
            const std::string title = std::string(dsp::name_of(target)) + (cached ? "_cached" : "_table");
            rivals.push_back(std::make_unique<Rival>(Rival{title, target, Run(name, cached)}));
        }
    }
    const int blocks = name == "W3" ? 4 : name == "W1" || name == "W4" ? 160 : 20;
    for (auto _ : state) {
        for (const auto& rival : rivals)
            rival->round(blocks);
    }
    const std::vector<double>& scalar = rivals.front()->ns;
    for (const auto& rival : rivals) {
        std::vector<double> ratio;
        for (std::size_t i = 0; i < scalar.size(); ++i)
            ratio.push_back(scalar[i] / rival->ns[i]);
        const double least = *std::min_element(rival->ns.begin(), rival->ns.end());
        state.counters[rival->name + "_ns"] = least;
        if (rival->ns != scalar)
            state.counters[rival->name + "_x"] = median(ratio);
        else
            state.counters["scalar_cycles"] = least * ghz;
    }
    state.counters["ghz"] = ghz;
    dsp::select_target(dsp::best_target());
}

/// Grains in given slots of a pool, that neither end nor leave the source while they are measured: they are
/// started again before.
class Held {
public:
    Held(std::int32_t capacity, std::int32_t first, std::int32_t grains)
        : pool_(make(capacity)), first_(first), grains_(grains)
    {
    }
    double seconds(int blocks)
    {
        double sum = 0.0;
        for (int done = 0; done < blocks; done += kMostBlocks) {
            fill();
            const int count = std::min(blocks - done, kMostBlocks);
            const double begin = thread_seconds();
            for (int i = 0; i < count; ++i)
                render();
            sum += thread_seconds() - begin;
        }
        return sum;
    }

private:
    static constexpr int kWarmBlocks = 4;
    static constexpr int kLength = 32768;
    static constexpr int kMostBlocks = kLength / kFrames - kWarmBlocks;

    void fill()
    {
        pool_.reset();
        for (std::int32_t slot = 0; slot < first_ + grains_; ++slot) {
            // Those before the first end at once.
            pool_.start(0, 1000.0 * (slot % 100), 1.01, slot < first_ ? 1 : kLength, 0, 0.1, 0.1);
        }
        // What filling many slots has driven out of the caches, is read again by all.
        float sum = 0.0f;
        for (std::size_t k = 0; k < 100000 + 2 * kLength; ++k)
            sum += source()[k];
        benchmark::DoNotOptimize(sum);
        for (int i = 0; i < kWarmBlocks; ++i)
            render();
    }
    static Pool make(std::int32_t capacity)
    {
        PoolConfig config;
        config.capacity = capacity;
        return std::move(Pool::create(config)).value();
    }
    void render()
    {
        pool_.render(GrainSource::mono(source()), {left_, right_, kFrames}, kFrames);
        benchmark::DoNotOptimize(left_.data());
    }
    Pool pool_;
    std::int32_t first_;
    std::int32_t grains_;
    alignas(64) std::array<float, kFrames> left_{};
    alignas(64) std::array<float, kFrames> right_{};
};

/// Median over rounds of the time of `b` by that of `a`.
void compare_held(benchmark::State& state, Held a, Held b, int blocks)
{
    std::vector<double> ratio;
    for (auto _ : state) {
        const double first = a.seconds(blocks);
        ratio.push_back(b.seconds(blocks) / first);
    }
    state.counters["x"] = median(ratio);
}

/// Starts into a pool without a free slot. Grains are of many lengths, so they don't end in their order.
class Full {
public:
    explicit Full(std::int32_t capacity)
    {
        PoolConfig config;
        config.capacity = capacity;
        pool_ = std::make_unique<Pool>(std::move(Pool::create(config)).value());
        (void)seconds(capacity);
    }
    double seconds(int starts)
    {
        const double begin = thread_seconds();
        for (int i = 0; i < starts; ++i) {
            random_ = random_ * 1664525u + 1013904223u;
            benchmark::DoNotOptimize(pool_->start(0, 0, 1, 1e6 + (random_ >> 12), 0, 0.1, 0.1));
        }
        return thread_seconds() - begin;
    }

private:
    std::unique_ptr<Pool> pool_;
    std::uint32_t random_ = 1;
};

void steal(benchmark::State& state, Full small, Full large)
{
    constexpr int kStarts = 20000;
    std::vector<double> ns;
    std::vector<double> ratio;
    for (auto _ : state) {
        const double least = small.seconds(kStarts);
        ns.push_back(large.seconds(kStarts) / kStarts * 1e9);
        ratio.push_back(ns.back() * kStarts / 1e9 / least);
    }
    state.counters["ns"] = median(ns);
    state.counters["x_128"] = median(ratio);
}

const bool registered = [] {
    for (const std::string name : {"W1", "W2", "W3", "W4", "W5", "mixed", "cubic", "sinc"}) {
        for (const dsp::SimdTarget target : dsp::kTargets) {
            if (target == dsp::SimdTarget::emulated || !dsp::is_available(target))
                continue;
            for (const bool cached : {false, true}) {
                const std::string title = "pool/" + name + "/" + std::string(dsp::name_of(target)) +
                                          (cached ? "/cached" : "/table");
                benchmark::RegisterBenchmark(title.c_str(), render_workload, name, target, cached);
            }
        }
        benchmark::RegisterBenchmark(("pool/paired/" + name).c_str(), compare_targets, name)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(name == "W3" ? 100 : 200);
    }
    benchmark::RegisterBenchmark("pool/capacity/65536_over_128", [](benchmark::State& state) {
        compare_held(state, Held(128, 127, 1), Held(65536, 65535, 1), 400);
    })->Iterations(100);
    for (const std::int32_t capacity : {128, 1024, 65536}) {
        benchmark::RegisterBenchmark(
            ("pool/steal/" + std::to_string(capacity)).c_str(),
            [capacity](benchmark::State& state) { steal(state, Full(128), Full(capacity)); })
            ->Iterations(20);
    }
    for (const std::int32_t grains : {1, 8, 64, 512, 4096}) {
        const std::string title = "pool/doubling/" + std::to_string(grains);
        benchmark::RegisterBenchmark(title.c_str(), [grains](benchmark::State& state) {
            compare_held(state, Held(65536, 0, grains), Held(65536, 0, 2 * grains), 4096 / grains + 1);
        })->Iterations(60);
    }
    return true;
}();

} // namespace
} // namespace quern::grain
