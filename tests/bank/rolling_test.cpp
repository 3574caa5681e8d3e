// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
// That the bank rolls: blows whose rate is the speed's, wheels that turn, plates that ring; and that the
// measures behind these tests do tell rolling from shaped noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "figures.hpp"
#include "quern/bank/board.hpp"
#include "quern/bank/spectrum.hpp"

namespace quern::bank {
namespace {

double bin_speed(std::size_t bin)
{
    return speed_at((static_cast<double>(bin) + 0.5) / kMeasureBins);
}

int bins_whose_beat_is_the_wheels(const Figures& figures)
{
    int count = 0;
    for (std::size_t b = 0; b < kMeasureBins; ++b)
        count += std::fabs(figures.bins[b].beat_hz * kWheelTurnM / bin_speed(b) - 1.0) < 0.1 ? 1 : 0;
    return count;
}

/// White noise under the level curve of a member: everything but the rolling.
grain::Recording shaped_noise(const MemberSpec& spec)
{
    grain::Recording recording{std::vector<float>(spec.frames), spec.rate, 20.0f};
    Noise noise(7);
    for (std::size_t n = 0; n < recording.samples.size(); ++n) {
        const double progress = static_cast<double>(n) / spec.frames;
        recording.samples[n] =
            noise.next() * static_cast<float>(std::pow(10.0, level_at(spec, progress) / 20.0));
    }
    return recording;
}

/// How far the strongest spectral line between 60 Hz and 6 kHz stands above its neighbourhood, in dB.
double strongest_line_db(std::span<const float> samples, double rate_hz)
{
    constexpr std::size_t kSize = 16384, kAside = 20;
    const std::vector<double> window = hann_window(kSize);
    std::vector<double> frame(kSize), mean(kSize / 2 + 1);
    for (std::size_t from = 0; from + kSize <= samples.size(); from += kSize / 2) {
        for (std::size_t n = 0; n < kSize; ++n)
            frame[n] = double{samples[from + n]} * window[n];
        const std::vector<double> power = power_spectrum(frame, kSize);
        for (std::size_t k = 0; k < mean.size(); ++k)
            mean[k] += power[k];
    }
    const double per_hz = kSize / rate_hz;
    double strongest = 0.0;
    for (auto k = static_cast<std::size_t>(60.0 * per_hz); k < static_cast<std::size_t>(6000.0 * per_hz);
         ++k) {
        const auto at = [&](std::size_t i) { return mean.begin() + static_cast<std::ptrdiff_t>(i); };
        std::vector<double> near(at(k - kAside), at(k + kAside + 1));
        std::nth_element(near.begin(), near.begin() + kAside, near.end());
        strongest = std::max(strongest, mean[k] / near[kAside]);
    }
    return 10.0 * std::log10(strongest);
}

TEST(Rolling, BlowsComeInProportionToSpeed)
{
    constexpr double kRate = 48000.0;
    for (const MemberSpec& spec : specs()) {
        const Character& character = spec.character;
        double per_metre = 4.0 / double{character.grit.spacing_m} + 4.0 / double{character.stones.spacing_m};
        if (character.joints.spacing_m > 0.0f)
            per_metre += 8.0 / double{character.joints.spacing_m}; // two edges
        for (const double speed : {1.2, 4.0, 18.0}) {
            Board board({character.grit, character.stones, character.joints, character.wobble}, 5, kRate);
            Board::Step blows, scraping;
            constexpr int kSteps = 3750; // ten seconds
            int struck = 0;
            for (int k = 0; k < kSteps; ++k) {
                board.roll(speed, blows, scraping);
                struck += static_cast<int>(
                    std::count_if(blows.begin(), blows.end(), [](float x) { return x != 0.0f; }));
            }
            const double expected = 10.0 * speed * per_metre;
            EXPECT_NEAR(static_cast<double>(board.hits()) / expected, 1.0, 0.02)
                << spec.name << " at " << speed;
            // Each blow falls between two frames; some share theirs.
            EXPECT_LE(struck, 2.0 * static_cast<double>(board.hits())) << spec.name << " at " << speed;
            EXPECT_GE(struck, 1.5 * static_cast<double>(board.hits())) << spec.name << " at " << speed;
        }
    }
}

TEST(Rolling, RearWheelsMeetTheSameStones)
{
    const Texture stones{0.2f, 0.9f, 1.0f, 2.0f};
    AsperityTrack front(stones, {3, 10, 0.0}, 10.0), rear(stones, {3, 11, 0.36}, 10.36);
    for (int i = 0; i < 100; ++i) {
        EXPECT_NEAR(rear.ahead().place_m - front.ahead().place_m, 0.36, 1e-9);
        EXPECT_EQ(std::signbit(rear.ahead().height), std::signbit(front.ahead().height));
        EXPECT_NE(rear.ahead().height, front.ahead().height);
        front.advance();
        rear.advance();
    }
}

TEST(Rolling, FirstTenthIsNearlyStationary)
{
    EXPECT_LT(speed_at(0.1) / speed_at(0.0), 1.2);
    EXPECT_GT(speed_at(1.0) / speed_at(0.1), 10.0);
    for (int i = 1; i <= 100; ++i)
        EXPECT_GE(speed_at(i / 100.0), speed_at((i - 1) / 100.0));
}

TEST(Rolling, LoudnessBeatsWithTheTurningWheels)
{
    for (const MemberSpec& spec : specs()) {
        const Figures& figures = test::made(spec.name).figures;
        EXPECT_GE(bins_whose_beat_is_the_wheels(figures), 15) << spec.name;
    }
    EXPECT_LE(bins_whose_beat_is_the_wheels(measure(shaped_noise(*find("concrete_rough_hard")).view())), 5);
}

TEST(Rolling, SlowBlowsStandOutAndFastOnesMerge)
{
    for (const MemberSpec& spec : specs()) {
        const auto& bins = test::made(spec.name).figures.bins;
        EXPECT_GT(bins[0].kurtosis, 3.4) << spec.name;
        if (spec.name.ends_with("_hard")) {
            EXPECT_GT(bins[0].kurtosis, bins[19].kurtosis + 0.5) << spec.name;
        }
    }
}

TEST(Rolling, MetalRingsFourTimesLongerThanAsphalt)
{
    const double metal = test::made("metal_smooth_hard").figures.ring_s;
    for (const char* name : {"asphalt_rough_hard", "asphalt_smooth_hard", "concrete_rough_hard"})
        EXPECT_GT(metal, 4.0 * test::made(name).figures.ring_s) << name;
}

TEST(Rolling, WheelsDoNotHumAtAFixedPitch)
{
    const auto second_half = [](const grain::Recording& recording) {
        return std::span(recording.samples).subspan(recording.samples.size() / 2);
    };
    for (const MemberSpec& spec : specs()) {
        if (spec.name.starts_with("metal") || spec.name.starts_with("wood") || spec.name.starts_with("x_jet"))
            continue; // a plate and a box ring, and a turbine sings while it climbs
        const grain::Recording& recording = test::made(spec.name).recording;
        EXPECT_LT(strongest_line_db(second_half(recording), recording.rate), 6.0) << spec.name;
    }
    const grain::Recording& metal = test::made("metal_smooth_hard").recording;
    EXPECT_GT(strongest_line_db(second_half(metal), metal.rate), 12.0);
}

} // namespace
} // namespace quern::bank
