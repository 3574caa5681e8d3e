// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/conform.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "quern/bank/built_in.hpp"
#include "quern/bank/measure.hpp"

namespace quern::bank {
namespace {

/// White noise whose level follows `db_at(0..1)`.
template <class Level> grain::Recording noise(Level db_at)
{
    grain::Recording recording;
    recording.samples.resize(48000 * 10);
    recording.duration = 10.0f;
    std::uint32_t x = 99;
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        x = x * 1664525u + 1013904223u;
        const double level = std::pow(10.0, db_at(static_cast<double>(i) / 480000.0) / 20.0);
        recording.samples[i] = static_cast<float>(level * (static_cast<double>(x >> 8) / 8388608.0 - 1.0));
    }
    return recording;
}

double rise(const grain::Recording& recording)
{
    const Figures figures = measure(recording.view());
    return figures.bins.back().level_dbfs - figures.bins.front().level_dbfs;
}

TEST(Conform, GivesALevelRecordingTheRiseOfARoll)
{
    grain::Recording flat = noise([](double) { return -12.0; });
    const Conformed done = conform(flat);
    EXPECT_TRUE(done.levelled);
    EXPECT_NEAR(done.rise_db, 0.0, 0.3);
    EXPECT_NEAR(rise(flat), 10.0, 0.5);
    const Figures figures = measure(flat.view());
    for (std::size_t bin = 1; bin < kMeasureBins; ++bin)
        EXPECT_GE(figures.bins[bin].level_dbfs, figures.bins[bin - 1].level_dbfs - 0.2);
}

TEST(Conform, TurnsAFallingLevelRound)
{
    grain::Recording falling = noise([](double along) { return -10.0 - 12.0 * along; });
    EXPECT_TRUE(conform(falling).levelled);
    EXPECT_GT(rise(falling), 8.0);
    EXPECT_LE(measure(falling.view()).peak_dbfs, -1.0);
}

TEST(Conform, LeavesARollAloneToTheBit)
{
    for (const MemberSpec& spec : specs()) {
        grain::Recording roll = synthesise(spec);
        const auto before = roll.samples;
        EXPECT_FALSE(conform(roll).levelled) << spec.name;
        EXPECT_EQ(roll.samples, before) << spec.name;
    }
}

TEST(Conform, LeavesSilenceAndScrapsAlone)
{
    grain::Recording silence;
    silence.samples.resize(96000);
    EXPECT_FALSE(conform(silence).levelled);
    grain::Recording scrap;
    scrap.samples.assign(100, 0.5f);
    EXPECT_FALSE(conform(scrap).levelled);
    grain::Recording empty;
    EXPECT_FALSE(conform(empty).levelled);
}

} // namespace
} // namespace quern::bank
