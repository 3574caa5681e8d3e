// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Many events together, and their way through time.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "tests/life/sound_rig.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::life {
namespace {

using quern::test::peak;
using test::bare;
using test::batch_of;
using test::kTickFrames;
using test::make_sound;
using test::many_events;
using test::play;
using test::play_once;

constexpr GridSize kGrid{2048, 512};
constexpr GridSize kSmall{256, 128};

TEST(LifeSound, ABatchIsTheSumOfItsEvents)
{
    SoundConfig together = bare(kSmall);
    together.law = GainLaw::strict;
    SoundConfig alone = together;
    alone.level = together.level / 16.0; // what each of 256 gets
    const std::vector<Event> events = many_events(256, kSmall);
    std::vector<float> sum(2 * (kTickFrames + 960));
    for (const Event event : events) {
        const std::vector<float> one = play_once(alone, {event});
        std::transform(sum.begin(), sum.end(), one.begin(), sum.begin(), std::plus<>());
    }
    EXPECT_EQ(play_once(together, events), sum); // to the bit: one after the other, in the order of the list
}

TEST(LifeSound, GainFallsWithTheSquareRootOfTheCrowd)
{
    const Event event = Event::make(0, 0, EventType::birth);
    const auto level_of = [&](GainLaw law, std::size_t count) {
        SoundConfig config = bare(kSmall);
        config.law = law;
        // The same event again and again: N grains at one place, N times one gain.
        return peak(play_once(config, std::vector<Event>(count, event))) / static_cast<float>(count);
    };
    const float one = level_of(GainLaw::strict, 1);
    EXPECT_GT(one, 0.45f);
    EXPECT_LE(one, 0.5f);
    for (const std::size_t count : {1u, 4u, 15u, 16u, 100u, 4096u}) {
        const auto n = static_cast<float>(count);
        EXPECT_NEAR(level_of(GainLaw::strict, count), one / std::sqrt(n), 1e-4f * one) << count;
        EXPECT_NEAR(level_of(GainLaw::natural, count), one / std::sqrt(std::max(n, 16.0f)), 1e-4f * one)
            << count;
    }
}

TEST(LifeSound, AFullFieldStaysBelowHalf)
{
    Sound sound = make_sound();
    std::vector<float> out;
    for (std::uint32_t generation = 1; generation <= 600; ++generation) {
        sound.post(batch_of(many_events(4096, kGrid, generation, 2), generation), sound.clock());
        const std::vector<float> part = play(sound, kTickFrames);
        out.insert(out.end(), part.begin(), part.end());
    }
    EXPECT_LE(sound.stats().peak, 0.5f);
    EXPECT_GT(sound.stats().peak, 0.2f);
    EXPECT_LE(peak(out), 0.8912f);
    EXPECT_FALSE(quern::test::first_non_finite(out));
    EXPECT_NEAR(quern::test::to_db(quern::test::rms(out)), -22.0, 1.5);
}

TEST(LifeSound, TheLoudestThereIsStaysBelowMinusOneDecibel)
{
    SoundConfig config;
    config.size = kSmall;
    config.law = GainLaw::strict;
    config.level = 4.0;
    config.max_events = 65536;
    Sound sound = make_sound(config);
    const std::vector<Event> same(65536, Event::make(0, 0, EventType::birth));
    for (std::uint32_t i = 0; i < 4; ++i)
        sound.post(batch_of(same), 0);
    const std::vector<float> out = play(sound, 2000);
    EXPECT_GT(sound.stats().peak, 3000.0f);
    EXPECT_LE(static_cast<double>(peak(out)), std::pow(10.0, -1.0 / 20.0));
    EXPECT_FALSE(quern::test::first_non_finite(out));
}

TEST(LifeSound, SilenceIsDigitalZero)
{
    Sound sound = make_sound();
    const auto is_silent = [](const std::vector<float>& out) {
        return std::all_of(out.begin(), out.end(), [](float v) { return std::signbit(v) == 0 && v == 0.0f; });
    };
    EXPECT_TRUE(is_silent(play(sound, 48000)));
    sound.post(batch_of({}), sound.clock());
    EXPECT_TRUE(is_silent(play(sound, 48000)));
    EXPECT_EQ(sound.stats().batches, 1u);
    sound.post(batch_of(many_events(300, kGrid)), sound.clock());
    EXPECT_FALSE(is_silent(play(sound, kTickFrames + 959)));
    EXPECT_TRUE(is_silent(play(sound, 200000))); // the ring comes round
}

/// Batches and shots ahead of time, some of them at odd frames, and a scale that changes.
std::vector<float> programme(std::size_t block)
{
    SoundConfig config;
    config.size = kSmall;
    config.batches = 64;
    config.seed = 5;
    Sound sound = make_sound(config);
    for (std::uint32_t generation = 1; generation <= 40; ++generation) {
        if (generation == 20) {
            EXPECT_TRUE(sound.set_scale(scales()[3], 300.0));
        }
        sound.set_tick_rate(30.0 + generation);
        sound.post(batch_of(many_events(generation * 20, kSmall, generation), generation), generation * 777);
        sound.act(static_cast<std::int32_t>(generation), 3, generation * 500);
    }
    return play(sound, 50000, block);
}

TEST(LifeSound, HostBlocksAndInstructionsChangeNoBit)
{
    const std::vector<float> whole = programme(50000);
    EXPECT_GT(peak(whole), 0.05f);
    for (const std::size_t block : {1u, 7u, 64u, 255u, 256u, 800u, 1024u, 4096u})
        EXPECT_EQ(programme(block), whole) << block;
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (dsp::select_target(target)) {
            EXPECT_EQ(programme(512), whole) << dsp::name_of(target);
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(LifeSound, AnotherScaleSoundsFromTheNextBatchOn)
{
    const std::vector<Event> event{Event::make(100, 60, EventType::birth)};
    SoundConfig before = bare(kSmall);
    SoundConfig after = before;
    after.scale = scales()[4];
    after.base_hz = 700.0;
    Sound sound = make_sound(before);
    sound.post(batch_of(event), 0); // still waits when the scale changes
    ASSERT_TRUE(sound.set_scale(after.scale, after.base_hz));
    for (int i = 0; i < 100; ++i) { // and none of these may free what waits
        ASSERT_TRUE(sound.set_scale(after.scale, after.base_hz));
    }
    EXPECT_FALSE(sound.set_scale({"", {1200.0f}, 1}, 440.0));
    EXPECT_FALSE(sound.set_scale(after.scale, 5000.0));
    const std::size_t frames = kTickFrames + 960;
    sound.post(batch_of(event), frames);
    EXPECT_EQ(play(sound, frames), play_once(before, event));
    EXPECT_EQ(play(sound, frames), play_once(after, event));
    EXPECT_NE(play_once(before, event), play_once(after, event));
}

TEST(LifeSound, LateBatchesBeginAtOnceAndAreCounted)
{
    const std::vector<Event> events = many_events(50, kSmall);
    Sound sound = make_sound(bare(kSmall));
    play(sound, 5000);
    sound.post(batch_of(events), 4999);
    EXPECT_EQ(play(sound, kTickFrames + 960), play_once(bare(kSmall), events));
    EXPECT_EQ(sound.stats().late, 1u);
    sound.post(batch_of(events), sound.clock());
    play(sound, 1);
    EXPECT_EQ(sound.stats().late, 1u);
}

TEST(LifeSound, WhatCannotWaitIsRefusedAndCounted)
{
    SoundConfig config = bare(kSmall);
    config.batches = 3; // no power of two
    config.max_events = 100;
    Sound sound = make_sound(config);
    const std::vector<Event> events = many_events(100, kSmall);
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(sound.post(batch_of(events), 10));
    EXPECT_FALSE(sound.post(batch_of(events), 10));
    play(sound, 100);
    EXPECT_FALSE(sound.post(batch_of(many_events(101, kSmall)), 10));
    EXPECT_TRUE(sound.post(batch_of(events), 10));
    play(sound, 3000);
    const SoundStats stats = sound.stats();
    EXPECT_EQ(stats.sounded, 400u);
    EXPECT_EQ(stats.refused_batches, 2u);
    EXPECT_EQ(stats.refused_events, 201u);
}

TEST(LifeSound, EventsOffTheGridAndTypeThreeAreRefusedAlone)
{
    Sound sound = make_sound(bare(kSmall));
    const Event good = Event::make(5, 5, EventType::birth);
    EXPECT_TRUE(sound.post(
        batch_of({good, Event::make(256, 5, EventType::birth), Event::make(5, 128, EventType::death),
                  Event::make(5, 5, EventType::player_action), Event{1u << 24}}),
        0));
    EXPECT_EQ(play(sound, kTickFrames + 960), play_once(bare(kSmall), {good}));
    EXPECT_FALSE(sound.act(256, 0, 0));
    EXPECT_FALSE(sound.act(-1, 0, 0));
    EXPECT_EQ(sound.stats().sounded, 1u);
    EXPECT_EQ(sound.stats().refused_events, 6u);
    for (int i = 0; i < 300; ++i)
        sound.act(1, 1, 0);
    play(sound, 10);
    EXPECT_EQ(sound.stats().by_type[3], 256u);
    EXPECT_EQ(sound.stats().refused_events, 6u + 44u);
}

TEST(LifeSound, TheTickRateStretchesTheOnsets)
{
    const std::vector<Event> events = many_events(2000, kSmall);
    for (const double rate : {1.0, 10.0, 59.94, 60.0, 1000.0}) {
        Sound sound = make_sound(bare(kSmall));
        ASSERT_TRUE(sound.set_tick_rate(rate));
        sound.post(batch_of(events), 0);
        const auto [begin, end] = test::extent(play(sound, 50000));
        const double tick = 48000.0 / rate;
        EXPECT_LT(static_cast<double>(begin), tick * 0.02 + 1.0) << rate;
        EXPECT_LE(static_cast<double>(end), tick + 960.0) << rate;
        EXPECT_GE(static_cast<double>(end), tick * 0.98 + 280.0) << rate;
    }
    Sound sound = make_sound(bare(kSmall));
    EXPECT_FALSE(sound.set_tick_rate(0.5));
    EXPECT_FALSE(sound.set_tick_rate(std::nan("")));
}

TEST(LifeSound, AccountsClose)
{
    Sound sound = make_sound();
    std::uint64_t posted = 0;
    for (std::uint32_t generation = 1; generation <= 50; ++generation) {
        const std::vector<Event> events = many_events(generation * 31, kGrid, generation);
        posted += events.size();
        sound.post(batch_of(events, generation), sound.clock());
        play(sound, kTickFrames);
    }
    sound.act(3, 3, sound.clock());
    play(sound, 1000);
    const SoundStats stats = sound.stats();
    EXPECT_EQ(stats.sounded, posted + 1);
    EXPECT_EQ(stats.by_type[0] + stats.by_type[1] + stats.by_type[2] + stats.by_type[3], stats.sounded);
    EXPECT_EQ(stats.by_type[3], 1u);
    EXPECT_GT(stats.by_type[2], 0u);
    EXPECT_EQ(stats.batches, 50u);
    EXPECT_EQ(stats.refused_events, 0u);
}

} // namespace
} // namespace quern::life
