// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "quern/life_gpu/readback_pool.hpp"
#include "tests/life_gpu/fake_fences.hpp"

// What a driver may do with its fences, played by a fake: a software driver signals at once and shows none of
// it.

namespace quern::life {
namespace {

constexpr std::chrono::seconds kLong{1};

class ReadbackPoolTest : public testing::Test {
protected:
    FakeFences fences;
    ReadbackPool pool{{.buffers = 3, .most_buffers = 4, .lost_after = 5}, fences};
    std::set<std::size_t> touched; // buffers that were written into and not yet handed out

    bool advance(std::uint32_t generation)
    {
        const auto buffer = pool.begin(generation);
        if (!buffer)
            return false;
        EXPECT_TRUE(touched.insert(*buffer).second) << "a buffer under way was used again";
        pool.end(*buffer);
        return true;
    }

    // Everything that is ready, given back at once.
    std::vector<std::uint32_t> take(std::uint32_t now)
    {
        std::vector<std::uint32_t> generations;
        while (const auto ready = pool.take(now)) {
            generations.push_back(ready->generation);
            touched.erase(ready->buffer);
            pool.give_back(ready->buffer);
        }
        return generations;
    }

    void expect_closed_accounts(std::uint64_t under_way) const
    {
        const DeltaCounters& c = pool.counters();
        EXPECT_EQ(c.advanced, c.delivered + c.skipped + c.lost + under_way);
    }
};

using Generations = std::vector<std::uint32_t>;

TEST_F(ReadbackPoolTest, HandsOutWhatHasArrivedAndNothingElse)
{
    EXPECT_TRUE(advance(1));
    EXPECT_EQ(take(1), Generations{});
    EXPECT_TRUE(advance(2));
    fences.signal(1);
    EXPECT_EQ(take(2), Generations{1});
    EXPECT_EQ(take(2), Generations{});
    expect_closed_accounts(1);
}

TEST_F(ReadbackPoolTest, FencesTwoGenerationsLateKeepEveryGeneration)
{
    for (std::uint32_t generation = 1; generation <= 100; ++generation) {
        ASSERT_TRUE(advance(generation));
        if (generation <= 2)
            continue;
        fences.signal(generation - 2);
        ASSERT_EQ(take(generation), Generations{generation - 2});
    }
    EXPECT_EQ(pool.buffers(), 3u);
    EXPECT_EQ(pool.counters().skipped, 0u);
    expect_closed_accounts(2);
}

TEST_F(ReadbackPoolTest, WhatArrivesOutOfOrderIsHandedOutInOrder)
{
    for (std::uint32_t generation = 1; generation <= 3; ++generation)
        ASSERT_TRUE(advance(generation));
    fences.signal(3);
    EXPECT_EQ(take(3), Generations{});
    fences.signal(2);
    EXPECT_EQ(take(3), Generations{});
    fences.signal(1);
    EXPECT_EQ(take(3), (Generations{1, 2, 3}));
}

TEST_F(ReadbackPoolTest, MakesBuffersUpToTheMostAndThenSkipsAndCounts)
{
    for (std::uint32_t generation = 1; generation <= 4; ++generation)
        EXPECT_TRUE(advance(generation));
    EXPECT_EQ(pool.buffers(), 4u);
    EXPECT_FALSE(advance(5));
    EXPECT_FALSE(advance(6));
    EXPECT_EQ(pool.counters().skipped, 2u);
    fences.signal(1);
    EXPECT_EQ(take(6), Generations{1});
    EXPECT_TRUE(advance(7));
    expect_closed_accounts(4);
}

TEST_F(ReadbackPoolTest, WhoNeverPollsLosesNewGenerationsNotOldOnes)
{
    for (std::uint32_t generation = 1; generation <= 20; ++generation) {
        advance(generation);
        fences.signal(generation);
    }
    EXPECT_EQ(take(20), (Generations{1, 2, 3, 4}));
    EXPECT_EQ(pool.counters().skipped, 16u);
    EXPECT_EQ(pool.counters().lost, 0u);
}

TEST_F(ReadbackPoolTest, AFenceThatNeverSignalsIsLostAndHoldsUpNobodyForLong)
{
    ASSERT_TRUE(advance(1));
    ASSERT_TRUE(advance(2));
    fences.signal(2);
    EXPECT_EQ(take(6), Generations{}); // five generations: not yet
    EXPECT_EQ(take(7), Generations{2});
    EXPECT_EQ(pool.counters().lost, 1u);
    expect_closed_accounts(0);
}

TEST_F(ReadbackPoolTest, ALostBufferIsNotUsedAgainUntilItsFenceSignals)
{
    for (std::uint32_t generation = 1; generation <= 4; ++generation)
        ASSERT_TRUE(advance(generation));
    EXPECT_EQ(take(20), Generations{});
    EXPECT_EQ(pool.counters().lost, 4u);
    EXPECT_FALSE(advance(21)); // all four buffers still belong to the driver
    expect_closed_accounts(0);

    touched.clear();
    fences.signal(3);
    EXPECT_TRUE(advance(22));
    EXPECT_FALSE(advance(23));
    EXPECT_EQ(pool.counters().lost, 4u); // late is not delivered
    fences.signal(22);
    EXPECT_EQ(take(23), Generations{22});
}

TEST_F(ReadbackPoolTest, AFenceThatFailsIsLostAtOnce)
{
    ASSERT_TRUE(advance(1));
    ASSERT_TRUE(advance(2));
    fences.fail(1);
    fences.signal(2);
    EXPECT_EQ(take(2), Generations{2});
    EXPECT_EQ(pool.counters().lost, 1u);
    expect_closed_accounts(0);
}

TEST_F(ReadbackPoolTest, ADriverWithoutFencesLosesGenerationsButNotItsBuffers)
{
    fences.run_dry();
    for (std::uint32_t generation = 1; generation <= 10; ++generation) {
        ASSERT_TRUE(advance(generation));
        touched.clear();
    }
    EXPECT_EQ(take(10), Generations{});
    EXPECT_EQ(pool.counters().lost, 10u);
    EXPECT_EQ(pool.buffers(), 3u);
}

TEST_F(ReadbackPoolTest, SettlingLeavesNothingUndecided)
{
    for (std::uint32_t generation = 1; generation <= 3; ++generation)
        ASSERT_TRUE(advance(generation));
    fences.signal(1);
    fences.signal(3);
    pool.settle(kLong);
    EXPECT_EQ(take(3), (Generations{1, 3}));
    EXPECT_EQ(pool.counters().lost, 1u);
    expect_closed_accounts(0);
}

TEST_F(ReadbackPoolTest, ALostDeviceLosesAllThatIsUnderWayAndBeginsNothing)
{
    ASSERT_TRUE(advance(1));
    ASSERT_TRUE(pool.begin(2).has_value()); // its commands were never given
    pool.abandon();
    EXPECT_EQ(pool.counters().lost, 2u);
    EXPECT_EQ(fences.living(), 0);
    EXPECT_FALSE(advance(3));
    EXPECT_EQ(take(3), Generations{});
    expect_closed_accounts(0);
}

// Every behaviour at once, drawn: no buffer is used while its fence is pending, what is handed out rises, and
// the accounts close.
TEST_F(ReadbackPoolTest, ARandomDriverBreaksNoPromise)
{
    std::uint64_t state = 7;
    const auto draw = [&state](std::uint32_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state >> 33) % below);
    };
    std::vector<std::uint32_t> silent; // generations whose fence has not signalled
    std::map<std::size_t, std::uint32_t> users;
    std::uint32_t last = 0;
    for (std::uint32_t generation = 1; generation <= 20000; ++generation) {
        if (const auto buffer = pool.begin(generation)) {
            const auto user = users.find(*buffer);
            if (user != users.end()) {
                ASSERT_EQ(std::count(silent.begin(), silent.end(), user->second), 0) << generation;
            }
            users[*buffer] = generation;
            silent.push_back(generation);
            pool.end(*buffer);
        }
        for (std::uint32_t tries = draw(4); tries > 0 && !silent.empty(); --tries) {
            const auto which = silent.begin() + draw(static_cast<std::uint32_t>(silent.size()));
            if (draw(50) == 0)
                fences.fail(*which);
            else
                fences.signal(*which);
            silent.erase(which);
        }
        if (draw(3) != 0) {
            for (const std::uint32_t taken : take(generation)) {
                ASSERT_GT(taken, last);
                last = taken;
            }
        }
    }
    for (const std::uint32_t generation : silent)
        fences.signal(generation);
    take(20000);
    expect_closed_accounts(0);
    EXPECT_GT(pool.counters().delivered, 5000u);
    EXPECT_GT(pool.counters().lost, 10u);
    EXPECT_GT(pool.counters().skipped, 10u);
}

} // namespace
} // namespace quern::life
