// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a pool finds slots and ends with, against the plainest containers that do the same.
#include "quern/grain/pool_slots.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace quern::grain {
namespace {

std::vector<std::size_t> visited(const SlotSet& a, const SlotSet& b)
{
    std::vector<std::size_t> slots(65536); // a visitor may not allocate
    std::size_t* next = slots.data();
    SlotSet::visit_union(a, b, [&](std::size_t slot) { *next++ = slot; });
    slots.resize(static_cast<std::size_t>(next - slots.data()));
    return slots;
}

/// Around the ends of words, of words of the summary, and of bits of the top.
constexpr std::size_t kSizes[] = {1, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8192, 65535, 65536};

TEST(SlotSet, FillsFromTheLowestSlotAndIsFullBehindTheLast)
{
    for (const std::size_t size : kSizes) {
        SlotSet set(size);
        for (std::size_t slot = 0; slot < size; ++slot) {
            ASSERT_EQ(set.lowest_absent(), slot) << "of " << size;
            set.insert(slot);
        }
        EXPECT_EQ(set.lowest_absent(), size);
        EXPECT_EQ(visited(set, set).size(), size);
        for (const std::size_t slot : {size - 1, size / 2, std::size_t{0}}) {
            set.erase(slot);
            EXPECT_FALSE(set.contains(slot));
            EXPECT_EQ(set.lowest_absent(), slot) << "of " << size;
        }
        set.clear();
        EXPECT_EQ(set.lowest_absent(), 0u);
        EXPECT_TRUE(visited(set, set).empty());
    }
}

TEST(SlotSet, VisitsASingleSlotWhereverItIs)
{
    for (const std::size_t size : kSizes) {
        SlotSet set(size);
        const SlotSet none(size);
        for (const std::size_t slot : kSizes) {
            if (slot >= size)
                continue;
            set.insert(slot);
            EXPECT_EQ(visited(set, none), std::vector<std::size_t>{slot}) << "of " << size;
            EXPECT_EQ(visited(none, set), std::vector<std::size_t>{slot}) << "of " << size;
            set.erase(slot);
            EXPECT_TRUE(visited(set, none).empty());
        }
    }
}

TEST(SlotSet, VisitsWhatTwoSetsHoldInOrderAndMayEmptyThemMeanwhile)
{
    std::mt19937 random(1);
    for (const std::size_t size : kSizes) {
        SlotSet a(size);
        SlotSet b(size);
        std::set<std::size_t> all;
        std::set<std::size_t> of_a;
        for (std::size_t i = 0; i < size / 8 + 3; ++i) {
            const std::size_t slot = random() % size;
            const bool to_a = random() % 2 == 0;
            (to_a ? a : b).insert(slot);
            all.insert(slot);
            if (to_a)
                of_a.insert(slot);
            if (i % 5 == 0) { // some go again
                const std::size_t gone = random() % size;
                a.erase(gone);
                b.erase(gone);
                all.erase(gone);
                of_a.erase(gone);
            }
        }
        EXPECT_EQ(visited(a, b), std::vector<std::size_t>(all.begin(), all.end())) << "of " << size;
        EXPECT_EQ(visited(a, a), std::vector<std::size_t>(of_a.begin(), of_a.end())) << "of " << size;
        std::size_t seen = 0;
        SlotSet::visit_union(a, b, [&](std::size_t slot) {
            ++seen;
            a.erase(slot);
            b.erase(slot);
        });
        EXPECT_EQ(seen, all.size());
        EXPECT_TRUE(visited(a, b).empty());
        EXPECT_EQ(a.lowest_absent(), 0u);
    }
}

/// A queue and what it should hold.
struct Queue {
    explicit Queue(std::size_t slots) : queue(slots) {}
    void insert(std::size_t slot, std::int64_t end)
    {
        queue.insert(slot, end);
        ends[slot] = end;
        order.insert({end, slot});
    }
    void erase(std::size_t slot)
    {
        queue.erase(slot);
        order.erase({ends[slot], slot});
        ends.erase(slot);
    }
    /// Takes out the first; of those that end together the lowest slot.
    void erase_first()
    {
        const SlotQueue::Entry first = queue.first();
        ASSERT_EQ(std::pair(first.time, first.slot), *order.begin());
        ASSERT_TRUE(ends.contains(first.slot));
        ASSERT_EQ(ends[first.slot], first.time);
        queue.erase_first();
        order.erase(order.begin());
        ends.erase(first.slot);
    }
    void drain()
    {
        while (!ends.empty()) {
            ASSERT_FALSE(queue.empty());
            erase_first();
            if (testing::Test::HasFatalFailure())
                return;
        }
        EXPECT_TRUE(queue.empty());
    }
    SlotQueue queue;
    std::map<std::size_t, std::int64_t> ends;
    std::set<std::pair<std::int64_t, std::size_t>> order;
};

constexpr std::size_t kThousand = 1000;

TEST(SlotQueue, GivesAThousandEndsInOrderHoweverTheyCame)
{
    std::mt19937 random(2);
    for (const int form : {0, 1, 2, 3}) {
        SCOPED_TRACE(form);
        Queue queue(kThousand);
        for (std::size_t slot = 0; slot < kThousand; ++slot) {
            const auto number = static_cast<std::int64_t>(slot);
            queue.insert(slot, form == 0   ? number
                               : form == 1 ? -number
                               : form == 2 ? static_cast<std::int64_t>(random() % 100)
                                           : 7);
        }
        queue.drain();
    }
}

TEST(SlotQueue, LosesSlotsFromItsMiddle)
{
    std::mt19937 random(3);
    for (const bool in_order : {true, false}) {
        Queue queue(kThousand);
        for (std::size_t slot = 0; slot < kThousand; ++slot)
            queue.insert(slot, in_order ? static_cast<std::int64_t>(slot) : random() % 500);
        for (std::size_t slot = 0; slot < kThousand; slot += 1 + random() % 3)
            queue.erase(slot);
        queue.drain();
    }
    Queue all(kThousand); // from its back, then from its front
    for (std::size_t slot = 0; slot < kThousand; ++slot)
        all.insert(slot, static_cast<std::int64_t>(slot));
    for (std::size_t slot = kThousand; slot-- > kThousand / 2;)
        all.erase(slot);
    for (std::size_t slot = 0; slot < kThousand / 2; ++slot)
        all.erase(slot);
    EXPECT_TRUE(all.queue.empty());
}

TEST(SlotQueue, GoesRoundItsRingAndIsAsGoodAsNewOnceCleared)
{
    for (const std::size_t slots : {1u, 2u, 3u, 64u, 1000u}) {
        SCOPED_TRACE(slots);
        Queue queue(slots);
        std::int64_t end = 0;
        for (std::size_t slot = 0; slot < slots; ++slot)
            queue.insert(slot, end += 2);
        for (std::size_t turn = 0; turn < 3 * slots + 5; ++turn) { // each slot's grain follows the one before
            const std::size_t slot = queue.queue.first().slot;
            queue.erase_first();
            queue.insert(slot, end += 2);
        }
        queue.drain();
        queue.insert(0, 5);
        queue.queue.clear();
        EXPECT_TRUE(queue.queue.empty());
        queue.ends.clear();
        queue.order.clear();
        queue.insert(0, 4);
        queue.drain();
    }
}

TEST(SlotQueue, HoldsWhatRandomGrainsLeaveInIt)
{
    std::mt19937 random(4);
    for (const std::size_t slots : {1u, 5u, 64u, 1000u}) {
        SCOPED_TRACE(slots);
        Queue queue(slots);
        std::int64_t now = 0;
        for (int i = 0; i < 20000; ++i) {
            const std::size_t slot = random() % slots;
            now += random() % 3;
            if (queue.ends.contains(slot))
                queue.erase(slot); // stolen
            // Mostly of one length, so that they come in order, some shorter and some longer.
            queue.insert(slot, now + (random() % 4 != 0 ? 2000 : static_cast<std::int64_t>(random() % 4000)));
            while (!queue.ends.empty() && queue.queue.first().time <= now) {
                queue.erase_first();
                ASSERT_FALSE(HasFatalFailure());
            }
        }
        queue.drain();
    }
}

} // namespace
} // namespace quern::grain
