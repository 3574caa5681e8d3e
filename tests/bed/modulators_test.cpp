// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "quern/bed/brake.hpp"
#include "quern/bed/push.hpp"
#include "quern/bed/shifts.hpp"
#include "quern/bed/slope.hpp"
#include "quern/bed/turn.hpp"

namespace quern::bed {
namespace {

constexpr float kDt = 1.0f / 60.0f;

const SurfaceTuning& rough()
{
    return default_tuning().surface[static_cast<std::size_t>(Member::concrete_rough_hard)];
}

TEST(Push, RisesHoldsAndReturnsWithin835Milliseconds)
{
    Push push;
    EXPECT_FALSE(push.scaling());
    push.start(0.0f, rough());
    float peak = 0.0f;
    int frames = 0;
    while (push.scaling() && frames < 200) {
        push.advance(kDt);
        peak = std::max(peak, push.scale());
        ++frames;
    }
    EXPECT_FLOAT_EQ(peak, 1.4f);
    EXPECT_NEAR(static_cast<float>(frames) * kDt, 0.835f, 2.5f * kDt);
    EXPECT_EQ(push.scale(), 1.0f);
    EXPECT_EQ(push.shift_hz(), 0.0f);
}

TEST(Push, PullsLessAtSpeed)
{
    const auto peaks = [](float speed) {
        Push push;
        push.start(speed, rough());
        push.advance(0.036f);
        return std::pair(push.scale(), push.shift_hz());
    };
    EXPECT_FLOAT_EQ(peaks(1.0f).first, 1.4f);
    EXPECT_FLOAT_EQ(peaks(1.0f).second, -52.0f);
    EXPECT_FLOAT_EQ(peaks(30.0f).first, 1.1f);
    EXPECT_FLOAT_EQ(peaks(30.0f).second, -20.0f);
    EXPECT_NEAR(peaks(1.0f + 6.25f).first, 1.25f, 1e-5f) << "half of the 45 km/h ramp";
}

TEST(Push, GoesOnFromItsScaleButStartsTheShiftAnew)
{
    Push push;
    push.start(1.0f, rough());
    push.advance(0.3f);
    push.advance(0.2f);
    const float before = push.scale();
    ASSERT_GT(before, 1.0f);
    push.start(1.0f, rough());
    EXPECT_EQ(push.scale(), before);
    EXPECT_EQ(push.shift_hz(), 0.0f);
}

TEST(Turn, SlewsBySixHundredthsACallUpToItsCap)
{
    Turn turn;
    for (int i = 1; i <= 9; ++i) {
        turn.step(10.0f, 1.0f, false, rough(), 0.24f);
        EXPECT_NEAR(turn.intensity(), 0.06f * static_cast<float>(i), 1e-5f);
    }
    for (int i = 0; i < 20; ++i)
        turn.step(10.0f, 1.0f, false, rough(), 0.24f);
    EXPECT_EQ(turn.intensity(), rough().turn_cap);
}

TEST(Turn, IsAsWideAsTheSpeedAllows)
{
    Turn turn;
    for (int i = 0; i < 40; ++i)
        turn.step(1.0f, -0.5f, false, rough(), 0.24f);
    EXPECT_NEAR(turn.signed_value(), -0.12f, 1e-6f);
    EXPECT_NEAR(turn.intensity(), 0.12f, 1e-6f);
}

TEST(Turn, GoesToZeroInASpecial)
{
    Turn turn;
    for (int i = 0; i < 40; ++i)
        turn.step(10.0f, 1.0f, false, rough(), 0.24f);
    turn.step(10.0f, 1.0f, true, rough(), 0.24f);
    EXPECT_LT(turn.intensity(), rough().turn_cap);
    for (int i = 0; i < 40; ++i)
        turn.step(10.0f, 1.0f, true, rough(), 0.24f);
    EXPECT_EQ(turn.intensity(), 0.0f);
}

TEST(Turn, ChoosesItsStepByTheSignedValue)
{
    SurfaceTuning tuning = rough();
    tuning.turn_rise = 0.1f;
    tuning.turn_fall = 0.01f;
    Turn left;
    left.step(10.0f, -1.0f, false, tuning, 0.24f);
    EXPECT_NEAR(left.signed_value(), -0.01f, 1e-6f) << "a growing left turn falls";
    left.step(0.0f, 0.0f, false, tuning, 0.24f);
    EXPECT_EQ(left.signed_value(), 0.0f) << "and rises back";
}

TEST(Brake, ClosesInTwentyCallsAndStopsAtItsEnds)
{
    Brake brake;
    for (int i = 0; i < 19; ++i)
        brake.step(true, 0.05f);
    EXPECT_LT(brake.level(), 1.0f);
    for (int i = 0; i < 3; ++i)
        brake.step(true, 0.05f);
    EXPECT_EQ(brake.level(), 1.0f);
    for (int i = 0; i < 30; ++i)
        brake.step(false, 0.05f);
    EXPECT_EQ(brake.level(), 0.0f);
}

TEST(Brake, ActsOnlyAgainstTheMotionOrWhenThatIsUndefined)
{
    EXPECT_TRUE(Brake::acts(true, -0.1f));
    EXPECT_TRUE(Brake::acts(true, std::numeric_limits<float>::quiet_NaN()));
    EXPECT_FALSE(Brake::acts(true, 0.0f));
    EXPECT_FALSE(Brake::acts(true, 1.0f));
    EXPECT_FALSE(Brake::acts(false, -1.0f));
}

TEST(Slope, SplitsIntoDownAndUp)
{
    const auto levels = [](float slope) { return slope_levels(slope, rough()); };
    EXPECT_EQ(levels(-5.0f).down, 0.5f);
    EXPECT_EQ(levels(-5.0f).up, 0.0f);
    EXPECT_EQ(levels(5.0f).up, 0.5f);
    EXPECT_EQ(levels(-50.0f).down, 1.0f);
    EXPECT_FALSE(std::signbit(levels(0.0f).down)) << "+0 on level ground";
    EXPECT_FALSE(std::signbit(levels(-0.0f).up));
}

TEST(Shifts, AddUpBySource)
{
    Push push;
    const SurfaceTuning& tuning = rough();
    EXPECT_EQ(make_shifts(false, push, 0.0f, tuning, tuning), (std::array{0.0f, -10.0f}));
    EXPECT_EQ(make_shifts(true, push, 0.0f, tuning, tuning), (std::array{150.0f, -10.0f}));
    EXPECT_EQ(make_shifts(false, push, 1.0f, tuning, tuning), (std::array{-100.0f, 40.0f}));
    push.start(1.0f, tuning);
    push.advance(0.031f);
    EXPECT_EQ(make_shifts(false, push, 0.0f, tuning, tuning), (std::array{-52.0f, -62.0f}));
}

TEST(Shifts, TakeTheSlopeFromThePrimaryTruck)
{
    SurfaceTuning own = rough();
    SurfaceTuning primary = rough();
    own.a_shift_per_slope_hz = 1.0f;
    own.b_base_shift_hz = -25.0f;
    primary.a_shift_per_slope_hz = -150.0f;
    EXPECT_EQ(make_shifts(false, Push{}, 1.0f, own, primary), (std::array{-150.0f, 25.0f}));
}

} // namespace
} // namespace quern::bed
