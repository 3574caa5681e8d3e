// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "quern/engine/bed.hpp"
#include "tests/engine/ride_fixture.hpp"
#include "tests/support/audio_scan.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern {
namespace {

TEST(RealTime, TenMinutesOfAudioAllocateAndLockNothing)
{
    BedConfig config;
    config.trace_queue = 256; // fills up: a full trace must cost nothing either
    Bed bed = std::move(Bed::create(config)).value();
    auto bank = std::make_shared<Bank>();
    bank->warm_up();
    ASSERT_TRUE(bed.set_bank(bank));
    std::vector<float> out(2 * test::kFramesPerMotion);
    std::uint64_t bad = 0;
    for (std::size_t k = 0; k < 60 * 600; ++k) {
        bed.set_motion(test::busy_ride(k));
        if (test::RtTrap::works()) {
            const test::RtTrap trap;
            bed.process(out.data(), test::kFramesPerMotion);
            bad += trap.counts().total();
        } else {
            bed.process(out.data(), test::kFramesPerMotion);
        }
    }
    EXPECT_EQ(bad, 0u);
    EXPECT_GT(bed.stats().grain_starts, 3000u);
    EXPECT_GT(bed.stats().lost_trace, 0u);
}

TEST(RealTime, ControlAndAudioRunOnTheirOwnThreads)
{
    Bed bed = std::move(Bed::create()).value();
    std::atomic<bool> go{true};
    std::vector<float> out(2 * 480);
    float peak = 0.0f;
    std::thread audio([&] {
        while (go.load(std::memory_order_relaxed)) {
            bed.process(out.data(), 480);
            peak = std::max(peak, test::peak(out));
        }
    });
    for (std::size_t k = 0; k < 600; ++k) {
        bed.set_motion(test::busy_ride(k));
        if (k == 300) {
            EXPECT_TRUE(bed.set_bank(std::make_shared<Bank>()));
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    go.store(false);
    audio.join();
    EXPECT_GT(bed.stats().blocks, 0u);
    EXPECT_GT(peak, 0.0f);
    EXPECT_LE(peak, 1.0f);
}

} // namespace
} // namespace quern
