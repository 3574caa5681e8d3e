// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/position_fit.hpp"

#include <gtest/gtest.h>

#include "quern/bed/records.hpp"
#include "rolls.hpp"

namespace quern::formats {
namespace {

using namespace test;

constexpr double kWindow = 1.6;
constexpr std::array<float, 4> kStraight{0.0f, 1.0f / 3.0f, 2.0f / 3.0f, 1.0f};

TEST(PositionFit, LeavesAnEvenRiseStraight)
{
    const std::vector<float> samples = noise_roll(20.0, [](double p) { return 12.0 * p - 12.0; });
    const PositionFit fit = fit_position(span_of(samples), {0.0, 20.0}, kWindow);
    EXPECT_LT(fit.uneven_db, 0.3);
    EXPECT_NEAR(fit.rise_db, 12.0 * (1.0 - kWindow / 20.0), 0.3);
    for (int i = 0; i <= 10; ++i) {
        const float speed = static_cast<float>(i) / 10.0f;
        EXPECT_NEAR(bed::position_a(speed, fit.points), speed, 0.03) << speed;
    }
}

TEST(PositionFit, EvensOutARiseThatComesLate)
{
    const std::vector<float> samples = noise_roll(20.0, [](double p) { return 12.0 * p * p * p - 12.0; });
    const SoundSpan sound = span_of(samples);
    const PositionFit fit = fit_position(sound, {0.0, 20.0}, kWindow);
    const PositionFit straight = judge_position(perceived_over_position(sound, kWindow, 101), kStraight);
    EXPECT_GT(straight.uneven_db, 3.0);
    EXPECT_LT(fit.uneven_db, 1.0);
    EXPECT_GT(bed::position_a(0.5f, fit.points), 0.65f) << "half the speed is already far along";
}

TEST(PositionFit, EndsOnLevelsThatAreNoNumbers)
{
    std::vector<float> samples(48000 * 4, 0.25f);
    samples[100000] = std::numeric_limits<float>::quiet_NaN();
    const PositionFit fit = fit_position(span_of(samples), {0.0, 4.0}, kWindow);
    EXPECT_LE(fit.points[0], fit.points[3]);
}

TEST(PositionFit, NeverRunsBackwards)
{
    for (const double bend : {0.2, 1.0, 6.0}) {
        const std::vector<float> samples =
            noise_roll(12.0, [&](double p) { return 12.0 * std::pow(p, bend) - 12.0; });
        const PositionFit fit = fit_position(span_of(samples), {0.0, 12.0}, kWindow);
        float before = -1.0f;
        for (int i = 0; i <= 200; ++i) {
            const float position = bed::position_a(static_cast<float>(i) / 200.0f, fit.points);
            EXPECT_GE(position, before - 1e-6f) << bend << " at " << i;
            before = position;
        }
    }
}

TEST(PositionFit, ReadsOnlyThePartToKeep)
{
    const std::vector<float> samples = noise_roll(20.0, [](double p) { return 12.0 * p - 12.0; });
    const PositionFit fit = fit_position(span_of(samples), {4.0, 18.0}, kWindow);
    const double travel = 20.0 - kWindow;
    EXPECT_NEAR(double{fit.points[0]} * travel, 4.0, 0.01) << "the slowest window begins where the part does";
    EXPECT_NEAR(double{fit.points[3]} * travel + kWindow, 18.0, 0.01) << "and the fastest ends where it ends";
}

} // namespace
} // namespace quern::formats
