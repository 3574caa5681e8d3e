// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/high_pass.hpp"
#include "quern/dsp/high_shelf.hpp"
#include "quern/dsp/low_pass.hpp"
#include "quern/dsp/peaking.hpp"
#include "tests/dsp/signals.hpp"

namespace quern::dsp {
namespace {

std::array<std::uint32_t, 5> bits_of(const BiquadCoefficients& c)
{
    return {to_bits(c.a1), to_bits(c.a2), to_bits(c.b0), to_bits(c.b1), to_bits(c.b2)};
}

using Bits5 = std::array<std::uint32_t, 5>;

/// Gain of a section at a frequency, from its coefficients in double.
std::complex<double> response(const BiquadCoefficients& c, double hz)
{
    const std::complex<double> z =
        std::polar(1.0, -2.0 * std::numbers::pi * hz / static_cast<double>(kSampleRate));
    const auto d = [](float x) { return static_cast<double>(x); };
    return (d(c.b0) + d(c.b1) * z + d(c.b2) * z * z) / (1.0 + d(c.a1) * z + d(c.a2) * z * z);
}

template <class Filter> std::vector<float> impulse_response(Filter filter)
{
    std::vector<float> block(kBlockFrames, 0.0f);
    block[0] = 1.0f;
    filter.process(block, block);
    return block;
}

void expect_starts(const std::vector<float>& block, const std::vector<std::uint32_t>& first,
                   std::uint32_t last)
{
    for (std::size_t k = 0; k < first.size(); ++k)
        EXPECT_EQ(to_bits(block[k]), first[k]) << "sample " << k;
    EXPECT_EQ(to_bits(block.back()), last);
}

TEST(Biquad, CoefficientsHaveTheOriginalsBits)
{
    EXPECT_EQ(bits_of(low_pass_coefficients(from_bits(0x3F278D36))),
              (Bits5{0xBF9BB474, 0x3F088601, 0x3DA23A33, 0x3E223A33, 0x3DA23A33}));
    EXPECT_EQ(bits_of(low_pass_coefficients(filter_angle(1000.0f))),
              (Bits5{0xBFEE42A1, 0x3F60A1E7, 0x3B839466, 0x3C039466, 0x3B839466}));
    EXPECT_EQ(bits_of(low_pass_coefficients(filter_angle(23975.0f))),
              (Bits5{0x3FFF9497, 0x3F7F29E3, 0x3F7F94C4, 0x3FFF94C4, 0x3F7F94C4}));
    EXPECT_EQ(bits_of(high_pass_coefficients(filter_angle(77.0f))),
              (Bits5{0xBFFEB412, 0x3F7D6EC4, 0x3F7EB5BA, 0xBFFEB5BA, 0x3F7EB5BA}));
    EXPECT_EQ(bits_of(high_pass_coefficients(filter_angle(25.0f))),
              (Bits5{0xBFFF9497, 0x3F7F29E2, 0x3F7F94C4, 0xBFFF94C4, 0x3F7F94C4}));
    EXPECT_EQ(bits_of(high_shelf_coefficients(filter_angle(5000.0f), from_bits(0x3F266666))),
              (Bits5{0xBF9860FD, 0x3EDE5CE0, 0x3F372C9E, 0xBF3B2B1B, 0x3E84D5E6}));
}

TEST(Biquad, PeakingCoefficientsAreTheDocumentedOnes)
{
    EXPECT_EQ(to_bits(filter_angle(1161.0f)), 0x3E1B9F37u);
    EXPECT_EQ(bits_of(peaking_coefficients(filter_angle(1161.0f), 0.1f, 20.0f)),
              (Bits5{0xBFFA0E7B, 0x3F79F1D3, 0x3F7D466C, 0xBFFA0E7B, 0x3F7CAB66}));
}

TEST(Biquad, AnglesAtTheBandLimitsHaveTheOriginalsBits)
{
    EXPECT_EQ(to_bits(kAngleCeiling), 0x4048DC62u);
    EXPECT_EQ(to_bits(kAngleFloor), 0x3B4DE32Fu);
    EXPECT_EQ(to_bits(filter_angle(23976.0f)), 0x4048DC62u);
    EXPECT_EQ(to_bits(filter_angle(24971.0f)), 0x40513252u);
    EXPECT_EQ(to_bits(filter_angle(24.0f)), 0x3B4DE32Fu);
}

TEST(Biquad, ImpulseResponsesHaveTheOriginalsBits)
{
    LowPass low;
    low.set_cutoff(1000.0f);
    expect_starts(impulse_response(low),
                  {0x3B839466, 0x3C7E0A9C, 0x3CF077D2, 0x3D28137E, 0x3D4F5B46, 0x3D6E7E4C, 0x3D82FDFD,
                   0x3D8B31C6, 0x3D9027EB, 0x3D9231AD, 0x3D91A25F, 0x3D8ECDCB},
                  0xB1BA870D);
    HighPass high;
    high.set_cutoff(77.0f);
    expect_starts(impulse_response(high),
                  {0x3F7EB5BA, 0xBC2520E2, 0xBC251A7B, 0xBC250FDE, 0xBC250117, 0xBC24EE30, 0xBC24D735,
                   0xBC24BC30, 0xBC249D2E, 0xBC247A3A, 0xBC24535E, 0xBC2428A4},
                  0x39DDD732);
    HighShelf shelf;
    shelf.set(5000.0f, from_bits(0x3F266666));
    expect_starts(impulse_response(shelf),
                  {0x3F372C9E, 0x3DF72561, 0x3DBD22AB, 0x3D6BA4E2, 0x3CE87B58, 0x3C10284D, 0xBAF291B8,
                   0xBBC56875, 0xBBD0AB53, 0xBBA2AD76, 0xBB4E123A, 0xBAD008B2},
                  0x22974CED);
}

TEST(Biquad, SilenceComesOutAsTheBiasAndNeverSubnormal)
{
    LowPass filter;
    filter.set_cutoff(2000.0f);
    std::vector<float> block(kBlockFrames, 0.0f);
    block[0] = 1.0f;
    filter.process(block, block);
    for (int n = 0; n < 400; ++n) {
        std::fill(block.begin(), block.end(), 0.0f);
        filter.process(block, block);
    }
    for (float y : block) {
        EXPECT_GT(std::abs(y), 0x1p-126f);
        EXPECT_LT(std::abs(y), 1e-16f);
    }
}

TEST(Biquad, CuttingAtMultiplesOfEightChangesNothing)
{
    const std::vector<float> in = noise(1, 256);
    const BiquadCoefficients c = low_pass_coefficients(filter_angle(3000.0f));
    BiquadState whole_state{};
    std::vector<float> whole(256);
    process_biquad(c, whole_state, in, whole);
    BiquadState state{};
    std::vector<float> pieces = in;
    for (std::size_t at = 0; at < 256; at += 64)
        process_biquad(c, state, std::span(pieces).subspan(at, 64), std::span(pieces).subspan(at, 64));
    EXPECT_EQ(pieces, whole);
    EXPECT_EQ(state, whole_state);
}

template <class Filter> bool passes_unchanged(Filter filter)
{
    const std::vector<float> in = noise(2, kBlockFrames);
    std::vector<float> out(kBlockFrames);
    filter.process(in, out);
    return out == in;
}

TEST(Filters, OpenAndOffPassEveryBit)
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const auto low = [](float hz) {
        LowPass filter;
        filter.set_cutoff(hz);
        return passes_unchanged(filter);
    };
    const auto high = [](float hz) {
        HighPass filter;
        filter.set_cutoff(hz);
        return passes_unchanged(filter);
    };
    EXPECT_TRUE(passes_unchanged(LowPass{}));
    EXPECT_TRUE(passes_unchanged(HighPass{}));
    EXPECT_TRUE(passes_unchanged(HighShelf{}));
    EXPECT_TRUE(passes_unchanged(Peaking{}));
    for (float hz : {23976.0f, 24971.0f, 25000.0f, kNan})
        EXPECT_TRUE(low(hz)) << hz;
    for (float hz : {0.0f, 24.0f, -5.0f, kNan})
        EXPECT_TRUE(high(hz)) << hz;
    EXPECT_FALSE(low(23975.0f));
    EXPECT_FALSE(low(-1.0f));
    EXPECT_FALSE(high(25.0f));
    EXPECT_FALSE(high(40000.0f));
    EXPECT_TRUE(high_shelf_decision(24000.0f, 0.5f).bypass);
    EXPECT_FALSE(high_shelf_decision(kNan, 0.5f).bypass);
    EXPECT_FALSE(peaking_decision(kNan, 0.5f).bypass);
}

TEST(Filters, ANewCutoffKeepsTheHistoryAndABypassClearsIt)
{
    const std::vector<float> in = noise(4, kBlockFrames);
    std::vector<float> out(kBlockFrames);
    LowPass filter;
    filter.set_cutoff(2000.0f);
    filter.process(in, out);
    const BiquadState before = filter.state();
    EXPECT_NE(before, BiquadState{});
    filter.set_cutoff(3000.0f);
    BiquadState expected_state = before;
    std::vector<float> expected(kBlockFrames);
    process_biquad(low_pass_coefficients(filter_angle(3000.0f)), expected_state, in, expected);
    filter.process(in, out);
    EXPECT_EQ(out, expected);
    filter.set_cutoff(24971.0f);
    filter.process(in, out);
    EXPECT_EQ(filter.state(), BiquadState{});
}

TEST(Filters, UnusableShelfAndPeakValuesAreRefused)
{
    for (float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 0.0f, -1.0f}) {
        HighShelf shelf;
        shelf.set(5000.0f, 0.5f);
        shelf.set(5000.0f, bad);
        std::vector<float> block = noise(6, kBlockFrames);
        HighShelf reference;
        reference.set(5000.0f, 0.5f);
        std::vector<float> expected = block;
        shelf.process(block, block);
        reference.process(expected, expected);
        EXPECT_EQ(block, expected) << bad;
        Peaking peak;
        peak.set(1000.0f, bad, 3.0f);
        EXPECT_TRUE(passes_unchanged(peak)) << bad;
    }
}

TEST(Filters, PassFiltersAreFlatAtTheirCutoffAndRiseBesideIt)
{
    const BiquadCoefficients low = low_pass_coefficients(filter_angle(2000.0f));
    EXPECT_NEAR(decibels(std::abs(response(low, 2000.0))), 0.0, 0.01);
    EXPECT_NEAR(decibels(std::abs(response(low, 0.72 * 2000.0))), 1.25, 0.05);
    EXPECT_LT(decibels(std::abs(response(low, 20000.0))), -40.0);
    const BiquadCoefficients high = high_pass_coefficients(filter_angle(77.0f));
    EXPECT_NEAR(decibels(std::abs(response(high, 77.0))), 0.0, 0.01);
    EXPECT_NEAR(decibels(std::abs(response(high, 1.41 * 77.0))), 1.25, 0.05);
    EXPECT_LT(decibels(std::abs(response(high, 5.0))), -40.0);
}

TEST(HighShelf, AgreesWithADoublePrecisionDesign)
{
    for (const auto& [hz, gain] :
         {std::pair{5000.0, 0.65}, {5000.0, 0.5}, {5000.0, 1.5}, {1000.0, 0.65}, {12000.0, 0.25}}) {
        // The textbook high shelf of slope 1, all in double.
        const double w = 2.0 * std::numbers::pi * hz / 48000.0;
        const double a = std::sqrt(gain);
        const double beta = 2.0 * std::sqrt(a) * std::sin(w) / std::numbers::sqrt2;
        const double c = std::cos(w);
        const double a0 = (a + 1) - (a - 1) * c + beta;
        const std::array<double, 5> textbook{
            2 * ((a - 1) - (a + 1) * c) / a0, ((a + 1) - (a - 1) * c - beta) / a0,
            a * ((a + 1) + (a - 1) * c + beta) / a0, -2 * a * ((a - 1) + (a + 1) * c) / a0,
            a * ((a + 1) + (a - 1) * c - beta) / a0};
        const BiquadCoefficients found =
            high_shelf_coefficients(filter_angle(static_cast<float>(hz)), static_cast<float>(gain));
        const std::array<float, 5> ours{found.a1, found.a2, found.b0, found.b1, found.b2};
        for (std::size_t k = 0; k < ours.size(); ++k)
            EXPECT_NEAR(static_cast<double>(ours[k]), textbook[k], 2e-6) << hz << " " << gain << " " << k;
    }
}

TEST(HighShelf, PlateauIsTheGain)
{
    const BiquadCoefficients c = high_shelf_coefficients(filter_angle(5000.0f), 0.65f);
    EXPECT_NEAR(std::abs(response(c, 20.0)), 1.0, 1e-3);
    EXPECT_NEAR(std::abs(response(c, 5000.0)), std::sqrt(0.65), 1e-3);
    EXPECT_NEAR(std::abs(response(c, 23900.0)), 0.65, 1e-3);
}

TEST(Peaking, CentreIsTheGainAndTheFarEndsAreUnity)
{
    const BiquadCoefficients c = peaking_coefficients(filter_angle(1161.0f), 0.1f, 20.0f);
    EXPECT_NEAR(std::abs(response(c, 1161.0)), 0.1, 2e-3);
    EXPECT_NEAR(std::abs(response(c, 20.0)), 1.0, 1e-3);
    EXPECT_NEAR(std::abs(response(c, 20000.0)), 1.0, 1e-3);
}

} // namespace
} // namespace quern::dsp
