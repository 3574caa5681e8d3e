// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/envelope.hpp"

#include <gtest/gtest.h>

namespace quern::bed {
namespace {

TEST(Envelope, StartsIdleAtZero)
{
    Envelope envelope;
    EXPECT_TRUE(envelope.done());
    EXPECT_EQ(envelope.value(), 0.0f);
    envelope.advance(1.0f);
    EXPECT_EQ(envelope.value(), 0.0f);
}

TEST(Envelope, TakesTheStartOfItsFirstSegmentAtOnce)
{
    Envelope envelope;
    envelope.add(3.0f, 5.0f, 100.0f);
    EXPECT_EQ(envelope.value(), 3.0f);
    EXPECT_FALSE(envelope.done());
}

TEST(Envelope, MovesInStraightLines)
{
    Envelope envelope;
    envelope.add(0.0f, 1.0f, 100.0f);
    for (int i = 1; i < 10; ++i) {
        envelope.advance(0.01f);
        EXPECT_NEAR(envelope.value(), 0.1f * static_cast<float>(i), 1e-6f);
    }
}

TEST(Envelope, GivesTheExactEndInTheCallThatPassesIt)
{
    Envelope envelope;
    envelope.add(0.0f, 0.3f, 20.0f);
    envelope.append(-1.0f, 1000.0f);
    envelope.advance(0.025f);
    EXPECT_EQ(envelope.value(), 0.3f) << "no interpolation in the next segment yet";
    envelope.advance(0.0f);
    EXPECT_LT(envelope.value(), 0.3f) << "the 5 ms left over count for the next segment";
}

TEST(Envelope, KeepsRunningWhenItsTimeIsExactlyUp)
{
    Envelope envelope;
    envelope.add(0.0f, 1.0f, 500.0f);
    envelope.advance(0.5f);
    EXPECT_EQ(envelope.value(), 1.0f);
    EXPECT_FALSE(envelope.done());
    envelope.advance(0.001f);
    EXPECT_TRUE(envelope.done());
}

TEST(Envelope, HoldsItsLastEnd)
{
    Envelope envelope;
    envelope.add(1.0f, 0.7f, 10.0f);
    for (int i = 0; i < 20; ++i)
        envelope.advance(0.25f);
    EXPECT_TRUE(envelope.done());
    EXPECT_EQ(envelope.value(), 0.7f);
}

TEST(Envelope, ReplacesALengthOfZeroByTenMilliseconds)
{
    Envelope envelope;
    envelope.add(1.0f, 2.0f, 0.0f);
    EXPECT_EQ(envelope.duration(), 0.01f);
    envelope.add(1.0f, 2.0f, -5.0f);
    envelope.advance(0.005f);
    EXPECT_NEAR(envelope.value(), 1.5f, 1e-6f);
}

TEST(Envelope, RefusesMoreSegmentsThanItHolds)
{
    Envelope envelope;
    for (std::size_t i = 0; i < Envelope::kMaxSegments; ++i)
        EXPECT_TRUE(envelope.append(1.0f, 10.0f));
    EXPECT_FALSE(envelope.append(1.0f, 10.0f));
}

} // namespace
} // namespace quern::bed
