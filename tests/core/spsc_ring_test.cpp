// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/core/spsc_ring.hpp"

#include <array>
#include <thread>

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(SpscRing, HoldsExactlyItsCapacityThenRefusesAndCounts)
{
    SpscRing<int> ring(5);
    ASSERT_EQ(ring.capacity(), 8u);
    for (int i = 0; i < 8; ++i)
        EXPECT_TRUE(ring.try_push(i));
    EXPECT_FALSE(ring.try_push(8));
    EXPECT_FALSE(ring.try_push(9));
    EXPECT_EQ(ring.refused(), 2u);
    for (int expected = 0; expected < 8; ++expected) {
        int item = -1;
        ASSERT_TRUE(ring.try_pop(item));
        EXPECT_EQ(item, expected);
    }
    int item = -1;
    EXPECT_FALSE(ring.try_pop(item));
}

TEST(SpscRing, FrontShowsTheOldestUntilItIsPopped)
{
    SpscRing<int> ring(2);
    EXPECT_EQ(ring.front(), nullptr);
    ring.try_push(1);
    ring.try_push(2);
    ASSERT_NE(ring.front(), nullptr);
    EXPECT_EQ(*ring.front(), 1);
    EXPECT_EQ(*ring.front(), 1);
    ring.pop();
    EXPECT_EQ(*ring.front(), 2);
}

TEST(SpscRing, OneItemRingWorks)
{
    SpscRing<int> ring(0);
    EXPECT_EQ(ring.capacity(), 1u);
    EXPECT_TRUE(ring.try_push(4));
    EXPECT_FALSE(ring.try_push(5));
    int item = 0;
    EXPECT_TRUE(ring.try_pop(item));
    EXPECT_EQ(item, 4);
}

/// Big enough that a torn copy would show.
struct Stamped {
    std::array<std::uint64_t, 12> words{};
};

TEST(SpscRing, TwoThreadsLoseNothingAndTearNothing)
{
    constexpr std::uint64_t kItems = 200000;
    SpscRing<Stamped> ring(64);
    std::thread producer([&ring] {
        for (std::uint64_t i = 0; i < kItems;) {
            Stamped item;
            item.words.fill(i);
            if (ring.try_push(item))
                ++i;
            else
                std::this_thread::yield();
        }
    });
    std::uint64_t wrong = 0;
    for (std::uint64_t expected = 0; expected < kItems;) {
        Stamped item;
        if (!ring.try_pop(item)) {
            std::this_thread::yield();
            continue;
        }
        for (std::uint64_t word : item.words)
            wrong += word != expected;
        ++expected;
    }
    producer.join();
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(ring.size(), 0u);
}

} // namespace
} // namespace quern
