// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/life/automaton.hpp"
#include "tests/life/reference/random_run.hpp"
#include "tests/life/reference/reference_data.hpp"

namespace quern::life {
namespace {

using reference::follow;

std::unique_ptr<Automaton> oracle(GridSize size = {})
{
    return std::move(*make_oracle(size, Rule{}));
}

// At full size a generation takes some 15 ms, so only the shorter runs are followed to their ends here;
// tests/vectors has the rest recomputed by the bit planes.

TEST(OracleReference, FollowsTheFullSoup)
{
    EXPECT_EQ(follow(*oracle(), "soup30_seed1", {.generations = 20}), "");
}

TEST(OracleReference, FollowsEveryEventOfTheSmallSoup)
{
    EXPECT_EQ(follow(*oracle({256, 128}), "soup30_256x128_seed7", {.events = true}), "");
}

TEST(OracleReference, FollowsAGliderOverBothSeams)
{
    EXPECT_EQ(follow(*oracle(), "glider_seam", {.state_every = 8, .events = true}), "");
}

TEST(OracleReference, FollowsAGliderWithinOneBucket)
{
    EXPECT_EQ(follow(*oracle(), "glider_bucket", {.generations = 40, .state_every = 20, .events = true}), "");
}

TEST(OracleReference, FollowsTheBeginningOfThePentomino)
{
    EXPECT_EQ(follow(*oracle(), "r_pentomino", {.generations = 40, .state_every = 20}), "");
}

TEST(OracleReference, FindsNoChangeInStillLife)
{
    EXPECT_EQ(follow(*oracle(), "still_life", {.state_every = 20}), "");
}

// What the other back ends rely on: a difference is found, wherever it is.

TEST(OracleReference, NoticesAnotherRule)
{
    const auto other = std::move(*make_oracle({256, 128}, *rule_named("B36/S23")));
    const std::string difference = follow(*other, "soup30_256x128_seed7");
    EXPECT_EQ(difference.substr(0, 27), "generation 1: births: found") << difference;
}

TEST(RandomRun, NoticesAnotherRule)
{
    const auto a = std::move(*make_oracle({128, 64}, Rule{}));
    const auto b = std::move(*make_oracle({128, 64}, Rule{}));
    const auto c = std::move(*make_oracle({128, 64}, *rule_named("B38/S23"))); // eight parents are rare
    EXPECT_EQ(reference::differences(*a, *b, {.seed = 3}), "");
    EXPECT_NE(reference::differences(*a, *c, {.seed = 3}), "");
}

TEST(OracleReference, NoticesAnotherSize)
{
    EXPECT_NE(follow(*oracle({128, 128}), "soup30_256x128_seed7"), "");
    EXPECT_EQ(follow(*oracle(), "no_such_file"), "no_such_file: no rows");
}

} // namespace
} // namespace quern::life
