// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/automaton.hpp"
#include "quern/life/plane_kernels.hpp"
#include "quern/life/planes.hpp"
#include "timing.hpp"

/// life/<step|changed|masks|full>/<target>: one iteration is one generation of B3/S23 on the 2048 x 512 soup
/// of seed 1, from generation 64 on: alive alone; and what changed; and births and deaths; alive, changed,
/// teams and tags. life/generation/<target>: all that the CPU back end does, ages included. Counter: clock
/// cycles for 512 cells. life/limit: the 14 vector instructions that 512 cells take, on registers alone, as
/// often as a step of that field has them; where the processor has them.
/// life/paired/<step>: all targets and the limit in turns inside one run. Counters: least us of each, times
/// the scalar one's speed (median), and percent of the limit's speed for `step`.
namespace quern::life {
namespace {

using bench::clock_ghz;
using bench::median;
using bench::thread_seconds;

constexpr std::size_t kBlocks = 2048; // of 512 cells

/// A soup in some generation, and one way to go on.
class Run {
public:
    using Step = void (*)(const PlaneKernels& kernels, const PlaneSet& set, const PlaneRule& rule);

    Run(dsp::SimdTarget target, Step step) : target_(target), step_(step), planes_(GridSize{})
    {
        planes_.load(soup({}, 0.3, 1));
        for (std::uint32_t generation = 1; generation <= 64; ++generation)
            planes_.step(rule_, generation);
        set_ = planes_.set();
        const auto address = reinterpret_cast<std::uintptr_t>(masks_.data()) / sizeof(std::uint64_t);
        set_.births = masks_.data() + (8 - address % 8) % 8; // where a cache line begins
        set_.deaths = set_.births + GridSize{}.words() + 8;
    }
    void go(int generations)
    {
        dsp::select_target(target_);
        const PlaneKernels& kernels = plane_kernels();
        for (int i = 0; i < generations; ++i)
            step_(kernels, set_, rule_);
        benchmark::DoNotOptimize(set_.alive[0]);
    }

private:
    dsp::SimdTarget target_;
    Step step_;
    PlaneRule rule_ = PlaneRule::of(Rule{});
    Planes planes_;
    std::vector<std::uint64_t> masks_ = std::vector<std::uint64_t>(2 * GridSize{}.words() + 64);
    PlaneSet set_{};
};

struct Named {
    std::string_view name;
    Run::Step step;
};
constexpr std::array kSteps{
    Named{"step",
          [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step(set, rule); }},
    Named{"changed", [](const PlaneKernels& k, const PlaneSet& set,
                        const PlaneRule& rule) { k.step_changed(set, rule); }},
    Named{"masks",
          [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step_masks(set, rule); }},
    Named{"full",
          [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step_full(set, rule); }},
};

#if defined(__x86_64__)
/// Two word rotations, two double shifts and ten ternary operations a block; none waits for another. Four
/// blocks a turn.
__attribute__((noinline)) void limit(int generations)
{
    for (int i = 0; i < generations; ++i)
        for (std::size_t block = 0; block < kBlocks; block += 4)
            asm volatile(".rept 4\n\t"
                         "valignq $1, %%zmm30, %%zmm31, %%zmm0\n\t"
                         "vpternlogq $0x96, %%zmm30, %%zmm31, %%zmm1\n\t"
                         "vpternlogq $0x96, %%zmm30, %%zmm31, %%zmm2\n\t"
                         "vpshldq $1, %%zmm30, %%zmm31, %%zmm3\n\t"
                         "vpternlogq $0xE8, %%zmm30, %%zmm31, %%zmm4\n\t"
                         "vpternlogq $0xE8, %%zmm30, %%zmm31, %%zmm5\n\t"
                         "vpternlogq $0x96, %%zmm30, %%zmm31, %%zmm6\n\t"
                         "valignq $7, %%zmm30, %%zmm31, %%zmm7\n\t"
                         "vpternlogq $0xE8, %%zmm30, %%zmm31, %%zmm8\n\t"
                         "vpternlogq $0x96, %%zmm30, %%zmm31, %%zmm9\n\t"
                         "vpshrdq $1, %%zmm30, %%zmm31, %%zmm10\n\t"
                         "vpternlogq $0xE8, %%zmm30, %%zmm31, %%zmm11\n\t"
                         "vpternlogq $0x14, %%zmm30, %%zmm31, %%zmm12\n\t"
                         "vpternlogq $0xE0, %%zmm30, %%zmm31, %%zmm13\n\t"
                         ".endr" ::
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                               "xmm10", "xmm11", "xmm12", "xmm13");
    asm volatile("vzeroupper");
}
bool has_limit()
{
    return dsp::has_later_avx512();
}
#else
void limit(int) {}
bool has_limit()
{
    return false;
}
#endif

void set_cycles(benchmark::State& state, double ghz)
{
    using benchmark::Counter;
    const auto flags = static_cast<Counter::Flags>(Counter::kIsRate | Counter::kInvert);
    const double blocks = static_cast<double>(state.iterations()) * kBlocks;
    state.counters["cycles"] = Counter(blocks * 1e-9 / ghz, flags);
}

void run_step(benchmark::State& state, Run::Step step, dsp::SimdTarget target)
{
    const double ghz = clock_ghz();
    Run run(target, step);
    for (auto _ : state)
        run.go(1);
    set_cycles(state, ghz);
    dsp::select_target(dsp::best_target());
}

void run_generations(benchmark::State& state, dsp::SimdTarget target)
{
    const double ghz = clock_ghz();
    dsp::select_target(target);
    const std::unique_ptr<Automaton> cpu = std::move(make_cpu({}, Rule{})).value();
    bool fine = cpu->load(soup({}, 0.3, 1)).ok();
    for (int i = 0; i < 64; ++i)
        fine = cpu->advance({}).ok() && fine;
    for (auto _ : state)
        fine = cpu->advance({}).ok() && fine;
    if (!fine)
        state.SkipWithError("refused");
    set_cycles(state, ghz);
    dsp::select_target(dsp::best_target());
}

void run_limit(benchmark::State& state)
{
    const double ghz = clock_ghz();
    for (auto _ : state)
        limit(1);
    set_cycles(state, ghz);
}

template <class F> double us_of(int generations, F f)
{
    const double begin = thread_seconds();
    f(generations);
    return (thread_seconds() - begin) * 1e6 / generations;
}

struct Rival {
    std::string name;
    std::unique_ptr<Run> run;
    std::vector<double> us{};

    [[nodiscard]] double least() const { return *std::min_element(us.begin(), us.end()); }
};

void compare_targets(benchmark::State& state, Named step)
{
    const double ghz = clock_ghz();
    std::vector<Rival> rivals;
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target != dsp::SimdTarget::emulated && dsp::is_available(target))
            rivals.push_back({std::string(dsp::name_of(target)), std::make_unique<Run>(target, step.step)});
    }
    std::vector<double> limits;
    for (auto _ : state) {
        for (Rival& rival : rivals)
            rival.us.push_back(us_of(20, [&](int generations) { rival.run->go(generations); }));
        if (has_limit())
            limits.push_back(us_of(200, limit));
    }
    const Rival& scalar = rivals.front();
    for (const Rival& rival : rivals) {
        std::vector<double> ratio;
        for (std::size_t i = 0; i < scalar.us.size(); ++i)
            ratio.push_back(scalar.us[i] / rival.us[i]);
        state.counters[rival.name + "_us"] = rival.least();
        if (&rival != &scalar)
            state.counters[rival.name + "_x"] = median(ratio);
    }
    if (!limits.empty()) {
        const double least = *std::min_element(limits.begin(), limits.end());
        state.counters["limit_us"] = least;
        state.counters["limit_cycles"] = least * 1e3 * ghz / kBlocks;
        if (step.name == "step") {
            state.counters["percent_of_limit"] = 100.0 * least / rivals.back().least();
            state.counters["scalar_limits"] = scalar.least() / least;
        }
    }
    state.counters["ghz"] = ghz;
    dsp::select_target(dsp::best_target());
}

const bool registered = [] {
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target == dsp::SimdTarget::emulated || !dsp::is_available(target))
            continue;
        const std::string name(dsp::name_of(target));
        for (const Named& step : kSteps)
            benchmark::RegisterBenchmark(("life/" + std::string(step.name) + "/" + name).c_str(), run_step,
                                         step.step, target);
        // So many, however fast: a soup that grows old has less to do.
        benchmark::RegisterBenchmark(("life/generation/" + name).c_str(), run_generations, target)
            ->Iterations(400);
    }
    for (const Named& step : kSteps)
        benchmark::RegisterBenchmark(("life/paired/" + std::string(step.name)).c_str(), compare_targets, step)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(100);
    if (has_limit())
        benchmark::RegisterBenchmark("life/limit", run_limit);
    return true;
}();

} // namespace
} // namespace quern::life
