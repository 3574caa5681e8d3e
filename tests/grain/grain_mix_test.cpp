// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/grain/grain_mix.hpp"

namespace quern::grain {
namespace {

constexpr std::size_t kBlocks = 40;

struct alignas(64) Plane {
    float samples[kBlocks * kMixBlock] = {};
};

/// Grains of any length at any frame, rendered with `kernels` into both planes.
std::vector<float> mix(const MixKernels& kernels, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    std::vector<float> table(20 * kMixBlock);
    std::generate(table.begin() + kMixBlock, table.end() - kMixBlock, [&] { return value(random); });
    Plane left;
    Plane right;
    std::vector<MixSpan> spans;
    for (int i = 0; i < 50; ++i) {
        const std::size_t shift = random() % kMixBlock;
        const std::size_t blocks = 1 + random() % 19;
        const std::size_t first = random() % (kBlocks - blocks);
        spans.push_back({table.data() + kMixBlock - shift, left.samples + first * kMixBlock,
                         right.samples + first * kMixBlock, static_cast<std::uint32_t>(blocks), value(random),
                         value(random)});
    }
    kernels.add(spans.data(), spans.size());
    std::vector<float> both(std::begin(left.samples), std::end(left.samples));
    both.insert(both.end(), std::begin(right.samples), std::end(right.samples));
    return both;
}

TEST(GrainMix, EveryTargetGivesTheBitsOfTheScalarLoop)
{
    for (const dsp::SimdTarget target : dsp::kVectorTargets) {
        if (!dsp::select_target(target))
            continue;
        for (unsigned seed = 1; seed <= 20; ++seed)
            EXPECT_EQ(mix(mix_kernels(), seed), mix(kScalarMixKernels, seed)) << dsp::name_of(target);
    }
    dsp::select_target(dsp::best_target());
}

TEST(GrainMix, MultipliesThenAddsWithoutFusing)
{
    // 1/3 squared and less by its own rounded value: 0 where the product is rounded, not where it is fused.
    constexpr float kThird = 1.0f / 3.0f;
    std::vector<float> table(kMixBlock, kThird);
    Plane left;
    Plane right;
    std::fill_n(left.samples, kMixBlock, -(kThird * kThird));
    const MixSpan span{table.data(), left.samples, right.samples, 1, kThird, 0.5f};
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        Plane copy = left;
        MixSpan one = span;
        one.left = copy.samples;
        mix_kernels().add(&one, 1);
        EXPECT_EQ(copy.samples[0], 0.0f) << dsp::name_of(target);
        EXPECT_EQ(copy.samples[kMixBlock - 1], 0.0f) << dsp::name_of(target);
        EXPECT_EQ(copy.samples[kMixBlock], 0.0f) << "writes past its blocks";
    }
    dsp::select_target(dsp::best_target());
}

} // namespace
} // namespace quern::grain
