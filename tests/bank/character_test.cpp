// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
// What the survey of the original recordings found (docs/spec/grain.md §1.2), asked of ours.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "figures.hpp"

namespace quern::bank {
namespace {

struct LevelPair {
    std::string_view name;
    double slow_dbfs, fast_dbfs;
};
constexpr std::array<LevelPair, 3> kStatedLevels{{
    {"x_jet_rolling", -34.2, -18.9},
    {"concrete_rough_hard", -22.8, -13.6},
    {"asphalt_smooth_hard", -25.3, -12.9},
}};

struct ColourPair {
    std::string_view name;
    double slow_hz, fast_hz;
};
constexpr std::array<ColourPair, 2> kStatedColours{{
    {"concrete_smooth_hard", 1080.0, 2000.0},
    {"wood_ramp_hard", 420.0, 1480.0},
}};

TEST(Character, LevelNeverFallsAndStartsFlat)
{
    for (const MemberSpec& spec : specs()) {
        const auto& bins = test::made(spec.name).figures.bins;
        for (std::size_t b = 1; b < kMeasureBins; ++b)
            EXPECT_GT(bins[b].level_dbfs, bins[b - 1].level_dbfs) << spec.name << " bin " << b;
        EXPECT_LT(bins[1].level_dbfs - bins[0].level_dbfs, 1.5) << spec.name;
    }
}

TEST(Character, LevelRisesAsStated)
{
    for (const LevelPair& pair : kStatedLevels) {
        const auto& bins = test::made(pair.name).figures.bins;
        EXPECT_NEAR(bins.front().level_dbfs, pair.slow_dbfs, 1.0) << pair.name;
        EXPECT_NEAR(bins.back().level_dbfs, pair.fast_dbfs, 1.0) << pair.name;
    }
    for (const MemberSpec& spec : specs()) {
        if (spec.name == "x_jet_rolling" || spec.name == "asphalt_smooth_hard")
            continue; // their stated pairs rise by more
        const auto& bins = test::made(spec.name).figures.bins;
        const double rise = bins.back().level_dbfs - bins.front().level_dbfs;
        EXPECT_GE(rise, 9.0) << spec.name;
        EXPECT_LE(rise, 12.0) << spec.name;
    }
}

TEST(Character, LevelFollowsTheWrittenCurve)
{
    for (const MemberSpec& spec : specs()) {
        const auto& bins = test::made(spec.name).figures.bins;
        for (std::size_t b = 0; b < kMeasureBins; ++b) {
            const double progress = (static_cast<double>(b) + 0.5) / kMeasureBins;
            EXPECT_NEAR(bins[b].level_dbfs, level_at(spec, progress), 0.15) << spec.name << " bin " << b;
        }
    }
}

TEST(Character, CentroidsAreAsStatedByMagnitudeAndByPower)
{
    for (const ColourPair& pair : kStatedColours) {
        const auto& bins = test::made(pair.name).figures.bins;
        EXPECT_NEAR(bins.front().centroid_hz / pair.slow_hz, 1.0, 0.1) << pair.name;
        EXPECT_NEAR(bins.back().centroid_hz / pair.fast_hz, 1.0, 0.1) << pair.name;
        EXPECT_NEAR(bins.front().power_centroid_hz / pair.slow_hz, 1.0, 0.1) << pair.name;
        EXPECT_NEAR(bins.back().power_centroid_hz / pair.fast_hz, 1.0, 0.1) << pair.name;
    }
}

TEST(Character, CentroidRisesNearlyEverywhere)
{
    for (const MemberSpec& spec : specs()) {
        const auto& bins = test::made(spec.name).figures.bins;
        for (std::size_t b = 1; b < kMeasureBins; ++b)
            EXPECT_GT(bins[b].centroid_hz, 0.96 * bins[b - 1].centroid_hz) << spec.name << " bin " << b;
        for (std::size_t b = 5; b < kMeasureBins; ++b)
            EXPECT_GT(bins[b].centroid_hz, bins[b - 5].centroid_hz) << spec.name << " bin " << b;
    }
}

TEST(Character, SoftWheelsAreQuieterAndDarker)
{
    int pairs = 0;
    for (const MemberSpec& spec : specs()) {
        const std::size_t cut = spec.name.rfind("_soft");
        if (cut == std::string_view::npos)
            continue;
        ++pairs;
        const auto& soft = test::made(spec.name).figures.bins;
        const auto& hard = test::made(std::string(spec.name.substr(0, cut)) + "_hard").figures.bins;
        for (std::size_t b = 0; b < kMeasureBins; ++b) {
            EXPECT_LE(soft[b].level_dbfs, hard[b].level_dbfs - 2.0) << spec.name << " bin " << b;
            EXPECT_LE(soft[b].centroid_hz, 0.85 * hard[b].centroid_hz) << spec.name << " bin " << b;
            EXPECT_LE(soft[b].power_centroid_hz, 0.85 * hard[b].power_centroid_hz)
                << spec.name << " bin " << b;
        }
    }
    EXPECT_EQ(pairs, 6);
}

} // namespace
} // namespace quern::bank
