// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "cloud_rig.hpp"
#include "quern/dsp/simd_target.hpp"
#include "tests/support/audio_scan.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudParam;
using grain::CloudStats;
using P = CloudParam;

void expect_no_click(const std::vector<float>& sound, const char* what)
{
    EXPECT_FALSE(first_non_finite(sound)) << what;
    for (std::size_t channel = 0; channel < 2; ++channel) {
        const std::vector<Click> clicks = find_clicks(sound, 2, channel);
        EXPECT_TRUE(clicks.empty()) << what << ": " << clicks.size() << " clicks, the first at frame "
                                    << clicks.front().frame << " of " << clicks.front().step;
    }
}

/// A busy score: automation jumps, notes that overlap, more grains than slots.
void post_score(Cloud& cloud)
{
    using Kind = grain::CloudEvent::Kind;
    std::uint32_t number = 1;
    for (std::uint64_t frame = 0; frame < 48000; frame += 3001, ++number) {
        cloud.post(cloud_value(frame, P::density, number % 2 == 0 ? 2000.0f : 50.0f));
        cloud.post(cloud_value(frame + 7, P::pitch, static_cast<float>(number % 5) * 5.0f - 12.0f));
        cloud.post(cloud_value(frame + 100, P::position, static_cast<float>(number % 7) / 7.0f));
        cloud.post(cloud_value(frame + 200, P::duration, number % 5 == 0 ? 1.5f : 0.1f));
        cloud.post(cloud_value(frame + 201, P::interpolation, number % 3 == 0 ? 1.0f : 0.0f));
        cloud.post(cloud_note(frame + 333, 55.0f + static_cast<float>(number), number));
        grain::CloudEvent off;
        off.kind = Kind::note_off;
        off.note = number;
        off.frame = frame + 1501;
        cloud.post(off);
    }
}

TEST(Cloud, SoundsTheSameForEveryHostBlock)
{
    const grain::Recording source = cloud_source();
    std::uint64_t expected = 0;
    for (const std::size_t block : {4096u, 1u, 2u, 63u, 127u, 128u, 129u, 1000u}) {
        Cloud cloud = make_cloud(source, {{P::reverse, 0.3f}, {P::pitch_spray, 3.0f}}, {.grains = 64});
        post_score(cloud);
        const std::uint64_t got = hash(play(cloud, 48000, block));
        if (expected == 0)
            expected = got;
        EXPECT_EQ(got, expected) << "host blocks of " << block;
        EXPECT_GT(cloud.stats().grains_stolen, 100u) << "the score must reach the ceiling";
    }
}

TEST(Cloud, SoundsTheSameOnEveryTarget)
{
    const grain::Recording source = cloud_source();
    std::uint64_t expected = 0;
    int targets = 0;
    for (const dsp::SimdTarget target :
         {dsp::SimdTarget::scalar, dsp::SimdTarget::sse4, dsp::SimdTarget::avx2, dsp::SimdTarget::avx512}) {
        if (!dsp::select_target(target))
            continue;
        Cloud cloud = make_cloud(source, {{P::reverse, 0.3f}, {P::pitch_spray, 3.0f}}, {.grains = 64});
        post_score(cloud);
        const std::uint64_t got = hash(play(cloud, 48000));
        expected = targets++ == 0 ? got : expected;
        EXPECT_EQ(got, expected) << dsp::name_of(target);
    }
    dsp::select_target(dsp::best_target());
    EXPECT_GE(targets, 1);
}

TEST(Cloud, AnotherSeedIsAnotherCloudAndTheSameSeedTheSame)
{
    const grain::Recording source = cloud_source();
    const auto made = [&](std::uint32_t seed) {
        Cloud cloud = make_cloud(source, {}, {.seed = seed});
        return hash(play(cloud, 9600));
    };
    EXPECT_EQ(made(5), made(5));
    EXPECT_NE(made(5), made(6));
}

TEST(Cloud, SynchronousGrainsFollowLikeAClock)
{
    const grain::Recording source = ones();
    Cloud cloud = make_cloud(source, {{P::irregularity, 0.0f}, {P::density, 100.0f}, {P::duration, 0.004f}});
    const std::vector<std::size_t> starts = onsets(play(cloud, 48000));
    ASSERT_EQ(starts.size(), 100u);
    for (std::size_t i = 1; i < starts.size(); ++i)
        EXPECT_EQ(starts[i] - starts[i - 1], 480u);
}

TEST(Cloud, AsynchronousGrainsAreAPoissonStream)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = make_cloud(source, {{P::density, 1000.0f}, {P::duration, 0.005f}});
    play(cloud, 10 * 48000);
    const auto started = static_cast<double>(cloud.stats().grains_started);
    EXPECT_NEAR(started, 10000.0, 400.0) << "four standard deviations";
    EXPECT_NE(started, 10000.0);
}

TEST(Cloud, DivisionPutsGrainsOnPartsOfTheBeat)
{
    const grain::Recording source = ones();
    Cloud cloud = make_cloud(source, {{P::tempo, 150.0f}, {P::division, 4.0f}, {P::duration, 0.01f}});
    // 150 beats a minute, four grains a beat: one every 4,800 frames, from the beat on.
    const std::vector<std::size_t> starts = onsets(play(cloud, 48000));
    ASSERT_EQ(starts.size(), 10u);
    for (std::size_t i = 0; i < starts.size(); ++i)
        EXPECT_NEAR(static_cast<double>(starts[i]), 4800.0 * static_cast<double>(i), 2.0);
}

TEST(Cloud, ALateNoteWaitsForItsPartOfTheBeat)
{
    const grain::Recording source = ones();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::tempo, 150.0f);
    cloud.set(P::division, 4.0f);
    cloud.set(P::duration, 0.01f);
    cloud.post(cloud_note(5000));
    const std::vector<std::size_t> starts = onsets(play(cloud, 24000));
    ASSERT_FALSE(starts.empty());
    EXPECT_NEAR(static_cast<double>(starts.front()), 9600.0, 2.0);
}

TEST(Cloud, NotesStartOnTheirFrame)
{
    const grain::Recording source = ones();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::irregularity, 0.0f);
    cloud.set(P::shape, 3.0f);
    cloud.post(cloud_note(12345));
    const std::vector<std::size_t> starts = onsets(play(cloud, 24000));
    ASSERT_FALSE(starts.empty());
    EXPECT_GE(starts.front(), 12345u);
    EXPECT_LE(starts.front(), 12346u) << "a window begins at 0";
}

TEST(Cloud, ANoteTransposesByItsKey)
{
    grain::Recording source;
    for (int i = 0; i < 96000; ++i)
        source.samples.push_back(0.5f *
                                 std::sin(2.0f * 3.14159265f * 200.0f * static_cast<float>(i) / 48000.0f));
    source.duration = 2.0f;
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::irregularity, 0.0f);
    cloud.set(P::spread, 0.0f);
    cloud.set(P::spray, 0.0f);
    cloud.set(P::scan, 0.0f);
    cloud.set(P::density, 20.0f);
    cloud.set(P::duration, 0.1f);
    cloud.post(cloud_note(0, 72.0f));
    const std::vector<float> sound = play(cloud, 48000);
    std::vector<float> left;
    for (std::size_t i = 9600; i < 48000; ++i)
        left.push_back(sound[2 * i]);
    EXPECT_GT(tone_amplitude(left, 400.0, 48000.0), 4.0 * tone_amplitude(left, 200.0, 48000.0));
}

TEST(Cloud, ACubicKeepsLowPitchesBrighterAndCleaner)
{
    grain::Recording source;
    for (int i = 0; i < 96000; ++i)
        source.samples.push_back(static_cast<float>(0.5 * std::sin(std::numbers::pi / 2.0 * i))); // 12 kHz
    source.duration = 2.0f;
    const auto listen = [&](float interpolation) {
        Cloud cloud = make_cloud(source, {{P::interpolation, interpolation},
                                          {P::pitch, -12.0f},
                                          {P::irregularity, 0.0f},
                                          {P::spray, 0.0f},
                                          {P::density, 20.0f}});
        const std::vector<float> sound = play(cloud, 48000);
        std::vector<float> left;
        for (std::size_t i = 9600; i < 48000; ++i)
            left.push_back(sound[2 * i]);
        return std::pair(tone_amplitude(left, 6000.0, 48000.0), tone_amplitude(left, 18000.0, 48000.0));
    };
    const auto [line, line_image] = listen(0.0f);
    const auto [cubic, cubic_image] = listen(1.0f);
    EXPECT_GT(cubic, 1.05 * line);
    EXPECT_LT(cubic_image / cubic, 0.7 * line_image / line);
}

TEST(Cloud, MoreNotesThanPlacesGiveWayWithoutAClick)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = std::move(Cloud::create({.notes = 3}, source.view())).value();
    for (std::uint32_t i = 0; i < 12; ++i)
        cloud.post(cloud_note(4000 * i, 50.0f + static_cast<float>(i), i));
    const std::vector<float> sound = play(cloud, 60000);
    const CloudStats stats = cloud.stats();
    EXPECT_EQ(stats.notes_started, 12u);
    EXPECT_EQ(stats.notes_given_way, 9u);
    EXPECT_EQ(stats.notes_refused, 0u);
    expect_no_click(sound, "giving way");
}

TEST(Cloud, ANoteThatIsLetGoDiesAwayAndFreesItsGrains)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = make_cloud(source, {{P::release, 0.05f}});
    grain::CloudEvent off;
    off.kind = grain::CloudEvent::Kind::note_off;
    off.frame = 10000;
    cloud.post(off);
    const std::vector<float> sound = play(cloud, 16000);
    EXPECT_GT(peak(std::span(sound).first(20000)), 0.01f);
    EXPECT_EQ(peak(std::span(sound).subspan(2 * 12500)), 0.0f);
    EXPECT_FALSE(cloud.sounding());
    EXPECT_EQ(cloud.stats().grains_live, 0u);
    expect_no_click(sound, "release");
}

TEST(Cloud, ValuesThatMakeNoSenseAreRefusedAndThoseOutOfRangeTaken)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = make_cloud(source, {});
    Cloud twin = make_cloud(source, {});
    for (const grain::CloudParamInfo& info : grain::cloud_params()) {
        cloud.set(info.param, std::numeric_limits<float>::quiet_NaN());
        cloud.set(info.param, std::numeric_limits<float>::infinity());
        cloud.set(info.param, -std::numeric_limits<float>::infinity());
    }
    grain::CloudEvent wrong = cloud_note(0, std::numeric_limits<float>::quiet_NaN(), 9);
    cloud.post(wrong);
    wrong = cloud_note(0, 60.0f, 10);
    wrong.velocity = std::numeric_limits<float>::infinity();
    cloud.post(wrong);
    EXPECT_EQ(hash(play(cloud, 9600)), hash(play(twin, 9600)));
    EXPECT_EQ(cloud.stats().values_refused, 3 * grain::kCloudParams);
    EXPECT_EQ(cloud.stats().notes_refused, 2u);
    cloud.set(P::density, 1e9f);
    cloud.set(P::position, -3.0f);
    play(cloud, 9600);
    EXPECT_EQ(cloud.stats().values_clamped, 2u);
}

TEST(Cloud, ConfigsAndSourcesOutOfRangeAreRefused)
{
    grain::Recording source = cloud_source();
    EXPECT_FALSE(Cloud::create({.grains = 0}, source.view()).ok());
    EXPECT_FALSE(Cloud::create({.grains = 65537}, source.view()).ok());
    EXPECT_FALSE(Cloud::create({.notes = 0}, source.view()).ok());
    EXPECT_FALSE(Cloud::create({.events = 0}, source.view()).ok());
    EXPECT_FALSE(Cloud::create({.root = std::numeric_limits<float>::quiet_NaN()}, source.view()).ok());
    EXPECT_FALSE(Cloud::create({}, {}).ok());
    EXPECT_FALSE(Cloud::create({}, cloud_source(255).view()).ok());
    source.samples[1000] = std::numeric_limits<float>::quiet_NaN();
    const Result<Cloud> refused = Cloud::create({}, source.view());
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("1000"), std::string::npos) << refused.error().text();
}

TEST(Cloud, AFullQueueRefusesAndCounts)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = std::move(Cloud::create({.events = 4}, source.view())).value();
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(cloud.set(P::gain, 0.0f));
    EXPECT_FALSE(cloud.set(P::gain, 0.0f));
    EXPECT_EQ(cloud.stats().events_refused, 1u);
}

TEST(Cloud, NothingIsAllocatedAfterCreate)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = make_cloud(source, {{P::density, 3000.0f}}, {.grains = 64});
    post_score(cloud);
    std::vector<float> out(2 * 1000);
    EXPECT_TRUE(is_real_time_safe([&] {
        for (int i = 0; i < 40; ++i)
            cloud.process(out.data(), 1000);
        cloud.set(P::density, 10.0f);
    }));
    EXPECT_GT(cloud.stats().grains_stolen, 0u);
}

} // namespace
} // namespace quern::test
