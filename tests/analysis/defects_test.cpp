// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/sound_defects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "rolls.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::formats {
namespace {

using namespace test;

std::vector<float> steady()
{
    return noise_roll(8.0, [](double) { return 0.0; });
}

void silence(std::vector<float>& samples, double from_s, double to_s, float factor = 0.0f)
{
    for (auto n = static_cast<std::size_t>(from_s * kRate); n < static_cast<std::size_t>(to_s * kRate); ++n)
        samples[n] *= factor;
}

TEST(SoundDefects, FindsNothingInCleanNoise)
{
    const std::vector<float> samples = steady();
    const SoundSpan sound = span_of(samples);
    const Silences silences = find_silences(sound);
    EXPECT_TRUE(silences.gaps.empty());
    EXPECT_LT(silences.leading_s + silences.trailing_s, 0.001);
    EXPECT_TRUE(find_holes(sound).empty());
    EXPECT_EQ(find_clipping(sound).runs, 0u);
    std::size_t clicks = 0;
    EXPECT_TRUE(find_clicks(sound, 10, clicks).empty());
    EXPECT_EQ(find_hum(sound).hz, 0.0);
}

TEST(SoundDefects, FindsSilenceAtTheEndsAndInside)
{
    std::vector<float> samples = steady();
    silence(samples, 0.0, 0.5);
    silence(samples, 3.0, 3.04);
    silence(samples, 5.0, 5.001); // too short to count
    silence(samples, 7.75, 8.0);
    const Silences found = find_silences(span_of(samples));
    EXPECT_NEAR(found.leading_s, 0.5, 0.001);
    EXPECT_NEAR(found.trailing_s, 0.25, 0.001);
    ASSERT_EQ(found.gaps.size(), 1u);
    EXPECT_NEAR(found.gaps[0].from_s, 3.0, 0.001);
    EXPECT_NEAR(found.gap_s, 0.04, 0.001);
    const std::vector<float> nothing(1000);
    EXPECT_EQ(find_silences(span_of(nothing)).trailing_s, 0.0) << "all of it is the start";
}

TEST(SoundDefects, FindsAHoleThatIsNotQuiteSilent)
{
    std::vector<float> samples = steady();
    silence(samples, 4.0, 4.1, 0.01f);
    const std::vector<Stretch> holes = find_holes(span_of(samples));
    ASSERT_EQ(holes.size(), 1u);
    EXPECT_NEAR(holes[0].from_s, 4.0, 0.011);
    EXPECT_NEAR(holes[0].to_s, 4.1, 0.011);
}

TEST(SoundDefects, FindsFlatTopsAtAnyLevel)
{
    for (const float ceiling : {1.0f, 0.5f}) {
        std::vector<float> samples = samples_of(8.0, [](double t) {
            return (0.5 + 1.5 * t / 8.0) * std::sin(2.0 * std::numbers::pi * 200.0 * t);
        });
        for (float& x : samples)
            x = std::clamp(x, -1.0f, 1.0f) * ceiling;
        const Clipping found = find_clipping(span_of(samples));
        EXPECT_GT(found.runs, 100u);
        EXPECT_NEAR(found.first_s, 2.67, 0.3) << "where it is loud enough";
        EXPECT_FLOAT_EQ(static_cast<float>(found.level), ceiling);
    }
    std::vector<float> touched = steady();
    touched[50'000] = 1.0f;
    EXPECT_EQ(find_clipping(span_of(touched)).runs, 0u) << "one sample is a peak";
}

TEST(SoundDefects, FindsTheClicksThatTheHouseFinds)
{
    std::vector<float> samples =
        samples_of(4.0, [](double t) { return 0.2 * std::sin(2.0 * std::numbers::pi * 200.0 * t); });
    for (const std::size_t at : {30'000u, 90'000u, 90'040u, 150'000u})
        samples[at] += 0.4f;
    std::size_t total = 0;
    const std::vector<Click> clicks = find_clicks(span_of(samples), 2, total);
    EXPECT_EQ(total, 3u) << "one a window";
    ASSERT_EQ(clicks.size(), 2u);
    EXPECT_NEAR(clicks[0].at_s, 30'000.0 / kRate, 2.0 / kRate);
    EXPECT_NEAR(clicks[0].step, 0.4, 0.01);
    EXPECT_GT(clicks[0].factor, 30.0);
    std::size_t windows = 0, last = SIZE_MAX;
    for (const quern::test::Click& click : quern::test::find_clicks(samples)) {
        windows += click.frame / quern::test::kClickWindow != last ? 1 : 0;
        last = click.frame / quern::test::kClickWindow;
    }
    EXPECT_EQ(windows, total);
}

TEST(SoundDefects, TellsHumFromRumble)
{
    for (const double mains : {50.0, 60.0}) {
        std::vector<float> samples = noise_roll(8.0, [](double) { return -20.0; });
        for (std::size_t n = 0; n < samples.size(); ++n)
            samples[n] += static_cast<float>(
                0.01 * std::sin(2.0 * std::numbers::pi * mains * static_cast<double>(n) / kRate));
        const Hum found = find_hum(span_of(samples));
        EXPECT_EQ(found.hz, mains);
        EXPECT_NEAR(found.level_dbfs, -43.0, 1.0);
    }
    // A wheel that passes through 50 Hz on its way up is no hum.
    double phase = 0.0;
    const std::vector<float> sweep = samples_of(8.0, [&](double t) {
        phase += 2.0 * std::numbers::pi * (20.0 + 10.0 * t) / kRate;
        return 0.1 * std::sin(phase);
    });
    EXPECT_EQ(find_hum(span_of(sweep)).hz, 0.0);
}

} // namespace
} // namespace quern::formats
