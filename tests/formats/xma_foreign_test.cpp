// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/formats/xma/decoder.hpp"
#include "quern/formats/xma/foreign.hpp"
#include "quern/formats/xma/packets.hpp"
#include "tests/formats/xma_any_stream.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using test::Samples;

// A silent frame of one block of 512, which our encoder never writes.
Packets long_block()
{
    BitWriter body;
    body.put(2, 2); // the same tiling in all channels; 512
    body.put(0, 8 + 1 + 3);
    body.put(1, 1);
    return write_packets(std::vector<BitWriter>(4, body));
}

Result<Samples> decode_long_block(std::uint32_t samples)
{
    const Packets packets = long_block();
    const std::vector<XmaChunk> chunks{{packets.data, 0x20, samples}};
    return decode_xma({chunks, 1, 44100, samples}, "foreign.snr");
}

#ifdef QUERN_XMA

Result<Samples> decode_by_libavcodec(const Encoded& encoded, std::uint32_t rate, std::size_t samples)
{
    std::vector<XmaChunk> chunks;
    for (const EncodedChunk& chunk : encoded.chunks)
        chunks.push_back({chunk.data, 0, chunk.samples});
    return decode_foreign({chunks, 1, rate, static_cast<std::uint32_t>(samples)}, "test.snr", {});
}

TEST(XmaLibavcodec, DecodesWhatOursRefuses)
{
    const auto decoded = decode_long_block(1000);
    ASSERT_TRUE(decoded.ok()) << decoded.error().text();
    EXPECT_EQ(*decoded, Samples(1000, 0));
}

TEST(XmaLibavcodec, RefusesFramesThatAreMissing)
{
    const auto decoded = decode_long_block(5000);
    ASSERT_FALSE(decoded.ok());
    EXPECT_NE(decoded.error().text().find("expected 5000"), std::string::npos) << decoded.error().text();
}

TEST(XmaLibavcodec, RefusesDamagedFrames)
{
    const Samples samples = test::Signal{"noise", test::noise(-8000, 8000)}.make(20000);
    Encoded encoded = *encode(samples, 48000, {});
    std::fill_n(encoded.chunks[0].data.begin() + 3000, 400, std::uint8_t{0});
    const auto decoded = decode_by_libavcodec(encoded, 48000, samples.size());
    ASSERT_FALSE(decoded.ok());
    EXPECT_NE(decoded.error().text().find("libavcodec cannot decode"), std::string::npos)
        << decoded.error().text();
}

class XmaJudge : public testing::TestWithParam<test::Signal> {};

// An independent decoder of what our encoder writes.
TEST_P(XmaJudge, FindsTheSameSamples)
{
    const Samples samples = GetParam().make(20000);
    for (const std::uint32_t rate : {22050u, 32000u, 44100u, 48000u})
        for (const EncodeGoal& goal : {EncodeGoal{}, EncodeGoal{EncodeGoal::Kind::snr, 30.0, 0.0},
                                       EncodeGoal{EncodeGoal::Kind::rate, 0.0, 96.0}})
            for (const std::uint32_t frames_per_chunk : {0u, 8u}) {
                const auto encoded = encode(samples, rate, goal, {frames_per_chunk});
                ASSERT_TRUE(encoded.ok()) << encoded.error().text();
                const auto own = test::decode(*encoded, rate, samples.size());
                const auto other = decode_by_libavcodec(*encoded, rate, samples.size());
                ASSERT_TRUE(own.ok()) << own.error().text();
                ASSERT_TRUE(other.ok()) << other.error().text();
                ASSERT_EQ(*own, *other) << rate;
            }
}

TEST(XmaLibavcodec, FindsTheSameSamplesInAnyStream)
{
    constexpr std::uint32_t kFrames = 300;
    for (const std::uint32_t rate : {22050u, 32000u, 44100u, 48000u})
        for (const int channels : {1, 2}) {
            const auto packets = test::AnyStream(rate, channels).packets(kFrames);
            const std::uint32_t samples = kFrames * 512 - 384;
            const std::vector<XmaChunk> chunks{{packets, 0, samples}};
            const XmaSubstream stream{chunks, channels, rate, samples};
            const auto own = decode_own(stream, "test.snr");
            const auto other = decode_foreign(stream, "test.snr", {});
            ASSERT_TRUE(own.ok()) << own.error().text();
            ASSERT_TRUE(other.ok()) << other.error().text();
            EXPECT_EQ(*own, *other) << rate << ", " << channels;
        }
}

INSTANTIATE_TEST_SUITE_P(All, XmaJudge, testing::ValuesIn(test::signals()),
                         [](const auto& given) { return given.param.name; });

#else

TEST(XmaForeign, TheDefaultBuildSaysWhichBuildDecodesIt)
{
    const auto decoded = decode_long_block(1000);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().code, Error::Code::unsupported);
    EXPECT_EQ(decoded.error().where, "foreign.snr:0x26");
    const std::string text = decoded.error().text();
    EXPECT_NE(text.find("unsupported feature at XMA packet 0"), std::string::npos) << text;
    EXPECT_NE(text.find("scripts/build --xma makes build/xma/bin/quern"), std::string::npos) << text;
}

#endif

} // namespace
} // namespace quern::formats::xma
