// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/codec/xas1.hpp"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "quern/formats/codec/pcm16be.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using stream_parts::Buffer;
using Samples = std::vector<std::int16_t>;

Samples decoded(const Buffer& bytes, std::uint32_t samples, int channels = 1)
{
    Samples out;
    EXPECT_TRUE(decode_xas1({bytes, 0, "x", samples, channels}, out).ok());
    return out;
}

TEST(Xas1, DecodesAKnownFrame)
{
    Buffer frame(kXas1FrameBytes);
    constexpr std::array<std::uint8_t, 4> header{0x91, 0xFF, 0xE5, 0xFF}; // filter 1, shift 5, -112 and -32
    std::copy(header.begin(), header.end(), frame.begin());
    frame[16] = 0x1F;
    frame[20] = 0x2F;
    frame[24] = 0x15;
    EXPECT_EQ(Samples(decoded(frame, 8)), (Samples{-112, -32, 98, -36, 222, 80, 203, 830}));
}

TEST(Xas1, RoundsTowardZeroAndClamps)
{
    Buffer frame(kXas1FrameBytes);
    frame[0] = 0xF1; // filter 1; the last samples 0x7FF0 and 0x7FF0, the largest
    frame[1] = 0x7F;
    frame[2] = 0xF0;
    frame[3] = 0x7F;
    frame[16] = 0x70; // the largest step up, then none
    EXPECT_EQ(decoded(frame, 4), (Samples{32752, 32752, 32767, 30719}));
    // -16 * 60 / 64 is -15; -15 * 60 / 64 is -14.06.
    Buffer low(kXas1FrameBytes);
    low[0] = 0x01;
    low[2] = 0xF0;
    low[3] = 0xFF;
    EXPECT_EQ(decoded(low, 4), (Samples{0, -16, -15, -14}));
}

TEST(Xas1, ToleratesFiltersAndShiftsThatDoNotExist)
{
    Buffer frame(kXas1FrameBytes);
    frame[0] = 0x0F; // filter 15 predicts nothing
    frame[2] = 0x0F; // shift 15 leaves nothing of a small step, and the sign of a negative one
    frame[16] = 0x78;
    EXPECT_EQ(decoded(frame, 4), (Samples{0, 0, 0, -1}));
}

TEST(Xas1, ChannelsTakeTurnsFrameByFrame)
{
    const Pcm16 sound = stream_parts::chirp(2, 300);
    Samples left, right;
    for (std::size_t i = 0; i < sound.samples.size(); i += 2) {
        left.push_back(sound.samples[i]);
        right.push_back(sound.samples[i + 1]);
    }
    const Samples both = decoded(encode_xas1(sound.samples, 2), 300, 2);
    const Samples one = decoded(encode_xas1(left, 1), 300);
    const Samples other = decoded(encode_xas1(right, 1), 300);
    for (std::size_t i = 0; i < 300; ++i) {
        EXPECT_EQ(both[2 * i], one[i]);
        EXPECT_EQ(both[2 * i + 1], other[i]);
    }
}

TEST(Xas1, EncodesAChirpWell)
{
    const Pcm16 sound = stream_parts::chirp(1, 12000);
    const Buffer bytes = encode_xas1(sound.samples, 1);
    EXPECT_EQ(bytes.size(), 94u * kXas1FrameBytes);
    const Samples back = decoded(bytes, 12000);
    EXPECT_GT(stream_parts::snr_db(sound.samples, back), 37.0);
    EXPECT_EQ(encode_xas1(sound.samples, 1), bytes);
}

TEST(Xas1, KeepsSilenceAndExtremes)
{
    EXPECT_EQ(decoded(encode_xas1(Samples(200, 0), 1), 200), Samples(200, 0));
    const Samples top(200, 32767);
    for (const std::int16_t sample : decoded(encode_xas1(top, 1), 200))
        EXPECT_GE(sample, 32750);
    const Samples bottom(200, -32768);
    EXPECT_EQ(decoded(encode_xas1(bottom, 1), 200), bottom);
}

RC_GTEST_PROP(Xas1, AnySamplesGiveFramesThatDecode, (Samples samples))
{
    const Buffer bytes = encode_xas1(samples, 1);
    Samples back;
    RC_ASSERT(decode_xas1({bytes, 0, "x", static_cast<std::uint32_t>(samples.size()), 1}, back).ok());
    RC_ASSERT(back.size() == samples.size());
    // The first two samples of a group are kept to 12 bits.
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i % 32 < 2)
            RC_ASSERT(std::abs(samples[i] - back[i]) <= 15);
    }
}

TEST(Xas1, RefusesABlockThatIsTooShort)
{
    Samples out;
    const Buffer frame(kXas1FrameBytes);
    const auto status = decode_xas1({frame, 0x20, "x.snr", 129, 1}, out);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().text(), "x.snr:0x20: found 76 bytes, expected 152 for 129 samples");
    EXPECT_FALSE(decode_xas1({frame, 0, "x", 0xFFFFFFFF, 64}, out).ok());
    EXPECT_TRUE(out.empty());
}

RC_GTEST_PROP(Pcm16be, EverySampleComesBack, (Samples samples))
{
    const Buffer bytes = encode_pcm16be(samples);
    Samples back;
    RC_ASSERT(decode_pcm16be({bytes, 0, "x", static_cast<std::uint32_t>(samples.size()), 1}, back).ok());
    RC_ASSERT(back == samples);
    RC_ASSERT(!decode_pcm16be({bytes, 0, "x", static_cast<std::uint32_t>(samples.size() + 1), 1}, back).ok());
}

} // namespace
} // namespace quern::formats
