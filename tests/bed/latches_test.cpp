// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/latches.hpp"

#include <gtest/gtest.h>

namespace quern::bed {
namespace {

RiderState balancing(int wheels)
{
    RiderState state;
    state.balance = true;
    state.wheel_count = wheels;
    return state;
}

TEST(Latches, HoldAManualUntilAllWheelsAreDownOrNone)
{
    Latches latches;
    latches.update(balancing(2));
    EXPECT_TRUE(latches.manual());
    RiderState state = balancing(2);
    state.balance = false;
    latches.update(state);
    EXPECT_TRUE(latches.manual()) << "the balance flag may flicker";
    for (int wheels : {0, 4}) {
        latches.update(balancing(2));
        state.wheel_count = wheels;
        latches.update(state);
        EXPECT_FALSE(latches.manual()) << wheels;
    }
}

TEST(Latches, ClearAManualEvenWhileBalancing)
{
    Latches latches;
    latches.update(balancing(4));
    EXPECT_FALSE(latches.manual());
}

TEST(Latches, KeepATrickUntilBothFeetAreBack)
{
    Latches latches;
    RiderState state;
    state.air_trick = true;
    state.feet_in_deck_box = {false, false};
    latches.update(state);
    state.air_trick = false;
    for (bool left : {false, true}) {
        state.feet_in_deck_box = {left, !left};
        latches.update(state);
        EXPECT_TRUE(latches.trick());
    }
    state.feet_in_deck_box = {true, true};
    latches.update(state);
    EXPECT_FALSE(latches.trick());
}

TEST(Latches, LookAtTheTrickOnlyWhileThereIsNoManual)
{
    Latches latches;
    RiderState state = balancing(2);
    state.air_trick = true;
    state.feet_in_deck_box = {false, false};
    latches.update(state);
    EXPECT_TRUE(latches.manual());
    EXPECT_FALSE(latches.trick());
    EXPECT_TRUE(latches.special());
}

TEST(Latches, SetLandedOnlyAfterMoreThanFiveFramesOff)
{
    for (int frames_off : {5, 6}) {
        Latches latches;
        RiderState state;
        state.wheel_contact = {false, false, false, false};
        for (int i = 0; i < frames_off; ++i)
            latches.update(state);
        state.wheel_contact = {true, true, true, true};
        latches.update(state);
        EXPECT_EQ(latches.landed(false), frames_off > 5) << frames_off;
        EXPECT_EQ(latches.landed(true), frames_off > 5) << frames_off;
    }
}

TEST(Latches, ClearLandedInALongFlight)
{
    Latches latches;
    RiderState off;
    off.wheel_contact = {false, false, false, false};
    for (int i = 0; i < 10; ++i)
        latches.update(off);
    latches.update(RiderState{});
    ASSERT_TRUE(latches.landed(false));
    for (int i = 0; i < 10; ++i)
        latches.update(off);
    EXPECT_FALSE(latches.landed(false));
}

} // namespace
} // namespace quern::bed
