// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/grain/grain_mix.hpp"

namespace quern::grain {
namespace {

constexpr std::size_t kBlocks = 400; // a hundred strips

struct alignas(sizeof(float) * kMixStrip) Plane {
    float samples[kBlocks * kMixBlock] = {};
};

/// Grains of any length at any frame of the first `blocks`, added with `kernels` to both planes.
std::vector<float> mix(const MixKernels& kernels, unsigned seed, std::size_t blocks)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    constexpr std::size_t kLongest = 20 * kMixBlock;
    std::vector<float> table(kLongest + 2 * kMixStrip);
    std::generate(table.begin() + kMixStrip, table.end() - kMixStrip, [&] { return value(random); });
    auto left = std::make_unique<Plane>();
    auto right = std::make_unique<Plane>();
    std::vector<MixSpan> spans;
    for (int i = 0; i < 150; ++i) { // more than are taken together
        const std::size_t shift = random() % kMixBlock;
        const std::size_t first = random() % (blocks - 21) * kMixBlock;
        spans.push_back({table.data() + kMixStrip - shift, left->samples + first, right->samples + first,
                         kLongest / kMixBlock + 1, value(random), value(random)});
    }
    kernels.add(spans.data(), spans.size());
    std::vector<float> both(std::begin(left->samples), std::end(left->samples));
    both.insert(both.end(), std::begin(right->samples), std::end(right->samples));
    return both;
}

TEST(GrainMix, EveryTargetGivesTheBitsOfTheScalarLoop)
{
    for (const dsp::SimdTarget target : dsp::kVectorTargets) {
        if (!dsp::select_target(target))
            continue;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const std::size_t blocks = seed % 2 == 0 ? kBlocks : 22 + 3 * seed; // far apart, and close
            EXPECT_EQ(mix(mix_kernels(), seed, blocks), mix(kScalarMixKernels, seed, blocks))
                << dsp::name_of(target);
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(GrainMix, MultipliesThenAddsWithoutFusing)
{
    // 1/3 squared and less by its own rounded value: 0 where the product is rounded, not where it is fused.
    constexpr float kThird = 1.0f / 3.0f;
    std::vector<float> table(2 * kMixStrip + kMixBlock);
    std::fill_n(table.begin() + kMixStrip, kMixBlock, kThird);
    const auto planes = std::make_unique<std::array<Plane, 2>>();
    float* const left = (*planes)[0].samples;
    float* const right = (*planes)[1].samples;
    const MixSpan span{table.data() + kMixStrip, left, right, 1, kThird, 0.5f};
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        std::fill_n(left, kMixBlock, -(kThird * kThird));
        mix_kernels().add(&span, 1);
        EXPECT_EQ(left[0], 0.0f) << dsp::name_of(target);
        EXPECT_EQ(left[kMixBlock - 1], 0.0f) << dsp::name_of(target);
        EXPECT_EQ(left[kMixBlock], 0.0f) << "writes past its blocks";
    }
    dsp::select_target(dsp::best_target());
}

} // namespace
} // namespace quern::grain
