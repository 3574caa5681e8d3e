// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The rules of docs/spec/pool.md §1 to §5, one test each.
#include "quern/grain/pool.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quern/grain/window_curves.hpp"
#include "tests/grain/pool_rig.hpp"

namespace quern::grain {
namespace {

using namespace test;

constexpr PoolConfig kOneOwner{};
constexpr PoolConfig two_slots()
{
    PoolConfig config;
    config.capacity = 2;
    return config;
}

TEST(PoolRules, CapacitiesBelowOneAndBeyondTheirLimitsFailAtCreation)
{
    const auto created = [](std::int32_t owners, std::int32_t capacity) {
        PoolConfig config;
        config.owners = owners;
        config.capacity = capacity;
        return Pool::create(config).ok();
    };
    EXPECT_TRUE(created(1, 1));
    EXPECT_TRUE(created(300, 128)); // owners are counted apart from slots
    EXPECT_TRUE(created(1, 65536));
    EXPECT_FALSE(created(0, 128));
    EXPECT_FALSE(created(-1, 128));
    EXPECT_FALSE(created(1, 0));
    EXPECT_FALSE(created(1, 65537));
    PoolConfig config;
    config.owners = 0;
    EXPECT_EQ(Pool::create(config).error().text(), "pool: owners: found 0, expected 1 to 1048576");
}

TEST(PoolRules, ThereAre128SlotsUnlessAskedOtherwise)
{
    PoolRig rig(kOneOwner);
    for (std::int32_t i = 0; i < 128; ++i)
        EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), i);
    EXPECT_EQ(rig.pool.stats().stolen, 0);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 0);
    EXPECT_EQ(rig.pool.stats().stolen, 1);
}

TEST(PoolRules, AStartTakesTheLowestFreeSlot)
{
    PoolRig rig(kOneOwner);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, 1, 1), 0);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 2, 0, 1, 1), 1);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 1, 0, 1, 1), 2);
    rig.frames(2);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, 1, 1), 1);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, 1, 1), 2);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, 1, 1), 3);
}

TEST(PoolRules, AFullPoolGivesUpTheEarliestStartAndOfTiesTheLowestSlot)
{
    PoolConfig config;
    config.capacity = 3;
    config.owners = 2;
    PoolRig rig(config);
    rig.pool.start(0, 0, 1, 3, 0, 1, 1); // slot 0, ends first
    rig.frame();
    rig.pool.start(1, 0, 1, 100, 0, 1, 1); // slot 1
    rig.pool.start(1, 0, 1, 100, 0, 1, 1); // slot 2, as old
    rig.frames(2);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 0); // free again
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 1);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 2);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 0); // the three are of one age
    EXPECT_EQ(rig.pool.steals(0), 1);
    EXPECT_EQ(rig.pool.steals(1), 2); // counted for the owner that loses its grain
    EXPECT_EQ(rig.pool.steals(-1), 0);
    EXPECT_EQ(rig.pool.steals(2), 0);
    EXPECT_EQ(rig.pool.stats().stolen, 3);
}

TEST(PoolRules, AnOwnerOutsideItsRangeIsRefused)
{
    PoolConfig config;
    config.owners = 3;
    PoolRig rig(config);
    EXPECT_EQ(rig.pool.start(-1, 0, 1, 10, 0, 1, 1), -1);
    EXPECT_EQ(rig.pool.start(3, 0, 1, 10, 0, 1, 1), -1);
    EXPECT_EQ(rig.pool.stats().live, 0);
    EXPECT_EQ(rig.pool.start(2, 0, 1, 10, 0, 1, 1), 0);
}

TEST(PoolRules, StartAndLengthMustBeSigned32BitNumbersOnceFloored)
{
    PoolRig rig(kOneOwner);
    for (const double bad : {kNan, kInfinity, -kInfinity, 2147483648.0, -2147483648.5, 1e300}) {
        EXPECT_EQ(rig.pool.start(0, bad, 1, 10, 0, 1, 1), -1) << bad;
        EXPECT_EQ(rig.pool.start(0, 0, 1, bad, 0, 1, 1), -1) << bad;
    }
    for (const double bad : {0.0, 0.99, -1.0, -2147483648.0})
        EXPECT_EQ(rig.pool.start(0, 0, 1, bad, 0, 1, 1), -1) << bad;
    EXPECT_EQ(rig.pool.stats().live, 0);
    EXPECT_EQ(rig.pool.start(0, -2147483648.0, 1, 1.0, 0, 1, 1), 0);
    EXPECT_EQ(rig.pool.start(0, 2147483647.9, 1, 2147483647.9, 0, 1, 1), 1);
}

TEST(PoolRules, StepAndGainsMustBeFiniteSingles)
{
    PoolRig rig(kOneOwner);
    for (const double bad : {kNan, kInfinity, -kInfinity, 1e39, -1e39, 0x1.ffffffp127}) {
        EXPECT_EQ(rig.pool.start(0, 0, bad, 10, 0, 1, 1), -1) << bad;
        EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, bad, 1), -1) << bad;
        EXPECT_EQ(rig.pool.start(0, 0, 1, 10, 0, 1, bad), -1) << bad;
    }
    EXPECT_EQ(rig.pool.stats().live, 0);
    EXPECT_EQ(rig.pool.start(0, 0, 0x1.fffffep127, 10, 0, -0x1.fffffep127, 0), 0);
}

TEST(PoolRules, AnInvalidStartOnAFullPoolStealsNothing)
{
    PoolRig rig(two_slots(), ramp(64));
    const GrainStart good{0, 8, 1, 40, kTukey, 1, 0, 0, {}};
    EXPECT_EQ(rig.pool.start(good), 0);
    EXPECT_EQ(rig.pool.start(good), 1);
    rig.frames(10);
    std::vector<GrainStart> bad(11, good);
    bad[0].owner = 1;
    bad[1].start = kNan;
    bad[2].start = 2147483648.0;
    bad[3].step = kInfinity;
    bad[4].length = 0.5;
    bad[5].length = kNan;
    bad[6].gain_left = -kInfinity;
    bad[7].gain_right = 1e39;
    bad[8].offset = -1;
    bad[9].form.left_channel = -1;
    bad[10].form.filter.kind = GrainFilter::Kind::low_pass;
    bad[10].form.filter.cutoff = 0.0f;
    for (const GrainStart& each : bad) {
        EXPECT_EQ(rig.pool.start(each), -1) << &each - bad.data();
        EXPECT_EQ(rig.pool.stats().stolen, 0) << &each - bad.data();
        EXPECT_EQ(rig.pool.stats().live, 2);
        EXPECT_EQ(rig.pool.steals(0), 0);
    }
    EXPECT_EQ(rig.frame(), 2);
    EXPECT_EQ(rig.left[0], 36.0f); // both of them still at frame 18
    EXPECT_EQ(rig.pool.start(good), 0);
    EXPECT_EQ(rig.pool.stats().stolen, 1);
}

TEST(PoolRules, StartIsFloored)
{
    PoolRig rig(kOneOwner, ramp(64));
    rig.pool.start(0, 7.9, 0, 16, kTukey, 1, 0);
    rig.frames(8);
    rig.frame();
    EXPECT_EQ(rig.left[0], 7.0f);
    rig.pool.reset();
    rig.pool.start(0, -0.1, 1, 16, kTukey, 1, 0); // -1, so the first frame is outside
    rig.frame();
    const std::vector<float> heard = rig.listen(7);
    EXPECT_EQ(heard[0], 0.0f); // frame 0 holds 0
    EXPECT_EQ(heard[6], 6.0f); // age 7 reads frame 6
}

TEST(PoolRules, LengthIsFloored)
{
    PoolRig rig(kOneOwner);
    rig.pool.start(0, 0, 1, 3.99, 0, 1, 1);
    EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.frame(), 0);
}

TEST(PoolRules, StepIsKeptAsSingle)
{
    PoolRig rig(kOneOwner, ramp(64));
    rig.pool.start(0, 0, 0.1, 32, kTukey, 1, 0);
    const std::vector<float> heard = rig.listen(16);
    EXPECT_EQ(heard[15], 0.1f * 15.0f);
}

TEST(PoolRules, ANegativeStepReadsBackwards)
{
    PoolRig rig(kOneOwner, ramp(64));
    rig.pool.start(0, 40, -2.5, 32, kTukey, 1, 0);
    const std::vector<float> heard = rig.listen(8);
    EXPECT_EQ(heard[7], 22.5f);
}

TEST(PoolRules, ShapeIsFlooredAndWhatIsOutsideIsWindow0)
{
    const auto third = [](double shape) {
        PoolRig rig(kOneOwner);
        EXPECT_EQ(rig.pool.start(0, 0, 1, 16, shape, 1, 0), 0);
        return rig.listen(4)[3];
    };
    const float hann = third(0.0);
    EXPECT_NEAR(hann, std::pow(std::sin(3.14159265 * 3 / 16), 2.0), 1e-4);
    for (const double shape : {0.99, -0.5, -1.0, 5.0, 1e300, -1e300, kNan, kInfinity, -kInfinity})
        EXPECT_EQ(third(shape), hann) << shape;
    EXPECT_NEAR(third(1.0), 3.0 / 8.0, 1e-4);
    EXPECT_EQ(third(1.0), third(1.999));
    EXPECT_EQ(third(4.999), third(4.0));
    for (const double a : {0.0, 1.0, 2.0, 3.0, 4.0}) {
        for (const double b : {0.0, 1.0, 2.0, 3.0, 4.0})
            EXPECT_EQ(third(a) == third(b), a == b) << a << " and " << b;
    }
}

TEST(PoolRules, TheWindowIsReadLinearlyAtAgeOverLength)
{
    const WindowCurves curves;
    PoolRig rig(kOneOwner);
    rig.pool.start(0, 0, 0, 1000, 0, 1, 0);
    const std::vector<float> heard = rig.listen(1000);
    for (std::size_t age = 0; age < heard.size(); ++age) {
        const float t = static_cast<float>(age) / 1000.0f * 511.0f;
        const auto q = static_cast<std::size_t>(t);
        const float between = t - static_cast<float>(q);
        EXPECT_EQ(heard[age], curves[0][q] + (curves[0][q + 1] - curves[0][q]) * between);
    }
}

TEST(PoolRules, BetweenFramesIsInterpolatedLinearly)
{
    PoolRig rig(kOneOwner, {0.0f, 1.0f, -1.0f, 3.0f, 0.0f});
    rig.pool.start(0, 0, 0.25, 32, kTukey, 1, 0);
    const std::vector<float> heard = rig.listen(16);
    EXPECT_EQ(heard[8], -1.0f);
    EXPECT_EQ(heard[9], 0.0f);
    EXPECT_EQ(heard[10], 1.0f);
}

TEST(PoolRules, OutsideTheSourceIs0AndSoIsTheNeighbourAfterTheLast)
{
    PoolRig rig(kOneOwner, {1.0f, 1.0f, 1.0f, 1.0f});
    rig.pool.start(0, 3, 0.25, 32, kTukey, 1, 0); // age 8 is frame 5
    rig.pool.start(0, 1, 0.25, 32, kTukey, 0, 1);
    rig.frames(8);
    rig.frame();
    EXPECT_EQ(rig.left[0], 0.0f);
    EXPECT_EQ(rig.right[0], 1.0f); // frame 3
    rig.frame();
    EXPECT_EQ(rig.right[0], 0.75f); // between frame 3 and nothing
    rig.pool.reset();
    rig.pool.start(0, 1, -0.25, 32, kTukey, 0, 1);
    rig.frames(4);
    rig.frame();
    EXPECT_GT(rig.right[0], 0.99f); // frame 0
    rig.frame();
    EXPECT_EQ(rig.right[0], 0.0f); // frame -1, whose fraction leans on frame 0, is outside
}

TEST(PoolRules, OnlyTheRegionFromBaseIsRead)
{
    PoolRig rig(kOneOwner, ramp(100));
    const GrainSource region{rig.table, 40, 10, 1, 0};
    rig.pool.start(0, 0, 1, 32, kTukey, 1, 0);
    std::vector<float> heard;
    for (int k = 0; k < 16; ++k) {
        rig.left[0] = 0.0f;
        rig.pool.render_frame(region, rig.left, rig.right);
        heard.push_back(rig.left[0]);
    }
    EXPECT_EQ(heard[8], 48.0f);
    EXPECT_EQ(heard[9], 49.0f);
    EXPECT_EQ(heard[10], 0.0f);
}

TEST(PoolRules, AGrainGoesThroughItsPairOfGainsToItsOwner)
{
    PoolConfig config;
    config.owners = 3;
    PoolRig rig(config);
    rig.pool.start(1, 0, 1, 64, kTukey, 0.5, -0.25);
    rig.frames(32);
    EXPECT_EQ(rig.left, (std::vector<float>{0.0f, 0.5f, 0.0f}));
    EXPECT_EQ(rig.right, (std::vector<float>{0.0f, -0.25f, 0.0f}));
}

TEST(PoolRules, AccumulatorsAreAddedToAndNotCleared)
{
    PoolRig rig(kOneOwner);
    rig.pool.start(0, 0, 1, 64, kTukey, 1, 1);
    rig.frames(32);
    rig.left[0] = 2.0f;
    rig.pool.render_frame(GrainSource::mono(rig.table), rig.left, rig.right);
    EXPECT_EQ(rig.left[0], 3.0f);
}

TEST(PoolRules, LongSourcesDoNotDrift)
{
    PoolRig rig(kOneOwner, ramp(1 << 16));
    rig.pool.start(0, 40000, 1.0 + 0x1p-12, 8192, kTukey, 1, 0); // a single that adds up with an error
    const std::vector<float> heard = rig.listen(4097);
    EXPECT_EQ(heard[4096], 44097.0f);
}

TEST(PoolRules, RetuningLeavesTheReadHeadWhereItIs)
{
    PoolRig rig(kOneOwner, ramp(4096));
    const std::int32_t slot = rig.pool.start(0, 100, 0.75, 512, kTukey, 1, 0);
    rig.frames(65); // the next frame is at 100 + 65 * 0.75 = 148.75
    EXPECT_TRUE(rig.pool.retune(slot, 2.0));
    EXPECT_EQ(rig.listen(3), (std::vector<float>{148.75f, 150.75f, 152.75f}));
    EXPECT_TRUE(rig.pool.retune(slot, -0.5));
    EXPECT_TRUE(rig.pool.retune(slot, -0.25)); // twice before a frame: the last one counts
    EXPECT_EQ(rig.listen(2), (std::vector<float>{154.75f, 154.5f}));
}

TEST(PoolRules, ARetuneOfADeadSlotOrToANonFiniteStepIsRefusedAndChangesNothing)
{
    PoolRig rig(kOneOwner, ramp(4096));
    const std::int32_t slot = rig.pool.start(0, 0, 1, 256, kTukey, 1, 0);
    rig.frames(64);
    EXPECT_FALSE(rig.pool.retune(slot + 1, 2.0));
    EXPECT_FALSE(rig.pool.retune(-1, 2.0));
    EXPECT_FALSE(rig.pool.retune(128, 2.0));
    for (const double bad : {kNan, kInfinity, -kInfinity, 1e39})
        EXPECT_FALSE(rig.pool.retune(slot, bad));
    EXPECT_EQ(rig.listen(2), (std::vector<float>{64.0f, 65.0f}));
    rig.frames(190);
    EXPECT_FALSE(rig.pool.retune(slot, 2.0)); // it has ended
}

TEST(PoolRules, StoppingAnOwnerStopsItsGrainsAndNoOthers)
{
    PoolConfig config;
    config.owners = 2;
    PoolRig rig(config);
    rig.pool.start(0, 0, 1, 64, kTukey, 1, 1);
    rig.pool.start(1, 0, 1, 64, kTukey, 1, 1);
    rig.pool.start(0, 0, 1, 64, kTukey, 1, 1);
    rig.frames(32);
    EXPECT_FALSE(rig.pool.stop_owner(-1));
    EXPECT_FALSE(rig.pool.stop_owner(2));
    EXPECT_EQ(rig.frame(), 3);
    EXPECT_TRUE(rig.pool.stop_owner(0));
    EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.left, (std::vector<float>{0.0f, 1.0f}));
    EXPECT_EQ(rig.pool.start(0, 0, 1, 64, kTukey, 1, 1), 0);
}

TEST(PoolRules, ResetStopsEveryGrainAndZeroesStealsAndKeepsTheCurves)
{
    PoolRig rig(two_slots());
    for (int i = 0; i < 3; ++i)
        rig.pool.start(0, 0, 1, 64, 0, 1, 1);
    rig.frames(8);
    rig.pool.reset();
    EXPECT_EQ(rig.pool.steals(0), 0);
    EXPECT_EQ(rig.pool.stats().started, 0);
    EXPECT_EQ(rig.frame(), 0);
    EXPECT_EQ(rig.left[0], 0.0f);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 64, 0, 1, 1), 0);
    EXPECT_NEAR(rig.listen(33)[32], 1.0f, 1e-4f);
}

TEST(PoolRules, ARenderReturnsHowManyGrainsSound)
{
    PoolRig rig(kOneOwner);
    EXPECT_EQ(rig.frame(), 0);
    rig.pool.start(0, 0, 1, 2, 0, 1, 1);
    rig.pool.start(0, 9999, 1, 3, 0, 1, 1); // outside of the source, and live all the same
    EXPECT_EQ(rig.frame(), 2);
    EXPECT_EQ(rig.frame(), 2);
    EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.frame(), 0);
}

TEST(PoolRules, AnInvalidSourceIsRefusedAndNoGrainMovesOn)
{
    PoolRig rig(kOneOwner, ramp(64));
    rig.pool.start(0, 0, 1, 64, kTukey, 1, 0);
    rig.frames(20);
    const std::vector<GrainSource> bad{{{}, 0, 0, 1, 0},
                                       {{}, 0, 1, 1, 0},
                                       {rig.table, 0, 0, 1, 0},
                                       {rig.table, 0, -1, 1, 0},
                                       {rig.table, -1, 4, 1, 0},
                                       {rig.table, 0, 65, 1, 0},
                                       {rig.table, 1, 64, 1, 0},
                                       {rig.table, 65, 1, 1, 0},
                                       {rig.table, INT64_MAX, 1, 1, 0},
                                       {rig.table, 1, INT64_MAX, 1, 0},
                                       {rig.table, 0, 8, 0, 0},
                                       {rig.table, 0, 8, 2, 7},
                                       {rig.table, 0, 8, 9, 8},
                                       {rig.table, 1, 8, 8, 8},
                                       {rig.table, 0, 8, 2, INT64_MAX}};
    for (const GrainSource& source : bad) {
        rig.left[0] = 5.0f;
        EXPECT_EQ(rig.pool.render_frame(source, rig.left, rig.right), -1);
        EXPECT_EQ(rig.pool.render(source, {rig.left, rig.right, 1}, 1), -1);
        EXPECT_EQ(rig.left[0], 5.0f);
    }
    EXPECT_EQ(rig.listen(2), (std::vector<float>{20.0f, 21.0f}));
    EXPECT_EQ(rig.pool.render_frame({rig.table, 0, 8, 8, 8}, rig.left, rig.right), 1);
}

TEST(PoolRules, AccumulatorsMustHoldEveryOwnerAndNotOverlap)
{
    PoolConfig config;
    config.owners = 4;
    PoolRig rig(config);
    rig.pool.start(0, 0, 1, 64, kTukey, 1, 0);
    const GrainSource source = GrainSource::mono(rig.table);
    std::vector<float> many(4 * 16);
    std::vector<float> others(4 * 16);
    const std::span<float> left(many);
    const std::span<float> right(others);
    EXPECT_EQ(rig.pool.render_frame(source, left.first(3), right), -1);
    EXPECT_EQ(rig.pool.render_frame(source, left, right.first(3)), -1);
    EXPECT_EQ(rig.pool.render_frame(source, left.first(4), left.subspan(3, 4)), -1);
    EXPECT_EQ(rig.pool.render_frame(source, std::span(rig.table).first(4), right), -1);
    EXPECT_EQ(rig.pool.render_frame(source, left, std::span(rig.table).last(4)), -1);
    EXPECT_EQ(rig.pool.render_frame(source, left.first(4), left.subspan(4, 4)), 1);
    EXPECT_EQ(rig.pool.render(source, {left, right, 16}, 0), -1);
    EXPECT_EQ(rig.pool.render(source, {left, right, 16}, -5), -1);
    EXPECT_EQ(rig.pool.render(source, {left, right, 16}, 17), -1);
    EXPECT_EQ(rig.pool.render(source, {left.first(63), right, 16}, 16), -1);
    EXPECT_EQ(rig.pool.render(source, {left, right, INT64_MAX}, 16), -1);
    EXPECT_EQ(rig.pool.clock(), 1);
    EXPECT_EQ(rig.pool.render(source, {left.first(63), right, 16}, 15), 1);
    EXPECT_EQ(rig.pool.render(source, {left, right, 16}, 16), 1);
}

TEST(PoolRules, MemoryIsValidWhenARenderIsAndNothingIsThePoolsOwn)
{
    PoolRig rig(kOneOwner);
    const OwnerBuses buses{rig.left, rig.right, 1};
    const GrainSource source = GrainSource::mono(rig.table);
    EXPECT_TRUE(rig.pool.is_memory_valid(source, buses, 1));
    EXPECT_FALSE(rig.pool.is_memory_valid(source, buses, 2));
    EXPECT_FALSE(rig.pool.is_memory_valid(source, {rig.left, rig.left, 1}, 1));
    // The configuration is a part of the pool that can be pointed at.
    auto* inside = const_cast<float*>(reinterpret_cast<const float*>(&rig.pool.config()));
    EXPECT_FALSE(rig.pool.is_memory_valid(source, {{inside, 1}, rig.right, 1}, 1));
    EXPECT_FALSE(rig.pool.is_memory_valid(source, {rig.left, {inside, 1}, 1}, 1));
    EXPECT_FALSE(rig.pool.is_memory_valid({{inside, 1}, 0, 1, 1, 0}, buses, 1));
}

TEST(PoolRules, HeadsFarOutsideAreSilentAndHarmless)
{
    PoolRig rig(kOneOwner);
    rig.pool.start(0, 2147483647.0, 0x1.fffffep127, 64, kTukey, 1, 0);
    rig.pool.start(0, -2147483648.0, -0x1.fffffep127, 64, kTukey, 1, 0);
    rig.pool.start(0, 0, 1e9, 64, kTukey, 1, 0);
    const std::vector<float> heard = rig.listen(8);
    EXPECT_EQ(std::count(heard.begin() + 1, heard.end(), 0.0f), 7);
    for (std::int32_t slot = 0; slot < 3; ++slot)
        EXPECT_TRUE(rig.pool.retune(slot, slot == 2 ? -1e9 : 0.0));
    rig.frames(8);
    rig.frame();
    EXPECT_EQ(rig.left[0], 1.0f); // the third is back at frame 0
}

TEST(PoolRules, AStartWithAnOffsetSoundsFromThatFrameOn)
{
    PoolRig rig(kOneOwner);
    GrainStart grain;
    grain.length = 8;
    grain.shape = kTukey;
    grain.step = 0;
    grain.offset = -1;
    EXPECT_EQ(rig.pool.start(grain), -1);
    grain.offset = 5;
    EXPECT_EQ(rig.pool.start(grain), 0);
    for (int k = 0; k < 5; ++k)
        EXPECT_EQ(rig.frame(), 0);
    for (int k = 0; k < 8; ++k)
        EXPECT_EQ(rig.frame(), 1);
    EXPECT_EQ(rig.frame(), 0);
}

} // namespace
} // namespace quern::grain
