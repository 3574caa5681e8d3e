// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Whatever a cloud is told, it does not click.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cloud_rig.hpp"
#include "quern/grain/cloud_grain.hpp"
#include "quern/grain/pool.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudParam;
using P = CloudParam;

void expect_no_click(const std::vector<float>& sound, const std::string& what)
{
    EXPECT_FALSE(first_non_finite(sound)) << what;
    for (std::size_t channel = 0; channel < 2; ++channel) {
        const std::vector<Click> clicks = find_clicks(sound, 2, channel);
        if (!clicks.empty())
            ADD_FAILURE() << what << ": " << clicks.size() << " clicks, the first at frame "
                          << clicks.front().frame << ", a step of " << clicks.front().step << " beside "
                          << clicks.front().median;
    }
}

TEST(CloudClicks, NoneAtTheEndsOfAnyParameter)
{
    const grain::Recording source = cloud_source();
    for (const grain::CloudParamInfo& info : grain::cloud_params()) {
        for (const float end : {info.low, info.high}) {
            // Grains so short that each is a tick by itself are looked at below.
            if (info.param == P::duration && end == info.low)
                continue;
            Cloud cloud = make_cloud(source, {{info.param, end}}, {.grains = 256});
            expect_no_click(play(cloud, 24000),
                            std::string(info.id) + " = " + std::to_string(static_cast<double>(end)));
        }
    }
}

TEST(CloudClicks, AGrainOfAMillisecondStepsNoFurtherThanItsWindow)
{
    grain::Recording source;
    source.samples.assign(48000, 1.0f);
    source.duration = 1.0f;
    Cloud cloud = make_cloud(source, {{P::duration, 0.001f}, {P::irregularity, 0.0f}, {P::spread, 0.0f}});
    const std::vector<float> sound = play(cloud, 24000);
    float largest = 0.0f;
    for (std::size_t i = 1; i < 24000; ++i)
        largest = std::max(largest, std::fabs(sound[2 * i] - sound[2 * (i - 1)]));
    EXPECT_LE(largest, std::sqrt(0.5f) * 3.1415927f / 48.0f * 1.02f) << "the slope of a Hann window";
    EXPECT_GT(largest, 0.03f);
}

TEST(CloudClicks, NoneWhenAnyParameterJumpsFromEndToEnd)
{
    const grain::Recording source = cloud_source();
    for (const grain::CloudParamInfo& info : grain::cloud_params()) {
        Cloud cloud = make_cloud(source, {}, {.grains = 256});
        for (std::uint64_t i = 1; i < 8; ++i)
            cloud.post(cloud_value(i * 4000 + i, info.param, i % 2 == 0 ? info.low : info.high));
        expect_no_click(play(cloud, 36000), std::string(info.id) + " jumping");
    }
}

TEST(CloudClicks, NoneAtOneHundredThousandGrainsASecond)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = make_cloud(source, {{P::density, 100000.0f}, {P::duration, 0.02f}}, {.grains = 4096});
    expect_no_click(play(cloud, 24000), "100,000 grains a second");
    const grain::CloudStats stats = cloud.stats();
    EXPECT_NEAR(static_cast<double>(stats.grains_started), 50000.0, 900.0);
    EXPECT_EQ(stats.grains_stolen, 0u);
    EXPECT_GT(stats.grains_peak, 1800u);
}

/// Ten times more grains than slots, on a source of ones: what is heard is windows and bridges alone.
TEST(CloudClicks, StealsUnderTenfoldOverloadStepNoFurtherThanTheirBridges)
{
    grain::Recording source;
    source.samples.assign(96000, 1.0f);
    source.duration = 2.0f;
    constexpr double kSlots = 8.0, kSpacing = 40.0;
    Cloud cloud = make_cloud(source,
                             {{P::irregularity, 0.0f},
                              {P::density, static_cast<float>(48000.0 / kSpacing)},
                              {P::duration, static_cast<float>(10.0 * kSlots * kSpacing / 48000.0)},
                              {P::shape, 3.0f},
                              {P::spread, 0.0f},
                              {P::exponent, 0.0f},
                              {P::attack, 0.005f}},
                             {.grains = 8});
    const std::vector<float> sound = play(cloud, 48000);
    // Each grain is cut at 320 frames, while its window stands at 0.9; one bridge at a time, in steps of a
    // seventeenth. Beside it all grains rise, along a cosine edge of 400 frames.
    const double gain = std::sqrt(0.5);
    const double bridge = gain / (grain::kBridgeFrames + 1);
    const double rise = kSlots * gain * 1.5707964 / 400.0;
    double largest = 0.0;
    for (std::size_t i = 4801; i < 48000; ++i)
        largest = std::max(largest, static_cast<double>(std::fabs(sound[2 * i] - sound[2 * (i - 1)])));
    EXPECT_LE(largest, bridge + rise);
    EXPECT_GT(largest, 0.4 * bridge) << "the bridges are in the sound";
    EXPECT_LT(bridge + rise, 0.2 * gain) << "a hard cut would step by the whole gain";
    const grain::CloudStats stats = cloud.stats();
    EXPECT_EQ(stats.grains_started, 1200u);
    EXPECT_EQ(stats.grains_stolen, stats.grains_started - 8) << "every grain but the eight that sound";
    EXPECT_EQ(stats.steals_unbridged, 0u);
    EXPECT_EQ(stats.grains_peak, 8u);
    expect_no_click(sound, "overload");
}

/// At the largest density a block gives away more grains than there are slots, each with a bridge.
TEST(CloudClicks, EveryStealIsBridgedAtTheCeilingForAnyNumberOfSlots)
{
    const grain::Recording source = cloud_source();
    for (const std::size_t slots : {1u, 16u, 256u, 1024u, 4096u}) {
        for (const float irregularity : {0.0f, 1.0f}) {
            Cloud cloud = make_cloud(
                source, {{P::density, 100000.0f}, {P::duration, 0.1f}, {P::irregularity, irregularity}},
                {.grains = slots});
            for (std::uint32_t note = 1; note < 4; ++note)
                cloud.post(cloud_note(1500 * note, 60.0f + 4.0f * static_cast<float>(note), note));
            play(cloud, 9600);
            EXPECT_GT(cloud.stats().grains_stolen, 20000u) << slots;
            EXPECT_EQ(cloud.stats().steals_unbridged, 0u) << slots << " slots";
        }
    }
}

/// A cut that is made a block too early would let the level dip once a block, a tone of 375 Hz.
TEST(CloudClicks, TheLevelDoesNotDipOnceABlockAtTheCeiling)
{
    grain::Recording source;
    source.samples.assign(96000, 1.0f);
    source.duration = 2.0f;
    Cloud cloud = make_cloud(
        source, {{P::density, 100000.0f}, {P::duration, 0.0256f}, {P::irregularity, 0.0f}, {P::spread, 0.0f}},
        {.grains = 256});
    const std::vector<float> sound = play(cloud, 48000);
    const auto [low, high] = std::minmax_element(sound.begin() + 2 * 4800, sound.end());
    EXPECT_GT(*low, 0.99f * *high);
    EXPECT_EQ(cloud.stats().steals_unbridged, 0u);
    EXPECT_GT(cloud.stats().grains_stolen, 90000u);
}

RC_GTEST_PROP(CloudGrain, LiesWithinItsSourceWhateverIsAsked, ())
{
    grain::CloudSmoother values;
    for (const grain::CloudParamInfo& info : grain::cloud_params()) {
        const auto part = static_cast<float>(*rc::gen::inRange(0, 1001)) / 1000.0f;
        values.aim(info.param, info.low + part * (info.high - info.low));
    }
    values.jump();
    grain::CloudGround ground;
    ground.source_frames = static_cast<std::uint32_t>(*rc::gen::inRange(256, 500000));
    ground.source_rate = *rc::gen::inRange(8000, 192001);
    ground.scan = *rc::gen::inRange(-2000000, 2000001);
    ground.gain = grain::overlap_gain(*rc::gen::inRange(0, 100000), *rc::gen::inRange(0, 101) / 100.0);
    const auto signed_part = [] { return *rc::gen::inRange(-1000, 1001) / 1000.0; };
    const grain::CloudChance chance{signed_part(), signed_part(), signed_part(),
                                    *rc::gen::inRange(0, 1000) / 1000.0, *rc::gen::inRange(0, 1000) / 1000.0};
    const double key = *rc::gen::inRange(-60, 68);
    ground.room = scan_room(values, ground, key);
    const grain::CloudGrain grain = plan_grain(values, ground, chance, key);
    RC_ASSERT(grain.length >= 1);
    RC_ASSERT(grain.shape >= 0 && grain.shape <= 4);
    RC_ASSERT(std::isfinite(grain.left) && std::isfinite(grain.right));
    RC_ASSERT(grain.step != 0.0f);
    const double last = grain.start + static_cast<double>(grain.step) * (grain.length - 1);
    RC_ASSERT(grain.start >= 0 && grain.start < static_cast<double>(ground.source_frames));
    RC_ASSERT(last >= 0.0 && last < static_cast<double>(ground.source_frames) - 0.999);
    RC_ASSERT(grain.shortened || grain.length == std::lround(values[P::duration] * 48000.0f) ||
              std::abs(grain.length - std::lround(values[P::duration] * 48000.0f)) <= 1);
}

} // namespace
} // namespace quern::test
