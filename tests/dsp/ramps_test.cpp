// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/clip.hpp"
#include "quern/dsp/gain_ramp.hpp"
#include "quern/dsp/level_ramp.hpp"
#include "quern/dsp/release_fold.hpp"
#include "tests/dsp/signals.hpp"

namespace quern::dsp {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<float> block_of(GainRamp& ramp)
{
    std::vector<float> out(kBlockFrames, 1.0f);
    ramp.process(out);
    return out;
}

std::vector<float> block_of(LevelRamp& ramp)
{
    const std::vector<float> ones(kBlockFrames, 1.0f);
    std::vector<float> out(kBlockFrames, 0.0f);
    ramp.add(ones, out);
    return out;
}

template <class Ramp> class Ramps : public ::testing::Test {
};
using BothRamps = ::testing::Types<GainRamp, LevelRamp>;
TYPED_TEST_SUITE(Ramps, BothRamps);

TYPED_TEST(Ramps, FirstBlockIsFlat)
{
    TypeParam ramp;
    ramp.set(0.3f);
    EXPECT_EQ(block_of(ramp), std::vector<float>(kBlockFrames, 0.3f));
    ramp.set(0.9f);
    ramp.restart();
    EXPECT_EQ(block_of(ramp), std::vector<float>(kBlockFrames, 0.9f));
}

TYPED_TEST(Ramps, NeverJumpMoreThanAFractionOfTheChange)
{
    TypeParam ramp;
    ramp.set(0.0f);
    block_of(ramp);
    float before = 0.0f;
    for (float target : {1.0f, 0.25f, 0.25f, 1.0f, 1.0f}) {
        ramp.set(target);
        for (float gain : block_of(ramp)) {
            ASSERT_LE(std::abs(gain - before), 1.0f / 60.0f);
            before = gain;
        }
    }
    EXPECT_NEAR(before, 1.0f, 1e-6f);
}

TYPED_TEST(Ramps, UnusableTargetsAreRefused)
{
    TypeParam ramp;
    ramp.set(0.5f);
    for (float bad : {kNan, std::numeric_limits<float>::infinity()}) {
        ramp.set(bad);
        EXPECT_EQ(ramp.target(), 0.5f);
    }
    EXPECT_EQ(block_of(ramp), std::vector<float>(kBlockFrames, 0.5f));
}

TEST(GainRamp, HalvesOnItsWayToNothing)
{
    GainRamp ramp;
    ramp.set(0.5f);
    block_of(ramp);
    ramp.set(0.0f);
    const std::vector<float> out = block_of(ramp);
    EXPECT_EQ(out[0], 0.5f);
    EXPECT_EQ(out[32], 0.25f);
    for (std::size_t k = 64; k < out.size(); ++k)
        EXPECT_EQ(out[k], 0.0f);
}

TEST(GainRamp, StepsByEights)
{
    GainRamp ramp;
    ramp.set(0.23984502f);
    block_of(ramp);
    ramp.set(0.1817f);
    const std::vector<float> out = block_of(ramp);
    const float step = (0.1817f - 0.23984502f) * 0x1p-6f;
    for (std::size_t k = 0; k < 64; ++k) {
        const float stair = 0.23984502f + static_cast<float>(8 * (k / 8)) * step;
        EXPECT_EQ(out[k], stair + static_cast<float>(k % 8) * step) << k;
    }
}

TEST(LevelRamp, EndsABlockOneSixtyFifthShort)
{
    LevelRamp ramp;
    ramp.set(0.0f);
    block_of(ramp);
    ramp.set(1.0f);
    const std::vector<float> out = block_of(ramp);
    for (std::size_t k = 0; k < 64; ++k)
        EXPECT_EQ(out[k], static_cast<float>(k) * from_bits(0x3C7C0FC1)) << k;
    for (std::size_t k = 64; k < out.size(); ++k)
        EXPECT_EQ(to_bits(out[k]), 0x3F7C0FC1u) << k;
    EXPECT_EQ(block_of(ramp), std::vector<float>(kBlockFrames, 1.0f));
}

TEST(LevelRamp, EndsOnTargetWhenAskedTo)
{
    LevelRamp ramp(LevelRamp::End::on_target);
    ramp.set(0.0f);
    block_of(ramp);
    ramp.set(0.7f);
    const std::vector<float> out = block_of(ramp);
    EXPECT_NEAR(out[63], 0.7f * 63.0f / 64.0f, 1e-6f);
    for (std::size_t k = 64; k < out.size(); ++k)
        EXPECT_EQ(out[k], 0.7f);
}

TEST(LevelRamp, AddsRoundedProductsAndRemembersTheLast)
{
    LevelRamp ramp;
    ramp.set(0.3f);
    const std::vector<float> source = noise(31, kBlockFrames);
    std::vector<float> bus = noise(32, kBlockFrames);
    std::vector<float> expected = bus;
    for (std::size_t k = 0; k < bus.size(); ++k) {
        const float product = source[k] * 0.3f;
        expected[k] += product;
    }
    ramp.add(source, bus);
    EXPECT_EQ(bus, expected);
    EXPECT_EQ(ramp.last(), source.back() * 0.3f);
    std::vector<float> applied = source;
    ramp.apply(applied);
    for (std::size_t k = 0; k < applied.size(); ++k)
        EXPECT_EQ(applied[k], source[k] * 0.3f);
}

TEST(ReleaseFold, TapsHaveTheOriginalsBits)
{
    constexpr std::array<std::uint32_t, 16> kBits{
        0x3F70F0F1, 0x3F61E1E2, 0x3F52D2D3, 0x3F43C3C4, 0x3F34B4B5, 0x3F25A5A6, 0x3F169697, 0x3F078788,
        0x3EF0F0F1, 0x3ED2D2D3, 0x3EB4B4B5, 0x3E969697, 0x3E70F0F1, 0x3E34B4B5, 0x3DF0F0F1, 0x3D70F0F1};
    for (std::size_t k = 0; k < kBits.size(); ++k)
        EXPECT_EQ(to_bits(kFoldTaps[k]), kBits[k]) << k;
}

TEST(Clip, LimitsAndIsOffFromAHundred)
{
    const std::vector<float> in = noise(33, kBlockFrames);
    std::vector<float> out = in;
    clip(out, 0.09f);
    for (std::size_t k = 0; k < in.size(); ++k)
        EXPECT_EQ(out[k], std::abs(in[k]) <= 0.09f ? in[k] : std::copysign(0.09f, in[k]));
    for (float off : {100.0f, 1e9f, kNan}) {
        out = {500.0f, -0.3f};
        clip(out, off);
        EXPECT_EQ(out, (std::vector<float>{500.0f, -0.3f}));
    }
}

} // namespace
} // namespace quern::dsp
