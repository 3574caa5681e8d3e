// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

/// bed/limit: 256 steps of two fused operations that wait for each other, which is what the feedback of one
/// filter takes for a block however many lanes run beside it. No order of the work can be faster than this.
namespace quern {
namespace {

#if defined(__x86_64__)
[[gnu::target("avx2,fma"), gnu::noinline]]
#else
[[gnu::noinline]]
#endif
float feedback(float y, float a1, float a2)
{
    for (std::size_t n = 0; n < kBlockFrames; ++n) {
#if defined(__x86_64__) || defined(__aarch64__)
        const float u = __builtin_fmaf(-y, a1, 0.25f);
        y = __builtin_fmaf(-u, a2, u);
#else
        const float u = dsp::fused(-y, a1, 0.25f);
        y = dsp::fused(-u, a2, u);
#endif
    }
    return y;
}

void limit(benchmark::State& state)
{
    float y = 0.1f;
    float a1 = -0.8f;
    float a2 = 0.3f;
    benchmark::DoNotOptimize(a1);
    benchmark::DoNotOptimize(a2);
    for (auto _ : state) {
        y = feedback(y, a1, a2);
        benchmark::DoNotOptimize(y);
    }
}
BENCHMARK(limit)->Name("bed/limit");

} // namespace
} // namespace quern
