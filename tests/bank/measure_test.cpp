// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "quern/bank/texture.hpp"

namespace quern::bank {
namespace {

constexpr std::uint32_t kRate = 44100;

/// Twenty seconds of what `value(seconds)` says.
template <class Value> grain::Recording recording_of(Value value)
{
    grain::Recording recording{std::vector<float>(20 * kRate), kRate, 20.0f};
    for (std::size_t n = 0; n < recording.samples.size(); ++n)
        recording.samples[n] = static_cast<float>(value(static_cast<double>(n) / kRate));
    return recording;
}

TEST(Measure, ReadsASine)
{
    const auto sine = [](double t) { return 0.5 * std::sin(2.0 * std::numbers::pi * 1000.0 * t) + 0.01; };
    const Figures figures = measure(recording_of(sine).view());
    for (const BinFigures& bin : figures.bins) {
        EXPECT_NEAR(bin.level_dbfs, -9.03, 0.01);
        EXPECT_NEAR(bin.power_centroid_hz, 1000.0, 5.0);
        EXPECT_NEAR(bin.kurtosis, 1.5, 0.01);
    }
    EXPECT_NEAR(figures.peak_dbfs, 20.0 * std::log10(0.51), 0.01);
    EXPECT_NEAR(figures.dc, 0.01, 1e-5);
    EXPECT_NEAR(figures.crest_db, 3.18, 0.02);
    EXPECT_NEAR(figures.ring_s, 0.5, 0.01);
}

TEST(Measure, FindsTheCentreOfWhiteNoise)
{
    Noise noise(1);
    const Figures figures = measure(recording_of([&](double) { return 0.3 * double{noise.next()}; }).view());
    for (const BinFigures& bin : figures.bins) {
        EXPECT_NEAR(bin.centroid_hz, kRate / 4.0, 150.0);
        EXPECT_NEAR(bin.power_centroid_hz, kRate / 4.0, 300.0);
        EXPECT_NEAR(bin.kurtosis, 1.8, 0.05);
    }
    EXPECT_LT(figures.ring_s, 0.001);
}

TEST(Measure, HearsTheBeatOfPulsingNoise)
{
    for (const double hz : {7.0, 31.0, 104.0}) {
        Noise noise(2);
        const auto pulsing = [&](double t) {
            return 0.2 * double{noise.next()} * (1.0 + 0.3 * std::sin(2.0 * std::numbers::pi * hz * t));
        };
        const Figures figures = measure(recording_of(pulsing).view());
        for (const BinFigures& bin : figures.bins) {
            EXPECT_NEAR(bin.beat_hz / hz, 1.0, 0.08);
            EXPECT_GT(bin.beat_contrast, 5.0);
        }
    }
}

TEST(Measure, SeesAClick)
{
    const auto sine = [](double t) { return 0.2 * std::sin(2.0 * std::numbers::pi * 200.0 * t); };
    grain::Recording recording = recording_of(sine);
    EXPECT_LT(measure(recording.view()).sharpest_step, 3.0);
    recording.samples[300'000] += 0.5f;
    EXPECT_GT(measure(recording.view()).sharpest_step, 30.0);
}

TEST(Measure, TakesAnyLength)
{
    const std::vector<float> samples(5000, 0.25f);
    for (const std::uint32_t frames : {0u, 1u, 19u}) {
        const Figures figures = measure({samples.data(), frames, kRate, 1.0f});
        EXPECT_EQ(figures.peak_dbfs, 0.0);
        EXPECT_EQ(figures.bins[0].level_dbfs, 0.0);
    }
    for (const std::uint32_t frames : {20u, 21u, 999u, 5000u}) {
        const Figures figures = measure({samples.data(), frames, kRate, 1.0f});
        EXPECT_NEAR(figures.peak_dbfs, -12.04, 0.01) << frames;
        EXPECT_NEAR(figures.bins[19].level_dbfs, -12.04, 0.01) << frames;
        EXPECT_TRUE(std::isfinite(figures.bins[7].centroid_hz)) << frames;
    }
    EXPECT_EQ(measure({}).dc, 0.0);
}

} // namespace
} // namespace quern::bank
