// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using test::Samples;

constexpr std::uint32_t kRates[]{22050, 32000, 44100, 48000};

class XmaSignals : public testing::TestWithParam<test::Signal> {};

TEST_P(XmaSignals, LosslessGivesTheSameSamples)
{
    for (const std::uint32_t rate : kRates) {
        const Samples samples = GetParam().make(20000);
        const auto encoded = encode(samples, rate, {});
        ASSERT_TRUE(encoded.ok()) << encoded.error().text();
        const auto decoded = test::decode(*encoded, rate, samples.size());
        ASSERT_TRUE(decoded.ok()) << decoded.error().text();
        EXPECT_EQ(*decoded, samples) << rate;
    }
}

TEST_P(XmaSignals, SignalToNoiseGoalsAreReached)
{
    const Samples samples = GetParam().make(20000);
    for (const double goal : {10.0, 20.0, 40.0, 60.0, 80.0, 100.0}) {
        const auto encoded = encode(samples, 48000, {EncodeGoal::Kind::snr, goal, 0.0});
        ASSERT_TRUE(encoded.ok()) << encoded.error().text();
        const auto decoded = test::decode(*encoded, 48000, samples.size());
        ASSERT_TRUE(decoded.ok()) << decoded.error().text();
        EXPECT_GE(test::snr_db(samples, *decoded), goal);
    }
}

TEST_P(XmaSignals, ChunksOfWholeFramesDecodeLikeOne)
{
    const Samples samples = GetParam().make(20000);
    const auto encoded = encode(samples, 44100, {}, {8});
    ASSERT_TRUE(encoded.ok()) << encoded.error().text();
    ASSERT_EQ(encoded->chunks.size(), 5u);
    EXPECT_EQ(encoded->chunks[0].samples, 8 * 512 - 384u);
    EXPECT_EQ(encoded->chunks[1].samples, 8 * 512u);
    EXPECT_EQ(encoded->chunks[4].samples, 20000 - 4 * 4096 + 384u);
    const auto decoded = test::decode(*encoded, 44100, samples.size());
    ASSERT_TRUE(decoded.ok()) << decoded.error().text();
    EXPECT_EQ(*decoded, samples);
}

INSTANTIATE_TEST_SUITE_P(All, XmaSignals, testing::ValuesIn(test::signals()),
                         [](const auto& given) { return given.param.name; });

TEST(XmaRoundTrip, AnySamplesComeBackLossless)
{
    EXPECT_TRUE(rc::check([](Samples samples, std::uint8_t frames_per_chunk) {
        RC_PRE(!samples.empty());
        const auto encoded = encode(samples, 48000, {}, {frames_per_chunk});
        RC_ASSERT(encoded.ok());
        const auto decoded = test::decode(*encoded, 48000, samples.size());
        RC_ASSERT(decoded.ok());
        RC_ASSERT(*decoded == samples);
    }));
}

TEST(XmaRoundTrip, EveryLengthAroundABlockIsExact)
{
    const Samples all = test::Signal{"noise", test::noise(-32768, 32767)}.make(1200);
    for (std::size_t count = 1; count <= all.size(); count += count % 128 < 2 || count % 128 > 125 ? 1 : 31) {
        const Samples samples(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        const auto encoded = encode(samples, 44100, {});
        ASSERT_TRUE(encoded.ok());
        const auto decoded = test::decode(*encoded, 44100, count);
        ASSERT_TRUE(decoded.ok()) << count << ": " << decoded.error().text();
        ASSERT_EQ(*decoded, samples) << count;
    }
}

TEST(XmaRoundTrip, RatesAreMetWithinThreePercent)
{
    const Samples samples = test::Signal{"noise", test::noise(-8000, 8000)}.make(96000);
    for (const double goal : {32.0, 64.0, 96.0, 192.0, 500.0, 600.0}) {
        const auto encoded = encode(samples, 48000, {EncodeGoal::Kind::rate, 0.0, goal});
        ASSERT_TRUE(encoded.ok()) << encoded.error().text();
        EXPECT_NEAR(test::kbps(*encoded, 48000, samples.size()) / goal, 1.0, 0.03);
        EXPECT_TRUE(test::decode(*encoded, 48000, samples.size()).ok());
    }
}

TEST(XmaRoundTrip, ARateAboveLosslessIsLosslessAndSmaller)
{
    const Samples samples =
        test::Signal{"tone", [](double i) { return 5000.0 * std::sin(0.02 * i); }}.make(48000);
    const auto encoded = encode(samples, 48000, {EncodeGoal::Kind::rate, 0.0, 5000.0});
    ASSERT_TRUE(encoded.ok());
    EXPECT_LT(test::kbps(*encoded, 48000, samples.size()), 1500.0);
    EXPECT_EQ(*test::decode(*encoded, 48000, samples.size()), samples);
}

TEST(XmaRoundTrip, ARateThatLosslessTakesIsLossless)
{
    const Samples samples = test::Signal{"noise", test::noise(-8000, 8000)}.make(48000);
    const auto exact = encode(samples, 48000, {});
    ASSERT_TRUE(exact.ok());
    const double rate = test::kbps(*exact, 48000, samples.size());
    const auto encoded = encode(samples, 48000, {EncodeGoal::Kind::rate, 0.0, rate * 1.05});
    ASSERT_TRUE(encoded.ok());
    EXPECT_EQ(encoded->bytes, exact->bytes);
    const auto less = encode(samples, 48000, {EncodeGoal::Kind::rate, 0.0, rate * 0.9});
    ASSERT_TRUE(less.ok());
    EXPECT_NEAR(static_cast<double>(less->bytes) / static_cast<double>(exact->bytes), 0.9, 0.03);
}

TEST(XmaRoundTrip, GoalsOutOfRangeAreUsageErrors)
{
    const Samples samples(1000, 5);
    const auto code = [&](const EncodeGoal& goal) { return encode(samples, 48000, goal).error().code; };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(code({EncodeGoal::Kind::snr, 0.0, 0.0}), Error::Code::usage);
    EXPECT_EQ(code({EncodeGoal::Kind::snr, nan, 0.0}), Error::Code::usage);
    EXPECT_EQ(code({EncodeGoal::Kind::snr, 121.0, 0.0}), Error::Code::usage);
    EXPECT_EQ(code({EncodeGoal::Kind::rate, 0.0, -1.0}), Error::Code::usage);
    EXPECT_EQ(code({EncodeGoal::Kind::rate, 0.0, nan}), Error::Code::usage);
    EXPECT_EQ(encode(Samples{}, 48000, {}).error().code, Error::Code::usage);
    EXPECT_EQ(encode(samples, 0, {}).error().code, Error::Code::usage);
    const auto too_low = encode(samples, 48000, {EncodeGoal::Kind::rate, 0.0, 2.0});
    ASSERT_FALSE(too_low.ok());
    EXPECT_NE(too_low.error().text().find("expected at least"), std::string::npos);
}

} // namespace
} // namespace quern::formats::xma
