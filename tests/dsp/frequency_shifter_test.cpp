// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/sin_cos.hpp"
#include "tests/dsp/signals.hpp"

namespace quern::dsp {
namespace {

std::vector<float> shifted(std::vector<float> signal, float hz)
{
    FrequencyShifter shifter;
    shifter.set_shift(hz);
    for (std::size_t at = 0; at + kBlockFrames <= signal.size(); at += kBlockFrames) {
        const std::span<float, kBlockFrames> block(signal.data() + at, kBlockFrames);
        shifter.process(block, block);
    }
    return signal;
}

void expect_starts(const std::vector<float>& block, const std::vector<std::uint32_t>& first)
{
    for (std::size_t k = 0; k < first.size(); ++k)
        EXPECT_EQ(to_bits(block[k]), first[k]) << "sample " << k;
}

std::vector<float> impulse()
{
    std::vector<float> block(kBlockFrames, 0.0f);
    block[0] = 1.0f;
    return block;
}

/// Response of one path (two all-pass sections) at a frequency, in double.
std::complex<double> path(std::size_t first, double hz)
{
    const std::complex<double> z =
        std::polar(1.0, -2.0 * std::numbers::pi * hz / static_cast<double>(kSampleRate));
    std::complex<double> gain = 1.0;
    for (std::size_t s : {first, first + 2}) {
        const BiquadCoefficients& c = FrequencyShifter::kAllPass[s];
        const auto d = [](float x) { return static_cast<double>(x); };
        gain *= (d(c.b0) + d(c.b1) * z + d(c.b2) * z * z) / (1.0 + d(c.a1) * z + d(c.a2) * z * z);
    }
    return gain;
}

double quadrature_error_deg(double hz)
{
    const double lead = std::arg(path(0, hz) / path(1, hz)) * 180.0 / std::numbers::pi;
    return std::abs(lead - 90.0);
}

TEST(FrequencyShifter, BothPathsPassEveryFrequencyAtUnity)
{
    for (double hz = 20.0; hz < 24000.0; hz *= 1.1) {
        EXPECT_NEAR(std::abs(path(0, hz)), 1.0, 1e-6) << hz;
        EXPECT_NEAR(std::abs(path(1, hz)), 1.0, 1e-6) << hz;
    }
}

TEST(FrequencyShifter, InPhasePathLeadsByAQuarterTurn)
{
    for (double hz = 100.0; hz <= 1000.0; hz *= 1.05)
        EXPECT_LE(quadrature_error_deg(hz), 1.1) << hz;
    EXPECT_LE(quadrature_error_deg(100.0), 0.6);
    EXPECT_LE(quadrature_error_deg(1000.0), 0.1);
    EXPECT_NEAR(quadrature_error_deg(8000.0), 6.1, 0.3);
    EXPECT_NEAR(quadrature_error_deg(15000.0), 10.0, 0.6);
}

TEST(FrequencyShifter, MovesAToneUpWithItsImageSixtyDecibelsBelow)
{
    const std::vector<float> out = shifted(sine(1000.0, 48128), 150.0f);
    const std::span<const float> settled = std::span(out).last(32768);
    EXPECT_NEAR(tone_level(settled, 1150.0), 0.5, 1e-3);
    EXPECT_LT(decibels(tone_level(settled, 850.0) / 0.5), -60.0);
    EXPECT_LT(decibels(tone_level(settled, 1000.0) / 0.5), -60.0);
}

TEST(FrequencyShifter, MovesAToneDownForNegativeShifts)
{
    const std::vector<float> out = shifted(sine(1000.0, 48128), -100.0f);
    const std::span<const float> settled = std::span(out).last(32768);
    EXPECT_NEAR(tone_level(settled, 900.0), 0.5, 1e-3);
    EXPECT_LT(decibels(tone_level(settled, 1100.0) / 0.5), -60.0);
}

TEST(FrequencyShifter, AtZeroItIsTheInPhasePathBitForBit)
{
    const std::vector<float> in = noise(21, 4 * kBlockFrames);
    std::vector<float> expected(in.size());
    std::array<BiquadState, 2> state{};
    process_biquad(FrequencyShifter::kAllPass[0], state[0], in, expected);
    process_biquad(FrequencyShifter::kAllPass[2], state[1], expected, expected);
    EXPECT_EQ(shifted(in, 0.0f), expected);
    expect_starts(shifted(impulse(), 0.0f),
                  {0xBE4999A7, 0xBED67DF4, 0x3F4D1C8F, 0x3E2AD7AD, 0x3E354636, 0x3D4F23FA, 0x3BCE237E,
                   0xBD0CDCBA, 0xBD66F1DF, 0xBD901657, 0xBD9E6ECB, 0xBDA40013});
    EXPECT_EQ(to_bits(shifted(impulse(), 0.0f).back()), 0x3AE4D355u);
}

TEST(FrequencyShifter, AtZeroTheOscillatorWouldSayTheSame)
{
    // The shortcut at phase 0 must be one: the mix gives the in-phase path itself.
    const std::vector<float> i = noise(22, kBlockFrames);
    const std::vector<float> q = noise(23, kBlockFrames);
    std::vector<float> out(kBlockFrames);
    kernels().shift(i.data(), q.data(), out.data(), 0.0f, 0.0f, kBlockFrames);
    EXPECT_EQ(out, i);
}

TEST(FrequencyShifter, ImpulsesHaveTheOriginalsBits)
{
    EXPECT_EQ(to_bits(FrequencyShifter::phase_step(150.0f)), 0x3CA0D97Cu);
    expect_starts(shifted(impulse(), 150.0f), {0xBE4999A7, 0xBECE3653, 0x3F4E3655, 0x3E234F74, 0x3E258CF1,
                                               0x3D01A6AA, 0xBC5F410A, 0xBD5AFD26});
    EXPECT_EQ(to_bits(FrequencyShifter::phase_step(-10.0f)), 0xBAAB92A7u);
    const std::vector<float> steady = shifted(std::vector<float>(kBlockFrames, 0.5f), -10.0f);
    expect_starts(steady, {0xBDC999A7, 0xBE9DCED1, 0x3DBC3ADD, 0x3E335E5F});
    EXPECT_EQ(to_bits(steady.back()), 0x3EC3A662u);
}

TEST(FrequencyShifter, PhaseWrapsWithinOneTurnAndKeepsItsSign)
{
    FrequencyShifter shifter;
    shifter.set_shift(150.0f);
    std::array<float, kBlockFrames> block{};
    shifter.process(block, block);
    EXPECT_EQ(to_bits(shifter.phase()), 0x40A0D97Cu);
    shifter.process(block, block);
    EXPECT_EQ(to_bits(shifter.phase()), 0x4071463Au);
    for (float hz : {-10.0f, -96000.0f, 96000.0f, 47999.0f, 0.01f}) {
        const float step = FrequencyShifter::phase_step(hz);
        float phase = 0.0f;
        for (int n = 0; n < 5000; ++n) {
            phase = FrequencyShifter::next_phase(phase, step);
            ASSERT_LE(std::abs(phase), kTwoPi);
            ASSERT_TRUE(phase == 0.0f || (phase > 0.0f) == (hz > 0.0f) || std::abs(phase) < 1e-3f) << hz;
        }
    }
}

TEST(FrequencyShifter, UnusableShiftsAreRefused)
{
    const std::vector<float> in = noise(24, kBlockFrames);
    for (float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 96001.0f}) {
        FrequencyShifter shifter;
        shifter.set_shift(bad);
        std::array<float, kBlockFrames> out{};
        shifter.process(std::span<const float, kBlockFrames>(in), out);
        EXPECT_EQ(std::vector<float>(out.begin(), out.end()), shifted(in, 0.0f));
        EXPECT_EQ(shifter.phase(), 0.0f);
    }
}

std::pair<float, float> sin_cos_of(float x)
{
    float s = 0.0f;
    float c = 0.0f;
    sin_cos({&x, 1}, {&s, 1}, {&c, 1});
    return {s, c};
}

TEST(SinCos, HasTheOriginalsBits)
{
    const auto expect = [](float x, std::uint32_t sine, std::uint32_t cosine) {
        const auto [s, c] = sin_cos_of(x);
        EXPECT_EQ(to_bits(s), sine) << x;
        EXPECT_EQ(to_bits(c), cosine) << x;
    };
    expect(1.0f, 0x3F576AA4, 0x3F0A5140);
    expect(3.0f, 0x3E1081C1, 0xBF7D7023);
    expect(-6.0f, 0x3E8F0F92, 0x3F75CDB8);
    expect(100.0f, 0xBF01A155, 0x3F5CC0D6);
    expect(0.0f, 0x00000000, 0x3F800000);
}

TEST(SinCos, StaysCloseToTheLibrary)
{
    double worst = 0.0;
    for (int k = -200000; k <= 200000; ++k) {
        const float x = static_cast<float>(k) * 1e-4f;
        const auto [s, c] = sin_cos_of(x);
        worst = std::max(worst, std::abs(static_cast<double>(s) - std::sin(static_cast<double>(x))));
        worst = std::max(worst, std::abs(static_cast<double>(c) - std::cos(static_cast<double>(x))));
    }
    EXPECT_LE(worst, 1.2e-6); // 6e-7 within a turn; the reduction adds its share beyond
}

/// The formula as it is written down, with every power flushed to zero below the normal range, or with none.
std::pair<float, float> written_out(float x, bool flush)
{
    const auto power = [flush](float p) { return flush && std::abs(p) < 0x1p-126f ? 0.0f : p; };
    const float v = power(std::fma(-kTwoPi, std::nearbyint(x * kPerTwoPi), x));
    const float v2 = power(v * v);
    constexpr std::array<std::uint32_t, 11> kSine{0xBE2AAAAB, 0x3C088889, 0xB9500D01, 0x3638EF1D,
                                                  0xB2D7322B, 0x2F309231, 0xAB573F9F, 0x274A963C,
                                                  0xA317A4DA, 0x1EB8DC78, 0x9A3B0DA1};
    float p = power(v2 * v);
    float s = std::fma(from_bits(kSine[0]), p, v);
    for (std::size_t k = 1; k < kSine.size(); ++k) {
        p = power(p * v2);
        s = std::fma(from_bits(kSine[k]), p, s);
    }
    constexpr std::array<std::uint32_t, 11> kCosine{0xBF000000, 0x3D2AAAAB, 0xBAB60B61, 0x37D00D01,
                                                    0xB493F27E, 0x310F76C8, 0xAD49CBA5, 0x29573F9F,
                                                    0xA53413C3, 0x20F2A15D, 0x9C8671CB};
    std::array<float, 11> powers{};
    powers[0] = v2;                            // V2
    powers[1] = power(v2 * v2);                // V4
    powers[2] = power(powers[1] * v2);         // V6
    powers[3] = power(powers[1] * powers[1]);  // V8
    powers[4] = power(powers[2] * powers[1]);  // V10
    powers[5] = power(powers[2] * powers[2]);  // V12
    powers[6] = power(powers[3] * powers[2]);  // V14
    powers[7] = power(powers[3] * powers[3]);  // V16
    powers[8] = power(powers[4] * powers[3]);  // V18
    powers[9] = power(powers[4] * powers[4]);  // V20
    powers[10] = power(powers[5] * powers[4]); // V22
    float c = 1.0f;
    for (std::size_t k = 0; k < kCosine.size(); ++k)
        c = std::fma(from_bits(kCosine[k]), powers[k], c);
    return {s, c};
}

TEST(SinCos, CuttingSmallPowersChangesNoBit)
{
    std::uint32_t word = 1;
    for (int n = 0; n < 400'000; ++n) {
        word = word * 1664525u + 1013904223u;
        // Magnitudes from 2^-126 to 16, dense around the two cuts.
        const int exponent = n % 4 == 0   ? -126 + n % 130
                             : n % 4 == 1 ? -21 + n % 4
                             : n % 4 == 2 ? -7 + n % 3
                                          : n % 5 - 1;
        const float x = std::ldexp(1.0f + static_cast<float>(word >> 9) * 0x1p-23f, exponent) *
                        ((word & 1) != 0 ? -1.0f : 1.0f);
        const auto ours = sin_cos_of(x);
        ASSERT_EQ(ours, written_out(x, true)) << std::hexfloat << x;
        ASSERT_EQ(ours, written_out(x, false)) << std::hexfloat << x;
    }
}

TEST(SinCos, SubnormalAnglesAreFlushed)
{
    EXPECT_EQ(sin_cos_of(0x1p-130f), (std::pair{0.0f, 1.0f}));
    EXPECT_EQ(sin_cos_of(-0x1p-149f), (std::pair{0.0f, 1.0f}));
    EXPECT_EQ(sin_cos_of(0x1p-126f), (std::pair{0x1p-126f, 1.0f}));
}

} // namespace
} // namespace quern::dsp
