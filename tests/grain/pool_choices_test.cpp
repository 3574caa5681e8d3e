// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a pool and a grain can be asked for beyond the defaults (docs/spec/pool.md §5 to §7).
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/grain/pool.hpp"
#include "tests/grain/pool_rig.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::grain {
namespace {

using namespace test;

constexpr double kTau = 6.283185307179586;

PoolConfig three_slots(StealPolicy policy, CutForm cut = CutForm::hard)
{
    PoolConfig config;
    config.capacity = 3;
    config.owners = 2;
    config.steal = policy;
    config.cut = cut;
    return config;
}

TEST(PoolChoices, TheQuietestGrainGivesWay)
{
    PoolRig rig(three_slots(StealPolicy::quietest));
    rig.pool.start(0, 0, 1, 100, kTukey, 0.5, 0.1);
    rig.pool.start(0, 0, 1, 100, kTukey, 0.1, -0.3);
    rig.pool.start(0, 0, 1, 60, kTukey, 1, 1);
    rig.frames(30);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, kTukey, 1, 1), 1);
    rig.frames(29); // the short one is about to end, the new one is in its middle
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, kTukey, 1, 1), 2);
}

TEST(PoolChoices, AnOwnerTakesFromItselfOrIsRefused)
{
    PoolRig rig(three_slots(StealPolicy::same_owner));
    rig.pool.start(0, 0, 1, 100, 0, 1, 1);
    rig.frame();
    rig.pool.start(0, 0, 1, 100, 0, 1, 1);
    rig.frame();
    rig.pool.start(0, 0, 1, 100, 0, 1, 1);
    EXPECT_EQ(rig.pool.start(1, 0, 1, 100, 0, 1, 1), -1);
    EXPECT_EQ(rig.pool.stats().refused, 1);
    EXPECT_EQ(rig.pool.stats().stolen, 0);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 100, 0, 1, 1), 0);
    EXPECT_EQ(rig.pool.steals(0), 1);
}

TEST(PoolChoices, RefusingCutsNoGrain)
{
    PoolRig rig(three_slots(StealPolicy::refuse));
    for (int i = 0; i < 3; ++i)
        rig.pool.start(0, 0, 1, 4, 0, 1, 1);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 4, 0, 1, 1), -1);
    EXPECT_EQ(rig.pool.stats().refused, 1);
    rig.frames(4);
    EXPECT_EQ(rig.pool.start(0, 0, 1, 4, 0, 1, 1), 0);
}

TEST(PoolChoices, ABridgeFadesTheLastValueOverSixteenFrames)
{
    PoolConfig config;
    config.capacity = 1;
    config.cut = CutForm::bridged;
    PoolRig rig(config);
    (void)rig.pool.start(grain_of(0, 1, 1000));
    rig.frames(500);
    (void)rig.pool.start(grain_of(-5000, 1, 1000)); // silent itself
    const std::vector<float> heard = rig.listen(18);
    for (std::size_t k = 0; k < 16; ++k)
        EXPECT_EQ(heard[k], static_cast<float>(16 - static_cast<int>(k)) / 17.0f);
    EXPECT_EQ(heard[16], 0.0f);
    EXPECT_EQ(heard[17], 0.0f);
}

TEST(PoolChoices, UnderTenfoldOverloadNoStepIsLargerThanTheBridgesAllow)
{
    constexpr int kCapacity = 16;
    constexpr int kFrames = 256;
    constexpr int kLength = 1600;
    PoolConfig config;
    config.capacity = kCapacity;
    config.cut = CutForm::bridged;
    Pool pool = std::move(Pool::create(config)).value();
    const std::vector<float> table(48000, 1.0f); // what moves are windows and cuts
    std::vector<float> heard(1, 0.0f);
    std::int64_t starts = 0;
    for (int block = 0; block < 200; ++block) {
        std::vector<float> left(kFrames), right(kFrames);
        for (int k = 0; k < kFrames; k += 10) { // 160 of them would overlap
            GrainStart grain = grain_of(0, 0, kLength);
            grain.shape = 0;
            grain.offset = k;
            EXPECT_GE(pool.start(grain), 0);
            ++starts;
        }
        EXPECT_EQ(pool.render(GrainSource::mono(table), {left, right, kFrames}, kFrames), kCapacity);
        heard.insert(heard.end(), left.begin(), left.end());
    }
    const PoolStats stats = pool.stats();
    EXPECT_EQ(stats.started, starts);
    EXPECT_EQ(stats.stolen, starts - kCapacity);
    EXPECT_EQ(pool.steals(0), stats.stolen);
    EXPECT_EQ(stats.unbridged, 0);
    EXPECT_EQ(stats.peak_live, kCapacity);
    // A window moves by at most pi/length a frame and a bridge by 1/17 of a value up to 1. 16 grains sound,
    // and bridges of two cuts at most, since one is made every ten frames.
    const double bound = kCapacity * kTau / 2.0 / kLength + 2.0 / 17.0;
    double largest = 0.0;
    for (std::size_t k = 1; k < heard.size(); ++k)
        largest =
            std::max(largest, std::abs(static_cast<double>(heard[k]) - static_cast<double>(heard[k - 1])));
    EXPECT_LT(largest, bound);
    EXPECT_GT(largest, 0.001);
}

TEST(PoolChoices, AStoppedOwnerCanFade)
{
    PoolRig rig(three_slots(StealPolicy::oldest));
    (void)rig.pool.start(grain_of(0, 0, 1000));
    rig.frames(500);
    EXPECT_TRUE(rig.pool.stop_owner(0, CutForm::bridged));
    const std::vector<float> heard = rig.listen(17);
    EXPECT_EQ(heard[0], 16.0f / 17.0f);
    EXPECT_EQ(heard[15], 1.0f / 17.0f);
    EXPECT_EQ(heard[16], 0.0f);
}

TEST(PoolChoices, ASourceThatLeavesIsReadOnceMoreAndFades)
{
    PoolRig rig(three_slots(StealPolicy::oldest));
    (void)rig.pool.start(grain_of(0, 1, 1000));
    rig.frames(500);
    EXPECT_FALSE(rig.pool.leave({{}, 0, 0, 1, 0}));
    EXPECT_TRUE(rig.pool.leave(GrainSource::mono(rig.table)));
    std::fill(rig.table.begin(), rig.table.end(), 9.0f); // another source from here on
    const std::vector<float> heard = rig.listen(17);
    EXPECT_EQ(heard[0], 16.0f / 17.0f);
    EXPECT_EQ(heard[15], 1.0f / 17.0f);
    EXPECT_EQ(heard[16], 0.0f);
    EXPECT_EQ(rig.pool.start(grain_of(0, 1, 1000)), 0);
}

TEST(PoolChoices, ASwappedSourceIsReadOnAtTheSameFrames)
{
    PoolRig rig(three_slots(StealPolicy::oldest), ramp(1000));
    (void)rig.pool.start(grain_of(0, 1, 1000));
    rig.frames(500);
    for (float& value : rig.table)
        value = -value;
    EXPECT_EQ(rig.listen(2), (std::vector<float>{-500.0f, -501.0f}));
}

TEST(PoolChoices, ADoubleOffsetKeepsItsResolutionForLongGrains)
{
    constexpr std::size_t kFrames = 300000;
    const double step = static_cast<double>(1.0001f);
    std::vector<float> table(400000); // 0, 1, 0, 1: what is heard is the fraction, or what it lacks
    for (std::size_t k = 0; k < table.size(); ++k)
        table[k] = static_cast<float>(k % 2);
    const auto worst_of = [&](OffsetPrecision precision) {
        Pool pool = std::move(Pool::create({})).value();
        GrainStart grain = grain_of(0, step, 400000);
        grain.form.offset = precision;
        EXPECT_EQ(pool.start(grain), 0);
        std::vector<float> left(kFrames), right(kFrames);
        pool.render(GrainSource::mono(table), {left, right, kFrames}, kFrames);
        double worst = 0.0;
        for (std::size_t k = 270000; k < kFrames; ++k) {
            const double position = step * static_cast<double>(k);
            const double rest = position - std::floor(position);
            const bool odd = static_cast<std::size_t>(position) % 2 == 1;
            worst = std::max(worst, std::abs(static_cast<double>(left[k]) - (odd ? 1.0 - rest : rest)));
        }
        return worst;
    };
    EXPECT_LT(worst_of(OffsetPrecision::double_), 1e-6);
    EXPECT_LT(worst_of(OffsetPrecision::anchored), 1.0 / 4096); // half a step of the offset before 8,192
    EXPECT_GT(worst_of(OffsetPrecision::single_), 0.01);
}

TEST(PoolChoices, AMovedAnchorLosesNothingOverAnHour)
{
    // A step whose multiples are no singles, so that every move of the anchor has something to round.
    const double step = static_cast<double>(0.7001f);
    constexpr int kBlock = 1 << 20;
    constexpr int kBlocks = 165;
    Pool pool = std::move(Pool::create({})).value();
    const double last = step * static_cast<double>(kBlock) * kBlocks;
    std::vector<float> table(2 * kBlock);
    for (std::size_t k = 0; k < table.size(); ++k)
        table[k] = static_cast<float>(k % 2);
    GrainStart grain = grain_of(0, step, 200e6);
    grain.form.offset = OffsetPrecision::anchored;
    // So that its last frames are those of the table.
    grain.start = -(std::floor(last) - static_cast<double>(kBlock));
    EXPECT_EQ(pool.start(grain), 0);
    std::vector<float> left(kBlock), right(kBlock);
    for (int block = 0; block < kBlocks; ++block) {
        std::fill(left.begin(), left.end(), 0.0f);
        pool.render(GrainSource::mono(table), {left, right, kBlock}, kBlock);
    }
    const double position = grain.start + last - step;
    const double rest = position - std::floor(position);
    const bool odd = static_cast<std::int64_t>(position) % 2 == 1;
    EXPECT_NEAR(left.back(), odd ? 1.0 - rest : rest, 0.001);
}

TEST(PoolChoices, AMovingAnchorIsHeardOfNothingBeforeItMoves)
{
    const auto listen = [](OffsetPrecision precision) {
        PoolRig rig({}, ramp(20000));
        GrainStart grain = grain_of(0, 1.37, 10000);
        grain.form.offset = precision;
        (void)rig.pool.start(grain);
        return rig.listen(kAnchoredFrames);
    };
    EXPECT_EQ(listen(OffsetPrecision::anchored), listen(OffsetPrecision::single_));
}

/// Frames 16 on of a grain through a sine of `period` frames, as differences from the sine.
double worst_error(Interpolation interpolation, double period)
{
    std::vector<float> table(2000);
    for (std::size_t k = 0; k < table.size(); ++k)
        table[k] = static_cast<float>(std::sin(kTau * static_cast<double>(k) / period));
    PoolRig rig({}, table);
    GrainStart grain = grain_of(100, 0.37, 1000);
    grain.form.interpolation = interpolation;
    (void)rig.pool.start(grain);
    const std::vector<float> heard = rig.listen(800);
    double worst = 0.0;
    for (std::size_t k = 200; k < heard.size(); ++k) {
        const double at = 100.0 + static_cast<double>(0.37f) * static_cast<double>(k);
        worst = std::max(worst, std::abs(static_cast<double>(heard[k]) - std::sin(kTau * at / period)));
    }
    return worst;
}

TEST(PoolChoices, CubicAndSincAreNearerToASineThanLinear)
{
    EXPECT_NEAR(worst_error(Interpolation::linear, 16.0), kTau * kTau / 16.0 / 16.0 / 8.0, 1e-3);
    EXPECT_LT(worst_error(Interpolation::hermite, 16.0), 2e-3);
    EXPECT_LT(worst_error(Interpolation::sinc, 16.0), 2e-4);
    EXPECT_LT(worst_error(Interpolation::sinc, 4.0), 1e-3);
}

TEST(PoolChoices, EveryInterpolationHitsTheFramesThemselves)
{
    for (const Interpolation each : {Interpolation::linear, Interpolation::hermite, Interpolation::sinc}) {
        PoolRig rig({}, ramp(100));
        GrainStart grain = grain_of(20, 1, 64);
        grain.form.interpolation = each;
        (void)rig.pool.start(grain);
        EXPECT_NEAR(rig.listen(33)[32], 52.0f, 1e-4f);
    }
}

TEST(PoolChoices, BackwardsGoesAgainstTheStep)
{
    PoolRig rig({}, ramp(100));
    GrainStart grain = grain_of(60, 1, 64);
    grain.form.direction = Direction::backward;
    const std::int32_t slot = rig.pool.start(grain);
    rig.frames(20);
    EXPECT_TRUE(rig.pool.retune(slot, 0.5));
    EXPECT_EQ(rig.listen(2), (std::vector<float>{40.0f, 39.5f}));
}

TEST(PoolChoices, PingPongComesBackTheWayItWent)
{
    PoolRig rig({}, ramp(100));
    GrainStart grain = grain_of(10, 1, 64);
    grain.form.direction = Direction::ping_pong;
    (void)rig.pool.start(grain);
    const std::vector<float> heard = rig.listen(50);
    EXPECT_EQ(heard[31], 41.0f);
    EXPECT_EQ(heard[32], 42.0f);
    EXPECT_EQ(heard[33], 41.0f);
    EXPECT_EQ(heard[40], 34.0f);
}

TEST(PoolChoices, EachSideReadsTheChannelItNames)
{
    std::vector<float> table(300, 1.0f);
    std::fill(table.begin() + 100, table.begin() + 200, 2.0f);
    std::fill(table.begin() + 200, table.end(), 3.0f);
    const GrainSource source{table, 0, 100, 3, 100};
    const auto heard = [&](std::int32_t left_channel, std::int32_t right_channel) {
        PoolRig rig({}, table);
        GrainStart grain = grain_of(0, 1, 64);
        grain.gain_right = 1.0;
        grain.form.left_channel = left_channel;
        grain.form.right_channel = right_channel;
        EXPECT_EQ(rig.pool.start(grain), 0);
        std::vector<float> left(40), right(40);
        EXPECT_EQ(rig.pool.render(source, {left, right, 40}, 40), 1);
        return std::pair{left[32], right[32]};
    };
    EXPECT_EQ(heard(0, 2), std::pair(1.0f, 3.0f));
    EXPECT_EQ(heard(1, 1), std::pair(2.0f, 2.0f));
    EXPECT_EQ(heard(2, 3), std::pair(3.0f, 0.0f));
    EXPECT_EQ(heard(5, 5), std::pair(0.0f, 0.0f));
    EXPECT_EQ(heard(300, 0), std::pair(0.0f, 1.0f));
    PoolRig rig({}, table);
    GrainStart grain = grain_of(0, 1, 64);
    grain.form.left_channel = -1;
    EXPECT_EQ(rig.pool.start(grain), -1);
}

TEST(PoolChoices, AFilterLetsThroughItsPartOfTheSound)
{
    const auto level = [](GrainFilter::Kind kind, double period) {
        std::vector<float> table(4000);
        for (std::size_t k = 0; k < table.size(); ++k)
            table[k] = static_cast<float>(std::sin(kTau * static_cast<double>(k) / period));
        PoolRig rig({}, table);
        GrainStart grain = grain_of(0, 1, 4000);
        grain.form.filter = {kind, 0.05f, 0.7071068f};
        EXPECT_EQ(rig.pool.start(grain), 0);
        const std::vector<float> heard = rig.listen(3000);
        return *std::max_element(heard.begin() + 1500, heard.end());
    };
    using Kind = GrainFilter::Kind;
    EXPECT_NEAR(level(Kind::off, 200.0), 1.0f, 1e-3f);
    EXPECT_NEAR(level(Kind::low_pass, 200.0), 1.0f, 0.01f);
    EXPECT_NEAR(level(Kind::low_pass, 20.0), 0.7071f, 0.01f);
    EXPECT_LT(level(Kind::low_pass, 4.0), 0.03f);
    EXPECT_NEAR(level(Kind::band_pass, 20.0), 1.0f, 0.01f);
    EXPECT_LT(level(Kind::band_pass, 400.0), 0.1f);
    EXPECT_LT(level(Kind::high_pass, 400.0), 0.01f);
    EXPECT_NEAR(level(Kind::high_pass, 4.0), 1.0f, 0.04f);
    PoolRig rig({});
    for (const float bad : {0.0f, -0.1f, 0.5f, std::numeric_limits<float>::quiet_NaN()}) {
        GrainStart grain = grain_of(0, 1, 64);
        grain.form.filter = {Kind::low_pass, bad, 0.7f};
        EXPECT_EQ(rig.pool.start(grain), -1);
        grain.form.filter = {Kind::low_pass, 0.1f, bad == 0.5f ? 0.05f : bad};
        EXPECT_EQ(rig.pool.start(grain), -1);
    }
}

TEST(PoolChoices, PanLawsKeepTheirSums)
{
    for (const double pan : {-1.0, -0.7, 0.0, 0.3, 1.0}) {
        const PanGains linear = pan_gains(PanLaw::linear, pan);
        EXPECT_NEAR(linear.left + linear.right, 1.0f, 1e-6f);
        const PanGains power = pan_gains(PanLaw::equal_power, pan);
        EXPECT_NEAR(power.left * power.left + power.right * power.right, 1.0f, 1e-6f);
        const PanGains middle = pan_gains(PanLaw::compromise, pan);
        EXPECT_NEAR(middle.left * middle.left, linear.left * power.left, 1e-6f);
    }
    EXPECT_NEAR(pan_gains(PanLaw::compromise, 0.0).left, 0.5946f, 1e-4f); // -4.5 dB
    for (const PanLaw law : {PanLaw::linear, PanLaw::compromise, PanLaw::equal_power}) {
        EXPECT_EQ(pan_gains(law, -1.0).right, 0.0f);
        EXPECT_EQ(pan_gains(law, 1.0).left, 0.0f);
        EXPECT_EQ(pan_gains(law, 7.0).right, 1.0f);
        EXPECT_EQ(pan_gains(law, -kInfinity).left, 1.0f);
        EXPECT_EQ(pan_gains(law, kNan).left, pan_gains(law, 0.0).left);
    }
}

TEST(PoolChoices, NothingAllocatesOrLocks)
{
    if (!quern::test::RtTrap::works())
        GTEST_SKIP() << "a sanitizer has the C library's calls";
    PoolRig rig(three_slots(StealPolicy::quietest, CutForm::bridged));
    std::vector<float> left(2 * 64), right(2 * 64);
    const GrainSource source = GrainSource::mono(rig.table);
    EXPECT_TRUE(quern::test::is_real_time_safe([&] {
        for (int block = 0; block < 500; ++block) {
            for (int i = 0; i < 5; ++i) {
                GrainStart grain = grain_of(block * 7 % 4000, 0.9 + 0.01 * i, 100 + 50 * (block % 3));
                grain.owner = i % 2;
                grain.offset = i * 11;
                grain.form.interpolation = static_cast<Interpolation>(block % 3);
                grain.form.direction = static_cast<Direction>(i % 3);
                grain.form.filter.kind = static_cast<GrainFilter::Kind>(block % 4);
                (void)rig.pool.start(grain);
            }
            rig.pool.retune(block % 3, 0.5);
            rig.pool.render(source, {left, right, 64}, 64);
            rig.pool.render_frame(source, std::span(left).first(2), std::span(right).first(2));
            if (block % 50 == 0)
                rig.pool.stop_owner(1, CutForm::bridged);
            if (block % 90 == 0)
                rig.pool.leave(source);
            rig.pool.prepare_window(block % 5, 64 + block);
        }
        rig.pool.reset();
    }));
}

} // namespace
} // namespace quern::grain
