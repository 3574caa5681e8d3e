// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/quantise.hpp"
#include "quern/formats/xma/transform.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

TEST(XmaBits, WhatIsPutIsGot)
{
    EXPECT_TRUE(rc::check([](const std::vector<std::pair<std::uint32_t, std::uint8_t>>& fields) {
        BitWriter out;
        std::size_t bits = 0;
        for (const auto& [value, width] : fields) {
            out.put(value, width % 33);
            bits += width % 33u;
        }
        RC_ASSERT(out.size() == bits);
        BitReader in(out.bytes(), 0, out.size());
        for (const auto& [value, width] : fields) {
            const std::uint64_t mask = (std::uint64_t{1} << (width % 33)) - 1;
            RC_ASSERT(in.get(width % 33) == (value & mask));
        }
        RC_ASSERT(in.left() == 0 && !in.overrun());
    }));
}

TEST(XmaBits, ReadingPastTheEndGivesZerosAndIsRemembered)
{
    const std::vector<std::uint8_t> bytes{0xFF, 0xFF};
    BitReader in(bytes, 0, 12);
    EXPECT_EQ(in.get(10), 0x3FFu);
    EXPECT_EQ(in.get(3), 0u);
    EXPECT_TRUE(in.overrun());
    EXPECT_EQ(in.left(), 0u);
}

TEST(XmaTables, QuantiserStepsArePowersOfTen)
{
    for (int exponent = kLowestExponent; exponent <= kHighestExponent; ++exponent) {
        const double expected = std::pow(10.0, exponent / 20.0);
        EXPECT_NEAR(quantiser_step(exponent) / expected, 1.0, 1e-14) << exponent;
    }
    EXPECT_EQ(quantiser_step(40), 100.0);
    EXPECT_EQ(quantiser_step(-20), 0.1);
}

// The edges again, from the critical frequencies they come from.
TEST(XmaTables, BandEdgesFollowTheCriticalFrequencies)
{
    const std::vector<std::uint32_t> critical{100,  200,  300,   400,   510,   630,   770,   920,  1080, 1270,
                                              1480, 1720, 2000,  2320,  2700,  3150,  3700,  4400, 5300, 6400,
                                              7700, 9500, 12000, 15500, 20675, 28575, 41375, 63875};
    for (const std::uint32_t rate : {24000u, 32000u, 44100u, 48000u}) {
        std::vector<std::uint8_t> expected;
        for (const std::uint32_t f : critical) {
            const std::uint32_t edge = ((2 * 128 * f) / rate + 2) & ~3u;
            if (edge > (expected.empty() ? 0u : expected.back()) && edge < 128)
                expected.push_back(static_cast<std::uint8_t>(edge));
        }
        expected.push_back(128);
        const auto edges = band_edges(rate);
        EXPECT_EQ(std::vector<std::uint8_t>(edges.begin(), edges.end()), expected) << rate;
    }
}

TEST(XmaTransform, IsTheDocumentedSum)
{
    constexpr double pi = 3.14159265358979323846;
    std::array<double, 256> x;
    const auto draw = test::noise(-32768, 32767);
    for (double& value : x)
        value = draw(0.0);
    const Spectrum spectrum = forward(x);
    for (int k = 0; k < 128; ++k) {
        double sum = 0.0;
        for (int n = 0; n < 256; ++n)
            sum -= std::sin(pi / 256 * (n + 0.5)) * x[static_cast<std::size_t>(n)] *
                   std::cos(pi / 128 * (n + 64.5) * (k + 0.5));
        EXPECT_NEAR(spectrum[static_cast<std::size_t>(k)], sum, 1e-6) << k;
    }
}

TEST(XmaTransform, OverlappingBlocksAddUpToTheSamples)
{
    std::vector<double> x(128 * 12);
    const auto draw = test::noise(-32768, 32767);
    for (double& value : x)
        value = draw(0.0);
    Synthesis synthesis;
    std::array<double, 128> out;
    for (std::size_t b = 0; b + 1 < 12; ++b) {
        synthesis.add(forward(std::span<const double, 256>(x.data() + 128 * b, 256)), out);
        for (std::size_t i = 0; b > 0 && i < 128; ++i)
            ASSERT_NEAR(out[i], x[128 * b + i], 1e-8) << b << ", " << i;
    }
}

TEST(XmaTransform, SamplesRoundHalvesToEvenAndLimit)
{
    EXPECT_EQ(to_sample(0.5), 0);
    EXPECT_EQ(to_sample(1.5), 2);
    EXPECT_EQ(to_sample(-2.5), -2);
    EXPECT_EQ(to_sample(40000.0), 32767);
    EXPECT_EQ(to_sample(-1e300), -32768);
}

// The price of a block as the search sees it, from what it chose.
double cost(const ChosenBlock& chosen, double price)
{
    double bits =
        chosen.block.coded ? 19.0 : 0.0; // head, quantiser and shared scale factors beyond a silent block
    int next = 0;
    for (int k = 0; chosen.block.coded && k < 128; ++k)
        if (const int level = std::abs(chosen.block.level[static_cast<std::size_t>(k)]); level != 0) {
            bits += kEscapeBits + level_bits(static_cast<std::uint32_t>(level)) + run_bits(k - next) + 1;
            next = k + 1;
        }
    return chosen.error + price * (bits + (chosen.block.coded && next < 128 ? kEndBits : 0));
}

TEST(XmaQuantise, NoSingleChangeOfTheChosenCoefficientsIsCheaper)
{
    auto draw = test::noise(-1000, 1000);
    for (int round = 0; round < 20; ++round) {
        Spectrum spectrum;
        for (std::size_t k = 0; k < 128; ++k)
            spectrum[k] = draw(0.0) * 50.0 / (1.0 + static_cast<double>(k) / 4.0);
        const double price = std::exp2(round);
        const ChosenBlock chosen = choose_block(spectrum, price);
        const double step = quantiser_step(chosen.block.exponent);
        for (std::size_t k = 0; chosen.block.coded && k < 128; ++k) {
            ChosenBlock other = chosen;
            const double level = other.block.level[k] != 0
                                     ? 0.0
                                     : std::max(1.0, std::floor(std::abs(spectrum[k]) / step + 0.5));
            const auto miss = [&](double l) { return std::pow(std::abs(spectrum[k]) - l * step, 2.0); };
            other.error += miss(level) - miss(std::abs(chosen.block.level[k]));
            other.block.level[k] = static_cast<std::int32_t>(level);
            EXPECT_GE(cost(other, price), cost(chosen, price) * (1.0 - 1e-9)) << round << ", " << k;
        }
    }
}

} // namespace
} // namespace quern::formats::xma
