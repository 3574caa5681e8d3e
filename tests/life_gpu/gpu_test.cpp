// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "quern/life_gpu/gpu.hpp"
#include "tests/life/reference/random_run.hpp"
#include "tests/life/reference/reference_data.hpp"
#include "tests/life_gpu/fake_fences.hpp"
#include "tests/life_gpu/gpu_fixture.hpp"

namespace quern::life {
namespace {

using reference::differences;
using reference::follow;

using Gpu = GpuTest;
using GpuLong = GpuTest; // full size: seconds on a software driver

TEST_F(GpuLong, FollowsTheFullSoup)
{
    EXPECT_EQ(follow(*make({}), "soup30_seed1", {.generations = 6}), "");
}

TEST_F(Gpu, FollowsEveryEventOfTheSmallSoup)
{
    EXPECT_EQ(follow(*make({256, 128}), "soup30_256x128_seed7", {.events = true}), "");
}

TEST_F(GpuLong, FollowsAGliderOverBothSeams)
{
    EXPECT_EQ(follow(*make({}), "glider_seam", {.state_every = 8, .events = true}), "");
}

TEST_F(GpuLong, FindsNoChangeInStillLife)
{
    EXPECT_EQ(follow(*make({}), "still_life", {.generations = 5, .state_every = 5}), "");
}

TEST_F(Gpu, AgreesWithTheOracleInFieldsOfEverySize)
{
    for (const GridSize size : {GridSize{64, 16}, {128, 1}, {192, 3}, {64, 64}, {320, 50}, {256, 128}})
        for (const std::uint64_t seed : {1u, 2u})
            EXPECT_EQ(differences(*make(size), *oracle(size), {.seed = seed}), "")
                << size.width << " by " << size.height;
}

TEST_F(Gpu, AgreesWithTheOracleUnderEveryRule)
{
    for (const char* name : {"B36/S23", "B0/S", "B012345678/S012345678", "B2/S", "B3678/S34678",
                             "B45678/S2345", "B1357/S1357", "B/S", "B4/S4"}) {
        const Rule rule = *rule_named(name);
        EXPECT_EQ(differences(*make({128, 64}, rule), *oracle({128, 64}, rule),
                              {.seed = 5, .generations = 24, .density = 0.5}),
                  "")
            << name;
    }
}

TEST_F(Gpu, AgesSaturate)
{
    const auto gpu = make({64, 16});
    Field block({64, 16});
    for (const auto& [x, y] : {std::pair{0, 0}, {63, 0}, {0, 15}, {63, 15}})
        block.at(x, y) = {kAlive, 2, 250, 1};
    ASSERT_TRUE(gpu->load(block));
    for (int i = 0; i < 10; ++i)
        ASSERT_TRUE(gpu->advance({}));
    EXPECT_EQ(gpu->read()->at(63, 15), (Cell{kAlive, 2, 255, 1}));
}

TEST_F(Gpu, TakesAPatternLargerThanTheField)
{
    constexpr GridSize kSize{64, 8};
    Pattern pattern{150, 20, {}};
    for (int i = 0; i < 150 * 20; ++i)
        pattern.cells.push_back(i % 7 % 3 == 0);
    const auto gpu = make(kSize);
    const auto expected = oracle(kSize);
    for (const StampMode mode : {StampMode::merge, StampMode::toggle, StampMode::replace}) {
        const Stamp stamp{&pattern, -3, 30, 3, 1, mode};
        for (Automaton* automaton : {gpu.get(), expected.get()}) {
            ASSERT_TRUE(automaton->load(soup(kSize, 0.3, 9)));
            ASSERT_TRUE(automaton->advance({{}, {&stamp, 1}}));
        }
        EXPECT_TRUE(*gpu->read() == *expected->read()) << static_cast<int>(mode);
    }
}

TEST_F(Gpu, RefusesWhatIsOutOfRangeAndStaysAsItWas)
{
    EXPECT_FALSE(make_gpu({100, 10}, {}));
    EXPECT_FALSE(make_gpu({64, 10}, {}, {.readback = {.buffers = 9, .most_buffers = 9}}));
    EXPECT_FALSE(make_gpu({64, 10}, {}, {.readback = {.buffers = 0}}));
    const auto gpu = make({64, 16});
    EXPECT_FALSE(gpu->load(Field({128, 16})));
    const Stamp nothing{};
    EXPECT_FALSE(gpu->advance({{}, {&nothing, 1}}));
    EXPECT_EQ(gpu->generation(), 0u);
    EXPECT_TRUE(gpu->advance({}));
}

TEST_F(Gpu, ANewStateForgetsTheChangesOfTheFormer)
{
    const auto gpu = make({64, 64});
    ASSERT_TRUE(gpu->load(soup({64, 64}, 0.3, 1)));
    ASSERT_TRUE(gpu->advance({}));
    ASSERT_TRUE(gpu->load(Field({64, 64})));
    EXPECT_FALSE(gpu->poll().has_value());
    EXPECT_EQ(gpu->counters().advanced, 0u);
    EXPECT_EQ(gpu->generation(), 0u);
}

TEST_F(Gpu, WaitsForEachGenerationWhereItIsToldTo)
{
    const auto gpu = make({64, 64}, {}, {.wait = true});
    for (std::uint32_t generation = 1; generation <= 20; ++generation) {
        ASSERT_TRUE(gpu->advance({}));
        const auto delta = gpu->poll();
        ASSERT_TRUE(delta.has_value());
        EXPECT_EQ(delta->generation, generation);
    }
}

TEST_F(Gpu, TwoWorkSideBySide)
{
    const auto a = make({128, 64});
    const auto b = make({128, 64}, *rule_named("B36/S23"));
    EXPECT_EQ(differences(*a, *oracle({128, 64}), {.seed = 3, .generations = 8}), "");
    EXPECT_EQ(differences(*b, *oracle({128, 64}, *rule_named("B36/S23")), {.seed = 3, .generations = 8}), "");
    EXPECT_EQ(differences(*a, *b, {.seed = 3, .generations = 8}).substr(0, 10), "generation");
}

// The rest of what fences do is played in readback_pool_test.cpp.
TEST_F(Gpu, LateFencesDeliverTheSameChangesLate)
{
    const auto fences = std::make_shared<FakeFences>();
    const auto gpu = make({128, 64}, {}, {.fences = fences});
    const auto expected = oracle({128, 64});
    const Field start = soup({128, 64}, 0.3, 4);
    ASSERT_TRUE(gpu->load(start) && expected->load(start));
    for (std::uint32_t generation = 1; generation <= 40; ++generation) {
        ASSERT_TRUE(gpu->advance({}));
        if (generation <= 2) {
            EXPECT_FALSE(gpu->poll().has_value());
            continue;
        }
        fences->signal(generation - 2);
        ASSERT_TRUE(expected->advance({}));
        const auto late = gpu->poll();
        const auto now = expected->poll();
        ASSERT_TRUE(late.has_value());
        EXPECT_EQ(late->generation, generation - 2);
        EXPECT_EQ(reference::checksum(*late), reference::checksum(*now));
    }
    EXPECT_EQ(gpu->counters().skipped, 0u);
}

TEST_F(Gpu, ALostDeviceIsAnErrorAndNothingHangs)
{
    bool lost = false;
    const auto gpu = make({64, 64}, {}, {.device_lost = [&lost] { return lost; }});
    ASSERT_TRUE(gpu->load(soup({64, 64}, 0.3, 1)));
    ASSERT_TRUE(gpu->advance({}));
    ASSERT_TRUE(gpu->probe({}));
    lost = true;
    const Status status = gpu->advance({});
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("lost"), std::string::npos) << status.error().text();
    lost = false; // it does not come back
    EXPECT_FALSE(gpu->advance({}));
    EXPECT_FALSE(gpu->load(Field({64, 64})));
    EXPECT_FALSE(gpu->read());
    EXPECT_FALSE(gpu->settle());
    EXPECT_FALSE(gpu->poll().has_value());
    EXPECT_FALSE(gpu->probe({}));
    EXPECT_FALSE(gpu->poll_probe().has_value());
    const DeltaCounters counters = gpu->counters();
    EXPECT_EQ(counters.advanced, counters.delivered + counters.skipped + counters.lost);
}

TEST_F(Gpu, OneProbeIsUnderWayAtATime)
{
    const auto fences = std::make_shared<FakeFences>();
    const auto gpu = make({64, 64}, {}, {.readback = {.lost_after = 3}, .fences = fences});
    ASSERT_TRUE(gpu->load(soup({64, 64}, 0.3, 2)));
    EXPECT_TRUE(gpu->probe({}));
    EXPECT_FALSE(gpu->probe({}));
    EXPECT_FALSE(gpu->poll_probe().has_value());
    fences->signal(0);
    const auto found = gpu->poll_probe();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(*found, compare(cells_of(*gpu->read(), {}), {}, 0));
    EXPECT_FALSE(gpu->poll_probe().has_value());

    // One whose fence never comes is given up, and another can be asked.
    ASSERT_TRUE(gpu->advance({}));
    EXPECT_TRUE(gpu->probe({}));
    for (int i = 0; i < 4; ++i)
        ASSERT_TRUE(gpu->advance({}));
    EXPECT_FALSE(gpu->poll_probe().has_value());
    EXPECT_TRUE(gpu->probe({}));
}

} // namespace
} // namespace quern::life
