// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

/// pool/limit/<L2|memory>: for 128 stretches of a block, loads a sample and a window value, multiplies them
/// with each other and two gains, and adds to two accumulators: what a grain-frame moves, without finding out
/// where to read, interpolation or window. In the widest vectors that the compiler has for this processor.
namespace quern {
namespace {

constexpr std::size_t kFrames = 256;
constexpr std::size_t kStretches = 128;

#if defined(__x86_64__)
[[gnu::target_clones("default", "arch=haswell", "arch=skylake-avx512"), gnu::noinline]]
#else
[[gnu::noinline]]
#endif
void stretch(const float* __restrict source, const float* __restrict window, float left_gain,
             float right_gain, float* __restrict left, float* __restrict right)
{
    for (std::size_t k = 0; k < kFrames; ++k) {
        const float value = source[k] * window[k];
        left[k] += value * left_gain;
        right[k] += value * right_gain;
    }
}

void limit(benchmark::State& state, std::size_t source_frames)
{
    const std::vector<float> source(source_frames + kFrames, 0.25f);
    const std::vector<float> window(kFrames * 16, 0.5f);
    alignas(64) std::array<float, kFrames> left{};
    alignas(64) std::array<float, kFrames> right{};
    std::size_t at = 0;
    for (auto _ : state) {
        for (std::size_t i = 0; i < kStretches; ++i) {
            at = (at + 123457) % source_frames;
            stretch(&source[at], &window[i % 15 * kFrames + 3], 1e-9f, 2e-9f, left.data(), right.data());
        }
        benchmark::DoNotOptimize(left.data());
        benchmark::DoNotOptimize(right.data());
    }
    using benchmark::Counter;
    state.counters["ns_per_frame"] =
        Counter(static_cast<double>(state.iterations()) * kFrames * kStretches * 1e-9,
                static_cast<Counter::Flags>(Counter::kIsRate | Counter::kInvert));
}
BENCHMARK_CAPTURE(limit, L2, 60000)->Name("pool/limit/L2");
BENCHMARK_CAPTURE(limit, memory, 960000)->Name("pool/limit/memory");

} // namespace
} // namespace quern
