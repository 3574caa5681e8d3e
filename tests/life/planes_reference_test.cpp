// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/automaton.hpp"
#include "tests/life/reference/reference_data.hpp"

namespace quern::life {
namespace {

using reference::follow;

std::unique_ptr<Automaton> cpu(GridSize size = {})
{
    return std::move(make_cpu(size, Rule{})).value();
}

std::vector<dsp::SimdTarget> available_targets()
{
    std::vector<dsp::SimdTarget> targets;
    std::ranges::copy_if(std::span(dsp::kTargets).subspan<1>(), std::back_inserter(targets),
                         dsp::is_available);
    return targets;
}

/// With the kernels of every target in turn.
class PlanesReference : public testing::TestWithParam<dsp::SimdTarget> {
public:
    void SetUp() override { ASSERT_TRUE(dsp::select_target(GetParam())); }
    void TearDown() override { dsp::select_target(dsp::best_target()); }
};

TEST_P(PlanesReference, FollowsTheFullSoup)
{
    EXPECT_EQ(follow(*cpu(), "soup30_seed1", {.state_every = 10}), "");
}

TEST_P(PlanesReference, FollowsTheSmallSoup)
{
    EXPECT_EQ(follow(*cpu({256, 128}), "soup30_256x128_seed7"), "");
}

TEST_P(PlanesReference, FollowsAGliderOverBothSeams)
{
    EXPECT_EQ(follow(*cpu(), "glider_seam", {.state_every = 8}), "");
}

INSTANTIATE_TEST_SUITE_P(Targets, PlanesReference, testing::ValuesIn(available_targets()),
                         [](const testing::TestParamInfo<dsp::SimdTarget>& target) {
                             return std::string(dsp::name_of(target.param));
                         });

// In full detail, or at length, with the best target.

TEST(PlanesReferenceAtLength, FollowsEveryStateOfTheFullSoup)
{
    EXPECT_EQ(follow(*cpu(), "soup30_seed1"), "");
}

TEST(PlanesReferenceAtLength, FollowsEveryEventOfTheSmallSoup)
{
    EXPECT_EQ(follow(*cpu({256, 128}), "soup30_256x128_seed7", {.events = true}), "");
}

TEST(PlanesReferenceAtLength, FollowsAGliderWithinOneBucket)
{
    EXPECT_EQ(follow(*cpu(), "glider_bucket", {.state_every = 60, .events = true}), "");
}

TEST(PlanesReferenceAtLength, FollowsThePentominoToItsEnd)
{
    EXPECT_EQ(follow(*cpu(), "r_pentomino", {.state_every = 100}), "");
}

TEST(PlanesReferenceAtLength, FindsNoChangeInStillLife)
{
    EXPECT_EQ(follow(*cpu(), "still_life", {.state_every = 50}), "");
}

} // namespace
} // namespace quern::life
