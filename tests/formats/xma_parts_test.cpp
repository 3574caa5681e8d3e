// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/level_coding.hpp"
#include "quern/formats/xma/quantise.hpp"
#include "quern/formats/xma/synthesis.hpp"
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
    std::array<float, 128> out;
    for (std::size_t b = 0; b + 1 < 12; ++b) {
        const Spectrum spectrum = forward(std::span<const double, 256>(x.data() + 128 * b, 256));
        Coefficients coefficients;
        std::transform(spectrum.begin(), spectrum.end(), coefficients.begin(),
                       [](double value) { return static_cast<float>(value); });
        synthesis.add(coefficients, out);
        for (std::size_t i = 0; b > 0 && i < 128; ++i)
            ASSERT_NEAR(static_cast<double>(out[i]), x[128 * b + i], 0.02) << b << ", " << i;
    }
}

TEST(XmaTransform, SamplesRoundHalvesToEvenAndLimit)
{
    EXPECT_EQ(to_sample(0.5f), 0);
    EXPECT_EQ(to_sample(1.5f), 2);
    EXPECT_EQ(to_sample(-2.5f), -2);
    EXPECT_EQ(to_sample(40000.0f), 32767);
    EXPECT_EQ(to_sample(-1e30f), -32768);
}

// The price of a block as the search sees it, from what it chose.
double squared_error(const Spectrum& spectrum, const Block& block)
{
    double error = 0.0;
    for (std::size_t k = 0; k < 128; ++k) {
        const double miss = spectrum[k] - block.level[k] * quantiser_step(block.exponent);
        error += miss * miss;
    }
    return error;
}

TEST(XmaQuantise, AChosenBlockIsCheaperThanRoundingAndThanSilence)
{
    auto draw = test::noise(-1000, 1000);
    int silent = 0;
    int cheaper = 0;
    for (int round = 0; round < 400; ++round) {
        Spectrum spectrum;
        double energy = 0.0;
        for (std::size_t k = 0; k < 128; ++k) {
            spectrum[k] = draw(0.0) * 50.0 / (1.0 + static_cast<double>(k) / 4.0);
            energy += spectrum[k] * spectrum[k];
        }
        const double price = std::exp2(round % 32);
        const int exponent = exponent_at(price, 0);
        const ChosenBlock chosen = choose_block(spectrum, exponent, price);
        if (!chosen.block.coded) {
            EXPECT_DOUBLE_EQ(chosen.error, energy);
            ++silent;
            continue;
        }
        EXPECT_NEAR(chosen.error / squared_error(spectrum, chosen.block), 1.0, 1e-6);
        const Block rounded = quantise_all(spectrum, exponent);
        const double cost = chosen.error + price * coding_bits(chosen.block);
        const double cost_rounded = squared_error(spectrum, rounded) + price * coding_bits(rounded);
        EXPECT_LE(cost, energy);
        EXPECT_LE(cost, cost_rounded * (1.0 + 1e-9));
        cheaper += cost < cost_rounded * 0.999 ? 1 : 0;
    }
    EXPECT_GT(silent, 10);
    EXPECT_GT(cheaper, 100);
}

TEST(XmaQuantise, HalfDecibelsAreTakenInTurn)
{
    const double price = std::pow(10.0, 4.05) / 8.0; // 40.5 dB
    int sum = 0;
    for (std::size_t block = 0; block < 80; ++block)
        sum += exponent_at(price, block);
    EXPECT_EQ(sum, 80 * 40 + 40);
}

} // namespace
} // namespace quern::formats::xma
