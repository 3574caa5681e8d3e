// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/roll_profile.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "quern/bank/measure.hpp"
#include "quern/bank/spectrum.hpp"
#include "quern/formats/analysis/spectrum_meter.hpp"
#include "rolls.hpp"

namespace quern::formats {
namespace {

using namespace test;

TEST(RollProfile, AgreesWithTheFiguresOfTheBank)
{
    const SoundChannels& file = built_in("wood_ramp_soft");
    const std::vector<float>& samples = file.channels.front();
    const RollProfile profile = profile_of({samples, static_cast<double>(file.rate)});
    const bank::Figures figures =
        bank::measure({samples.data(), static_cast<std::uint32_t>(samples.size()), file.rate, 0.0f});
    for (std::size_t b = 0; b < bank::kMeasureBins; ++b) {
        EXPECT_NEAR(profile.bins[b].level_dbfs, figures.bins[b].level_dbfs, 1e-6);
        EXPECT_NEAR(profile.bins[b].centroid_hz, figures.bins[b].centroid_hz, 0.05);
    }
    EXPECT_NEAR(profile.peak_dbfs, figures.peak_dbfs, 1e-9);
    EXPECT_NEAR(profile.crest_db, figures.crest_db, 1e-6);
    EXPECT_NEAR(profile.dc, figures.dc, 1e-12);
    EXPECT_DOUBLE_EQ(profile.level_rank, 1.0);
    EXPECT_GT(profile.brightness_ratio, 2.5);
}

TEST(RollProfile, TakesTheSameSpectrumAsTheBank)
{
    const std::vector<float> samples = noise_roll(0.2, [](double) { return 0.0; });
    SpectrumMeter meter(4096);
    const SpectrumMeter::Spectra spectra = meter.measure(std::span(samples).first(4096));
    ASSERT_EQ(spectra.frames, 1u);
    std::vector<double> frame = bank::hann_window(4096);
    for (std::size_t n = 0; n < frame.size(); ++n)
        frame[n] *= static_cast<double>(samples[n]);
    const std::vector<double> expected = bank::power_spectrum(frame, 4096);
    for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_NEAR(spectra.power[k], expected[k], 1e-3 * expected[k] + 1e-6) << k;
}

TEST(RollProfile, WeighsLevelAsLoudnessMetersDo)
{
    const auto lufs = [](double hz, double amplitude) {
        const std::vector<float> sine =
            samples_of(3.0, [&](double t) { return amplitude * std::sin(2.0 * std::numbers::pi * hz * t); });
        return perceived_level(span_of(sine));
    };
    EXPECT_NEAR(lufs(997.0, 1.0), -3.01, 0.02);
    EXPECT_NEAR(lufs(997.0, 0.1), -23.01, 0.02);
    EXPECT_NEAR(lufs(10000.0, 0.1), lufs(997.0, 0.1) + 3.3, 0.3) << "the head's shelf";
    EXPECT_LT(lufs(40.0, 0.1), lufs(997.0, 0.1) - 3.0) << "the high-pass";
    EXPECT_LT(perceived_level(span_of(std::vector<float>(kRate))), -190.0);
}

TEST(RollProfile, RanksValuesAgainstTheirOrder)
{
    EXPECT_DOUBLE_EQ(rank_with_order(std::vector{1.0, 2.0, 2.5, 9.0}), 1.0);
    EXPECT_DOUBLE_EQ(rank_with_order(std::vector{9.0, 2.5, 2.0, 1.0}), -1.0);
    EXPECT_NEAR(rank_with_order(std::vector{1.0, 3.0, 2.0, 4.0}), 0.8, 1e-12);
    EXPECT_NEAR(rank_with_order(std::vector{1.0, 2.0, 2.0, 3.0}), 0.9487, 1e-4) << "ties share a rank";
    EXPECT_EQ(rank_with_order(std::vector{5.0, 5.0, 5.0}), 0.0);
    EXPECT_EQ(rank_with_order(std::vector<double>{}), 0.0);
}

TEST(RollProfile, FindsWhereTheSteadyHeadEnds)
{
    const auto head = [](double steady) {
        return steady_head_of(span_of(noise_roll(20.0, [&](double progress) {
            return progress < steady ? -15.0 : -15.0 + 15.0 * (progress - steady) / (1.0 - steady);
        })));
    };
    // The level needs a while to rise by 1 dB.
    EXPECT_NEAR(head(0.0), 2.0, 0.8);
    EXPECT_NEAR(head(0.3), 6.9, 0.8);
    EXPECT_NEAR(head(0.7), 14.4, 0.8);
    EXPECT_NEAR(head(1.0), 20.0, 1e-9) << "steady throughout";
    EXPECT_EQ(steady_head_of({}), 0.0);
}

TEST(RollProfile, TakesAnyLength)
{
    const std::vector<float> samples(5000, 0.25f);
    for (const std::size_t frames : {0u, 1u, 19u})
        EXPECT_EQ(profile_of({std::span(samples).first(frames), 48000.0}).peak_dbfs, 0.0);
    for (const std::size_t frames : {20u, 21u, 999u, 5000u}) {
        const RollProfile profile = profile_of({std::span(samples).first(frames), 48000.0});
        EXPECT_NEAR(profile.peak_dbfs, -12.04, 0.01) << frames;
        EXPECT_NEAR(profile.bins[19].level_dbfs, -12.04, 0.01) << frames;
        EXPECT_TRUE(std::isfinite(profile.bins[7].centroid_hz)) << frames;
        EXPECT_TRUE(std::isfinite(profile.bins[7].perceived_lufs)) << frames;
    }
}

} // namespace
} // namespace quern::formats
