// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Canaries of the real-time trap: what it must see, it sees.
#include "tests/support/rt_trap.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace quern::test {
namespace {

void* volatile g_kept = nullptr;

// Hands a block on in a way that keeps the optimiser from dropping its allocation.
template <class T> T* kept(T* block)
{
    g_kept = block;
    return block;
}

class RtTrapCanary : public testing::Test {
protected:
    void SetUp() override
    {
        if (!RtTrap::works())
            GTEST_SKIP() << "a sanitizer holds these calls";
    }
};

TEST_F(RtTrapCanary, PlainArithmeticPasses)
{
    float sum = 0.0f;
    EXPECT_TRUE(is_real_time_safe([&] {
        for (int i = 0; i < 1000; ++i)
            sum += static_cast<float>(i);
    }));
    EXPECT_EQ(sum, 499500.0f);
}

TEST_F(RtTrapCanary, AnInjectedMallocIsSeen)
{
    RtTrap trap;
    std::free(kept(std::malloc(64)));
    EXPECT_EQ(trap.counts().allocations, 1u);
    EXPECT_EQ(trap.counts().frees, 1u);
}

TEST_F(RtTrapCanary, AnInjectedMallocMakesTheCheckFail)
{
    EXPECT_FALSE(is_real_time_safe([] { std::free(kept(std::malloc(64))); }));
}

TEST_F(RtTrapCanary, EveryWayToAllocateIsSeen)
{
    EXPECT_FALSE(is_real_time_safe([] { std::free(kept(std::calloc(4, 16))); }));
    EXPECT_FALSE(is_real_time_safe([] { std::free(kept(std::aligned_alloc(64, 128))); }));
    EXPECT_FALSE(is_real_time_safe([] { delete kept(new int(3)); }));
    EXPECT_FALSE(is_real_time_safe([] {
        struct alignas(64) Line {
            char bytes[64];
        };
        delete kept(new Line{});
    }));
    std::vector<int> grown(8);
    EXPECT_FALSE(is_real_time_safe([&] { grown.resize(4096); }));
    void* block = nullptr;
    EXPECT_FALSE(is_real_time_safe([&] { block = kept(std::realloc(nullptr, 32)); }));
    EXPECT_FALSE(is_real_time_safe([&] { std::free(block); }));
}

TEST_F(RtTrapCanary, AnInjectedLockMakesTheCheckFail)
{
    std::mutex mutex;
    EXPECT_FALSE(is_real_time_safe([&] { const std::scoped_lock lock(mutex); }));
}

TEST_F(RtTrapCanary, TheLastHandleOfASharedObjectIsSeen)
{
    auto handle = std::make_shared<int>(1);
    EXPECT_FALSE(is_real_time_safe([&] { handle.reset(); }));
}

TEST_F(RtTrapCanary, OtherThreadsAreNotCounted)
{
    std::atomic<int> step{0};
    std::thread other([&] {
        while (step.load() != 1) {
        }
        std::free(kept(std::malloc(64)));
        step.store(2);
    });
    EXPECT_TRUE(is_real_time_safe([&] {
        step.store(1);
        while (step.load() != 2) {
        }
    }));
    other.join();
}

TEST_F(RtTrapCanary, NothingIsCountedAfterTheTrap)
{
    {
        RtTrap trap;
    }
    std::free(kept(std::malloc(64)));
    RtTrap trap;
    EXPECT_EQ(trap.counts().total(), 0u);
}

} // namespace
} // namespace quern::test
