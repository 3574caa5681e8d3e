// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "cloud_rig.hpp"
#include "quern/grain/cloud_grain.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudChance;
using grain::CloudCurve;
using grain::CloudGrain;
using grain::CloudGround;
using grain::CloudSmoother;
using P = grain::CloudParam;

CloudSmoother settled(CloudSettings settings)
{
    CloudSmoother values;
    for (const auto& [param, value] : settings)
        values.aim(param, value);
    values.jump();
    return values;
}

CloudGround ground_of(std::uint32_t frames)
{
    CloudGround ground;
    ground.source_frames = frames;
    return ground;
}

TEST(CloudParams, TheTableIsCompleteAndItsDefaultsLieInRange)
{
    std::set<std::string> ids;
    for (const grain::CloudParamInfo& info : grain::cloud_params()) {
        EXPECT_TRUE(ids.emplace(info.id).second) << info.id;
        EXPECT_EQ(grain::cloud_param_named(info.id), info.param);
        EXPECT_LT(info.low, info.high) << info.id;
        EXPECT_GE(info.initial, info.low) << info.id;
        EXPECT_LE(info.initial, info.high) << info.id;
        EXPECT_TRUE(info.curve != CloudCurve::exponential || info.low > 0.0f) << info.id;
        EXPECT_FALSE(info.name.empty() || info.meaning.empty()) << info.id;
    }
    EXPECT_FALSE(grain::cloud_param_named("loudness"));
}

TEST(CloudParams, AChangeIsSixtyThreePercentDoneAfterTwentyMilliseconds)
{
    CloudSmoother values = settled({{P::position, 0.0f}, {P::density, 10.0f}});
    values.aim(P::position, 1.0f);
    values.aim(P::density, 1000.0f);
    for (int i = 0; i < 960; i += 32)
        values.advance(32);
    EXPECT_NEAR(values[P::position], 0.6321f, 1e-3f);
    EXPECT_NEAR(std::log10(values[P::density]), 1.0f + 2.0f * 0.6321f, 2e-3f) << "in equal ratios";
    for (int i = 0; i < 48000; i += 128)
        values.advance(128);
    EXPECT_EQ(values[P::position], 1.0f) << "and arrives";
    EXPECT_EQ(values[P::density], 1000.0f);
}

TEST(CloudParams, StepsTakeEffectAtOnce)
{
    CloudSmoother values = settled({{P::shape, 0.0f}});
    values.aim(P::shape, 4.0f);
    values.advance(128);
    EXPECT_EQ(values[P::shape], 4.0f);
}

TEST(CloudGrain, StartsAtItsPositionAndSprayTurnsBackAtTheEnds)
{
    const CloudGround ground = ground_of(48000);
    CloudSmoother values = settled({{P::position, 0.5f}, {P::spray, 0.0f}, {P::duration, 0.1f}});
    EXPECT_NEAR(plan_grain(values, ground, {}, 0.0).start, 0.5 * (48000 - 4801), 2.0);
    values = settled({{P::position, 0.0f}, {P::spray, 0.1f}, {P::duration, 0.1f}});
    CloudChance chance;
    chance.spray = -0.5;
    EXPECT_NEAR(plan_grain(values, ground, chance, 0.0).start, 2400.0, 2.0);
    values = settled({{P::position, 1.0f}, {P::spray, 0.1f}, {P::duration, 0.1f}});
    chance.spray = 0.5;
    EXPECT_NEAR(plan_grain(values, ground, chance, 0.0).start, 48000 - 4801 - 2400.0, 2.0);
}

TEST(CloudGrain, ABackwardGrainReadsTheSameStretchFromItsEnd)
{
    const CloudGround ground = ground_of(48000);
    const CloudSmoother values =
        settled({{P::position, 0.5f}, {P::spray, 0.0f}, {P::reverse, 0.5f}, {P::pitch, 12.0f}});
    CloudChance chance;
    chance.reverse = 0.6;
    const CloudGrain forward = plan_grain(values, ground, chance, 0.0);
    chance.reverse = 0.4;
    const CloudGrain backward = plan_grain(values, ground, chance, 0.0);
    EXPECT_EQ(forward.step, 2.0f);
    EXPECT_EQ(backward.step, -2.0f);
    EXPECT_EQ(backward.start, forward.start + 2 * (forward.length - 1));
}

TEST(CloudGrain, AStepBeyondTheRangeIsTheNearestEndAndSaidToBe)
{
    const CloudSmoother high = settled({{P::pitch, 48.0f}, {P::duration, 0.001f}});
    EXPECT_EQ(plan_grain(high, ground_of(48000), {}, 24.0).step, 64.0f);
    EXPECT_FALSE(plan_grain(high, ground_of(48000), {}, 24.0).clamped);
    EXPECT_EQ(plan_grain(high, ground_of(48000), {}, 36.0).step, 64.0f);
    EXPECT_TRUE(plan_grain(high, ground_of(48000), {}, 36.0).clamped);
    const CloudSmoother low = settled({{P::pitch, -48.0f}});
    EXPECT_FALSE(plan_grain(low, ground_of(48000), {}, -48.0).clamped);
    EXPECT_TRUE(plan_grain(low, ground_of(48000), {}, -60.0).clamped);
    EXPECT_EQ(plan_grain(low, ground_of(48000), {}, -60.0).step, 1.0f / 256.0f);
}

TEST(CloudGrain, ATinySourceAtAHighPitchIsSlowedDown)
{
    const CloudGrain grain = plan_grain(settled({{P::pitch, 48.0f}}), ground_of(256), {}, 0.0);
    EXPECT_TRUE(grain.shortened);
    EXPECT_FALSE(grain.clamped);
    EXPECT_EQ(grain.length, 48);
    EXPECT_NEAR(grain.step, 254.0f / 48.0f, 1e-5f) << "16 asked for";
}

TEST(Cloud, GrainsBeyondTheRangeOfStepsAreCounted)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::pitch, 48.0f);
    cloud.set(P::duration, 0.01f);
    cloud.post(cloud_note(0, 84.0f));
    play(cloud, 24000);
    EXPECT_EQ(cloud.stats().grains_clamped, 0u);
    cloud.post(cloud_note(24000, 96.0f, 1));
    play(cloud, 24000);
    EXPECT_GT(cloud.stats().grains_clamped, 10u);
    EXPECT_LT(cloud.stats().grains_clamped, cloud.stats().grains_started);
}

TEST(Cloud, AnEventForALaterFrameHoldsBackWhatIsPostedBehindIt)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.post(cloud_note(4800));
    cloud.set(P::position, 2.0f);
    play(cloud, 4736);
    EXPECT_EQ(cloud.stats().values_clamped, 0u);
    play(cloud, 256);
    EXPECT_EQ(cloud.stats().values_clamped, 1u);
}

TEST(CloudGrain, PansWithEqualPowerAndLessWhereMoreOverlap)
{
    CloudGround ground = ground_of(48000);
    const CloudSmoother values = settled({{P::spread, 1.0f}});
    CloudChance chance;
    for (const double pan : {-1.0, -0.3, 0.0, 0.8, 1.0}) {
        chance.pan = pan;
        const CloudGrain grain = plan_grain(values, ground, chance, 0.0);
        EXPECT_NEAR(grain.left * grain.left + grain.right * grain.right, 1.0f, 1e-6f);
        EXPECT_EQ(grain.left<grain.right, pan> 0.0);
    }
    ground.gain = grain::overlap_gain(16.0, 0.5);
    EXPECT_NEAR(plan_grain(values, ground, chance, 0.0).right, 0.25f, 1e-6f);
    EXPECT_EQ(grain::overlap_gain(0.1, 1.0), 1.0f) << "sparse grains are not made louder";
}

TEST(CloudGrain, AShapeBetweenTwoIsAChanceForEach)
{
    const CloudSmoother values = settled({{P::shape, 1.25f}});
    CloudChance chance;
    chance.shape = 0.2;
    EXPECT_EQ(plan_grain(values, ground_of(48000), chance, 0.0).shape, 2);
    chance.shape = 0.3;
    EXPECT_EQ(plan_grain(values, ground_of(48000), chance, 0.0).shape, 1);
}

/// A source that rises from 0 to 1 tells where it is read.
TEST(Cloud, ScanningMovesThePositionAndFreezeHoldsIt)
{
    grain::Recording source;
    for (int i = 0; i < 96000; ++i)
        source.samples.push_back(static_cast<float>(i) / 96000.0f);
    source.duration = 2.0f;
    Cloud cloud = make_cloud(source, {{P::scan, 1.0f},
                                      {P::spray, 0.0f},
                                      {P::spread, 0.0f},
                                      {P::irregularity, 0.0f},
                                      {P::density, 100.0f},
                                      {P::duration, 0.02f},
                                      {P::exponent, 0.0f}});
    cloud.post(cloud_value(48000, P::freeze, 1.0f));
    const std::vector<float> sound = play(cloud, 96000);
    // Hann windows at half their length add up to 1; the middle of the stereo field has half the power.
    const auto level = [&](std::size_t frame) { return sound[2 * frame] / std::sqrt(0.5f); };
    EXPECT_NEAR(level(24000), 0.25f, 0.02f);
    EXPECT_NEAR(level(47000), 47.0f / 96.0f, 0.02f);
    EXPECT_NEAR(level(60000), level(90000), 0.02f);
    EXPECT_NEAR(level(90000), 0.51f, 0.03f);
}

TEST(Cloud, TheLevelStaysAsDensityRises)
{
    const grain::Recording source = cloud_source();
    const auto level = [&](float density) {
        Cloud cloud = make_cloud(source, {{P::density, density}, {P::spray, 2.0f}, {P::pitch_spray, 12.0f}});
        const std::vector<float> sound = play(cloud, 96000);
        return to_db(rms(std::span(sound).subspan(19200)));
    };
    EXPECT_NEAR(level(50.0f), level(1000.0f), 3.0);
}

} // namespace
} // namespace quern::test
