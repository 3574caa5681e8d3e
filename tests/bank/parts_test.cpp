// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "quern/bank/board.hpp"
#include "quern/bank/built_in.hpp"
#include "quern/bank/contact.hpp"
#include "quern/bank/jet.hpp"
#include "quern/bank/levelling.hpp"
#include "quern/core/elementary.hpp"

namespace quern::bank {
namespace {

TEST(Elementary, AgreesWithTheCLibrary)
{
    for (double x = -40.0; x <= 40.0; x += 0.173)
        EXPECT_NEAR(exp2_of(x) / std::exp2(x), 1.0, 1e-12) << x;
    for (double x = 1e-6; x < 1e6; x *= 1.37)
        EXPECT_NEAR(log2_of(x), std::log2(x), 1e-12) << x;
    for (double x = -std::numbers::pi; x <= std::numbers::pi; x += 0.01) {
        EXPECT_NEAR(sin_of(x), std::sin(x), 1e-12) << x;
        EXPECT_NEAR(cos_of(x), std::cos(x), 1e-12) << x;
    }
    EXPECT_NEAR(gain_of_db(-20.0), 0.1, 1e-13);
    EXPECT_NEAR(between(100.0, 400.0, 0.5), 200.0, 1e-9);
}

/// Seconds until the ringing of one blow has fallen by 60 dB, read off its energy from behind.
double t60_of(const Modes& modes, double rate_hz)
{
    ModalBank bank(modes, rate_hz);
    std::vector<float> blow(static_cast<std::size_t>(3.0 * rate_hz)), ring(blow.size());
    blow[0] = 1.0f;
    bank.ring(blow, ring);
    double total = 0.0;
    for (const float x : ring)
        total += double{x} * double{x};
    double left = total;
    for (std::size_t n = 0; n < ring.size(); ++n) {
        left -= double{ring[n]} * double{ring[n]};
        if (left < total * 1e-6)
            return static_cast<double>(n) / rate_hz;
    }
    return 3.0;
}

TEST(ModalBank, RingsAtItsPitchForItsTime)
{
    constexpr double kRate = 48000.0;
    Modes modes{};
    modes[5] = {750.0f, 0.4f, 0.25f};
    EXPECT_NEAR(t60_of(modes, kRate), 0.4, 0.02);

    ModalBank bank(modes, kRate);
    std::vector<float> blow(4800), ring(blow.size());
    blow[0] = 1.0f;
    bank.ring(blow, ring);
    int upward = 0;
    float highest = 0.0f;
    for (std::size_t n = 1; n < ring.size(); ++n) {
        upward += ring[n - 1] < 0.0f && ring[n] >= 0.0f ? 1 : 0;
        highest = std::max(highest, std::fabs(ring[n]));
    }
    EXPECT_NEAR(upward, 75, 1);
    EXPECT_NEAR(highest, 0.25f, 0.01f);
}

TEST(ModalBank, MetalOutlastsAsphaltByFourTimes)
{
    const double metal = t60_of(find("metal_smooth_hard")->character.modes, 48000.0);
    const double asphalt = t60_of(find("asphalt_smooth_hard")->character.modes, 48000.0);
    EXPECT_GT(metal, 4.0 * asphalt);
    EXPECT_GT(t60_of(find("wood_ramp_hard")->character.modes, 48000.0), asphalt);
    EXPECT_GT(asphalt, t60_of(find("asphalt_smooth_soft")->character.modes, 48000.0));
}

TEST(Contact, PassesItsBandAndNothingElse)
{
    constexpr double kRate = 48000.0;
    const auto gain_db = [](double hz) {
        Contact contact(kRate);
        contact.set_band(200.0, 2000.0);
        std::vector<float> tone(48000);
        for (std::size_t n = 0; n < tone.size(); ++n)
            tone[n] =
                static_cast<float>(std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(n) / kRate));
        contact.process(tone);
        double power = 0.0;
        for (std::size_t n = 24000; n < tone.size(); ++n)
            power += double{tone[n]} * double{tone[n]};
        return 10.0 * std::log10(power / 12000.0);
    };
    EXPECT_NEAR(gain_db(600.0), 0.0, 0.5);
    EXPECT_NEAR(gain_db(20.0), -40.0, 1.0);   // 12 dB an octave below
    EXPECT_NEAR(gain_db(8000.0), -51.0, 3.0); // 24 dB an octave above, and the bilinear zero
    EXPECT_NEAR(gain_db(2000.0), 1.5, 0.5);   // the contact's own resonance
}

TEST(Jet, TurbineClimbsTwoOctavesAndGrows)
{
    constexpr double kRate = 48000.0;
    const auto run = [](double speed) {
        Jet jet({0.0f, 1.0f}, 9, kRate);
        std::vector<float> sound;
        for (int k = 0; k < 375; ++k) { // a second
            Board::Step step{};
            jet.add(speed, step);
            sound.insert(sound.end(), step.begin(), step.end());
        }
        int upward = 0;
        float highest = 0.0f;
        for (std::size_t n = 1; n < sound.size(); ++n) {
            upward += sound[n - 1] < 0.0f && sound[n] >= 0.0f ? 1 : 0;
            highest = std::max(highest, sound[n]);
        }
        return std::pair<int, float>(upward, highest);
    };
    const auto [slow_hz, slow_peak] = run(0.0);
    const auto [fast_hz, fast_peak] = run(1.0);
    EXPECT_NEAR(slow_hz, 540, 54); // the second stage adds a few crossings
    EXPECT_NEAR(fast_hz, 2150, 215);
    EXPECT_GT(fast_peak, 3.5f * slow_peak);
}

TEST(Levelling, BringsEveryBinToItsTarget)
{
    // Noise that swells to threefold and back every four seconds.
    constexpr std::size_t kBinFrames = 40'000;
    std::vector<float> samples(kLevelBins * kBinFrames);
    Noise noise(3);
    for (std::size_t n = 0; n < samples.size(); ++n)
        samples[n] = noise.next() * (1.0f + 0.5f * std::sin(static_cast<float>(n) * 4e-5f));
    std::array<double, kLevelBins> target;
    for (std::size_t b = 0; b < kLevelBins; ++b)
        target[b] = 0.02 * std::pow(1.1, static_cast<double>(b));
    level(samples, 44100.0, target);
    for (std::size_t b = 0; b < kLevelBins; ++b) {
        double power = 0.0;
        for (std::size_t n = b * kBinFrames; n < (b + 1) * kBinFrames; ++n)
            power += double{samples[n]} * double{samples[n]};
        EXPECT_NEAR(std::sqrt(power / kBinFrames) / target[b], 1.0, 0.02) << b;
    }
}

TEST(Levelling, LeavesSilenceSilent)
{
    std::vector<float> samples(50'000);
    std::array<double, kLevelBins> target;
    target.fill(0.1);
    level(samples, 48000.0, target);
    for (const float sample : samples)
        ASSERT_EQ(sample, 0.0f);
}

} // namespace
} // namespace quern::bank
