// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/life/sound_rig.hpp"
#include "tests/support/audio_scan.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::life {
namespace {

using test::batch_of;
using test::make_sound;
using test::many_events;

constexpr GridSize kSmall{256, 128};

TEST(LifeSoundThreads, PostingAndProcessingAllocateAndLockNothing)
{
    if (!quern::test::RtTrap::works())
        GTEST_SKIP() << "a sanitizer stands in the way";
    Sound sound = make_sound();
    const std::vector<Event> events = many_events(4096, {2048, 512});
    std::vector<float> out(2 * 800);
    EXPECT_TRUE(quern::test::is_real_time_safe([&] {
        for (std::uint32_t generation = 1; generation < 200; ++generation) {
            sound.post(batch_of(events, generation), generation * 800);
            sound.act(3, 4, generation * 700);
            sound.set_tick_rate(60.0);
            sound.process(out.data(), 777);
        }
    }));
    EXPECT_GT(sound.stats().sounded, 190u * 4096u);
}

TEST(LifeSoundThreads, OnePostsWhileTheOtherPlays)
{
    SoundConfig config;
    config.size = kSmall;
    config.batches = 4;
    Sound sound = make_sound(config);
    std::atomic<bool> goes_on{true};
    float loudest = 0.0f;
    std::thread audio([&] {
        std::vector<float> out(2 * 256);
        while (goes_on.load(std::memory_order_relaxed)) {
            sound.process(out.data(), 256);
            loudest = std::max(loudest, quern::test::peak(out));
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
        for (int i = 0; i < 200; ++i)
            sound.process(out.data(), 256);
    });
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;
    for (std::uint32_t generation = 1; generation <= 500; ++generation) {
        const std::vector<Event> events = many_events(100, kSmall, generation);
        (sound.post(batch_of(events, generation), 0) ? accepted : refused) += events.size();
        (sound.act(1, 1, 0) ? accepted : refused) += 1;
        if (generation % 10 == 0) {
            EXPECT_TRUE(sound.set_scale(scales()[generation / 10 % 5], 440.0));
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    }
    goes_on.store(false);
    audio.join();
    EXPECT_EQ(sound.stats().sounded, accepted);
    EXPECT_EQ(sound.stats().refused_events, refused);
    EXPECT_GT(loudest, 0.0f);
}

} // namespace
} // namespace quern::life
