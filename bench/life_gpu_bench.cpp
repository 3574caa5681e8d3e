// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "quern/life_gpu/gpu.hpp"

/// life/readback/<full|delta>: one iteration steps a 30 % soup of 2048 x 512 on the GPU and brings its
/// changes to the CPU: `delta` as 262,144 bytes of changes through the pool of buffers, `full` as the whole
/// state of 4 MB, which waits. Time by the wall: a software driver works on threads of its own. Counters:
/// least milliseconds of the parts, bytes a generation, and generations that were skipped.
namespace quern::life {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// A soup on the GPU; nothing, and the benchmark says why, where there is none.
std::unique_ptr<Automaton> start(benchmark::State& state)
{
    Result<std::unique_ptr<Automaton>> gpu = make_gpu({}, {});
    if (!gpu) {
        state.SkipWithError(gpu.error().text().c_str());
        return nullptr;
    }
    if (Status loaded = (*gpu)->load(soup({}, 0.3, 1)); !loaded) {
        state.SkipWithError(loaded.error().text().c_str());
        return nullptr;
    }
    state.SetLabel(*describe_gpu());
    return std::move(*gpu);
}

void read_back(benchmark::State& state, bool full)
{
    const std::unique_ptr<Automaton> gpu = start(state);
    if (!gpu)
        return;
    double step = std::numeric_limits<double>::max(), bring = step;
    for (auto _ : state) {
        const Clock::time_point begin = Clock::now();
        if (!gpu->advance({})) {
            state.SkipWithError("the device was lost");
            return;
        }
        step = std::min(step, milliseconds_since(begin));
        const Clock::time_point stepped = Clock::now();
        if (full)
            benchmark::DoNotOptimize(gpu->read());
        while (const std::optional<Delta> delta = gpu->poll())
            benchmark::DoNotOptimize(delta->changed.data());
        bring = std::min(bring, milliseconds_since(stepped));
    }
    state.counters["advance_ms"] = step;
    state.counters["bring_ms"] = bring;
    state.counters["bytes"] =
        static_cast<double>(full ? GridSize{}.cells() * sizeof(Cell) : GridSize{}.words() * 16);
    state.counters["skipped"] = static_cast<double>(gpu->counters().skipped);
}

[[maybe_unused]] const bool registered = [] {
    for (const bool full : {true, false})
        benchmark::RegisterBenchmark(full ? "life/readback/full" : "life/readback/delta", read_back, full)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    return true;
}();

} // namespace
} // namespace quern::life
