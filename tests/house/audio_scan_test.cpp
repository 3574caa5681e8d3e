// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The measures of tests/support find what is planted and stay silent on clean sound.
#include "tests/support/audio_scan.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace quern::test {
namespace {

std::vector<float> sine(double hz, double amplitude, std::size_t frames, double rate = 48000.0)
{
    std::vector<float> samples(frames);
    for (std::size_t i = 0; i < frames; ++i)
        samples[i] = static_cast<float>(
            amplitude * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(i) / rate));
    return samples;
}

TEST(ClickScan, ASineHasNoClick)
{
    EXPECT_TRUE(find_clicks(sine(100.0, 0.9, 48000)).empty());
    EXPECT_TRUE(find_clicks(sine(9000.0, 0.9, 48000)).empty());
}

TEST(ClickScan, APlantedStepIsFoundWhereItIs)
{
    auto samples = sine(60.0, 0.02, 48000);
    for (std::size_t i = 20000; i < samples.size(); ++i)
        samples[i] += 0.05f;
    const auto clicks = find_clicks(samples);
    ASSERT_EQ(clicks.size(), 1u);
    EXPECT_EQ(clicks[0].frame, 20000u);
    EXPECT_NEAR(clicks[0].step, 0.05f, 1e-3f);
}

TEST(ClickScan, AStepBetweenTwoWindowsIsFound)
{
    std::vector<float> samples(4 * kClickWindow, 0.0f);
    samples[kClickWindow] = 0.5f;
    EXPECT_EQ(find_clicks(samples).size(), 2u) << "up at the window's first frame, down at the next";
}

TEST(ClickScan, ASmallStepOrALoudNeighbourhoodIsNoClick)
{
    std::vector<float> quiet(4096, 0.0f);
    quiet[2000] = 0.019f;
    EXPECT_TRUE(find_clicks(quiet).empty());
    auto loud = sine(12000.0, 0.5, 4096);
    loud[2000] += 0.3f;
    EXPECT_TRUE(find_clicks(loud).empty());
}

TEST(ClickScan, OneChannelOfAnInterleavedSignalIsScanned)
{
    std::vector<float> stereo(2 * 4096, 0.0f);
    for (std::size_t frame = 1000; frame < 4096; ++frame)
        stereo[2 * frame + 1] = 0.5f;
    EXPECT_TRUE(find_clicks(stereo, 2, 0).empty());
    ASSERT_EQ(find_clicks(stereo, 2, 1).size(), 1u);
    EXPECT_EQ(find_clicks(stereo, 2, 1)[0].frame, 1000u);
}

TEST(ClickScan, AnInjectedNanIsAClick)
{
    auto samples = sine(100.0, 0.5, 4096);
    samples[2000] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(find_clicks(samples).empty());
}

TEST(FiniteScan, AnInjectedNanOrInfinityIsFound)
{
    auto samples = sine(100.0, 0.5, 4096);
    EXPECT_FALSE(first_non_finite(samples).has_value());
    samples[3000] = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(first_non_finite(samples), 3000u);
    samples[1234] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(first_non_finite(samples), 1234u);
}

TEST(Level, ASineIsThreeDecibelsBelowItsPeak)
{
    const auto samples = sine(1000.0, 0.5, 96000);
    EXPECT_NEAR(rms(samples), 0.5 / std::numbers::sqrt2, 1e-6);
    EXPECT_NEAR(to_db(rms(samples) / static_cast<double>(peak(samples))), -3.0103, 1e-3);
    const auto seconds = rms_per_second(samples, 2, 24000);
    ASSERT_EQ(seconds.size(), 2u);
    EXPECT_NEAR(seconds[1], 0.5 / std::numbers::sqrt2, 1e-6);
}

TEST(Spearman, OrderIsWhatCounts)
{
    const std::array<double, 5> x{1, 2, 3, 4, 5}, cubes{1, 8, 27, 64, 125}, falling{9, 7, 5, 3, 1};
    EXPECT_DOUBLE_EQ(spearman(x, cubes), 1.0);
    EXPECT_DOUBLE_EQ(spearman(x, falling), -1.0);
    // Ties share their rank: ranks 1.5 1.5 3 4 5 against 1..5 give 9.5 / sqrt(10 * 9.5).
    const std::array<double, 5> tied{1, 1, 3, 4, 5};
    EXPECT_NEAR(spearman(x, tied), 9.5 / std::sqrt(95.0), 1e-12);
    const std::array<double, 5> constant{2, 2, 2, 2, 2};
    EXPECT_TRUE(std::isnan(spearman(x, constant)));
}

TEST(Tone, ReadsTheAmplitudeOfOneFrequency)
{
    auto samples = sine(1000.0, 0.25, 48000);
    const auto other = sine(1500.0, 0.5, 48000);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] += other[i];
    EXPECT_NEAR(tone_amplitude(samples, 1000.0, 48000.0), 0.25, 1e-5);
    EXPECT_NEAR(tone_amplitude(samples, 1500.0, 48000.0), 0.5, 1e-5);
    EXPECT_LT(tone_amplitude(samples, 1250.0, 48000.0), 1e-5);
}

TEST(Hash, DiffersByASingleBit)
{
    const auto samples = sine(100.0, 0.5, 1000);
    auto other = samples;
    EXPECT_EQ(hash(samples), hash(other));
    other[500] = std::nextafter(other[500], 1.0f);
    EXPECT_NE(hash(samples), hash(other));
    EXPECT_NE(hash(std::array{0.0f}), hash(std::array{-0.0f}));
}

} // namespace
} // namespace quern::test
