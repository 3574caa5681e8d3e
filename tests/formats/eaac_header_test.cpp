// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_header.hpp"

#include <gtest/gtest.h>
#include <initializer_list>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer words(std::initializer_list<std::uint32_t> values)
{
    Buffer bytes;
    for (const std::uint32_t value : values)
        put_be(bytes, value);
    return bytes;
}

TEST(EaacHeader, ReadsALoopingFiveChannelStream)
{
    const Buffer bytes = words({0x0310BB80, 0x606C13FF, 0, 0});
    const auto header = read_eaac_header(bytes, 0, "x.snr");
    ASSERT_TRUE(header.ok()) << header.error().text();
    EXPECT_EQ(header->codec, EaacCodec::ea_xma);
    EXPECT_EQ(header->channels, 5);
    EXPECT_EQ(header->rate, 48000u);
    EXPECT_EQ(header->type, EaacType::stream);
    EXPECT_EQ(header->samples, 7'083'007u);
    EXPECT_EQ(header->loop_start, 0u);
    EXPECT_EQ(header->loop_offset, 0u);
    EXPECT_EQ(header->size(), 16u);
    EXPECT_EQ(write_eaac_header(*header), bytes);
}

TEST(EaacHeader, AGigasampleLoopsInTheChainOrBeforeIt)
{
    const auto before = read_eaac_header(words({0x0400AC44, 0xA0002000, 0x100, 0x1000}), 0, "x");
    ASSERT_TRUE(before.ok());
    EXPECT_EQ(before->prefetch, 0x1000u);
    EXPECT_FALSE(before->loop_offset.has_value());
    EXPECT_EQ(before->size(), 16u);
    const auto behind = read_eaac_header(words({0x0400AC44, 0xA0002000, 0x1000, 0x1000, 0x44}), 0, "x");
    ASSERT_TRUE(behind.ok());
    EXPECT_EQ(behind->loop_offset, 0x44u);
    EXPECT_EQ(behind->size(), 20u);
}

TEST(EaacHeader, NamesTheWordThatIsWrong)
{
    const auto where = [](std::initializer_list<std::uint32_t> values) {
        const auto header = read_eaac_header(words(values), 0, "x");
        return header.ok() ? std::string("read") : header.error().where;
    };
    EXPECT_EQ(where({}), "x:0x0");
    EXPECT_EQ(where({0x0300BB80}), "x:0x4");
    EXPECT_EQ(where({0x2300BB80, 1}), "x:0x0");          // version
    EXPECT_EQ(where({0x0100BB80, 1}), "x:0x0");          // codec
    EXPECT_EQ(where({0x03000000, 1}), "x:0x0");          // rate
    EXPECT_EQ(where({0x0303FFFF, 1}), "x:0x0");          // rate
    EXPECT_EQ(where({0x0300BB80, 0}), "x:0x4");          // samples
    EXPECT_EQ(where({0x0300BB80, 0xC0000001}), "x:0x4"); // type
    EXPECT_EQ(where({0x0300BB80, 0x20000005, 5}), "x:0x8");
    EXPECT_EQ(where({0x0300BB80, 0x20000005}), "x:0x8");
    EXPECT_EQ(where({0x0300BB80, 0x60000005, 4}), "x:0xC");
    EXPECT_EQ(where({0x0300BB80, 0x80000005}), "x:0x8");
}

RC_GTEST_PROP(EaacHeader, WhatIsReadIsWrittenBack, (std::uint32_t first, std::uint32_t second, Buffer rest))
{
    Buffer bytes = words({first & 0x1FFFFFFF, second});
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    const auto header = read_eaac_header(bytes, 0, "x");
    if (!header.ok())
        return;
    const Buffer written = write_eaac_header(*header);
    RC_ASSERT(written.size() == header->size());
    RC_ASSERT(written == Buffer(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(written.size())));
}

TEST(EaacHeader, EveryCodecHasAName)
{
    EXPECT_EQ(eaac_codec_name(EaacCodec::ea_xma), "EA-XMA");
    EXPECT_EQ(eaac_codec_name(EaacCodec::mp3), "MP3");
    EXPECT_EQ(eaac_codec_name(EaacCodec::opus), "Opus");
    EXPECT_EQ(eaac_codec_name(EaacCodec::ealayer3_v1), "EALayer3 v1");
    EXPECT_EQ(eaac_codec_name(EaacCodec::opus_uncoupled), "Opus multistream, uncoupled");
    EXPECT_TRUE(eaac_codec_is_own(EaacCodec::xas1));
    EXPECT_FALSE(eaac_codec_is_own(EaacCodec::mp3));
}

} // namespace
} // namespace quern::formats
