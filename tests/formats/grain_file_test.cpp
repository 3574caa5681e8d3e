// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/grain_file.hpp"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/stream/grain_check.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using stream_parts::Buffer;

EaacHeader mono(std::uint32_t samples)
{
    EaacHeader header;
    header.codec = EaacCodec::ea_xma;
    header.rate = 44100;
    header.samples = samples;
    return header;
}

/// Three packets of hollow frames: all that the relations look at.
EaacPayload three_packets(std::uint32_t samples)
{
    const std::vector<std::uint32_t> frames{3, 2, 1};
    EaacPayload block{samples, {}};
    put_xma_chunk(block.bytes, stream_parts::hollow_packets(frames));
    return block;
}

Buffer small_grain(std::uint32_t samples = 2000)
{
    const auto bytes = write_grain(mono(samples), three_packets(samples));
    EXPECT_TRUE(bytes.ok()) << bytes.error().text();
    return *bytes;
}

std::vector<std::uint64_t> offsets(const Buffer& bytes, Finding::Severity severity)
{
    std::vector<std::uint64_t> found;
    const auto grain = GrainFile::open(bytes, "x.grain");
    EXPECT_TRUE(grain.ok()) << grain.error().text();
    for (const Finding& finding : grain->findings.list()) {
        if (finding.severity == severity)
            found.push_back(finding.offset);
    }
    return found;
}

using Offsets = std::vector<std::uint64_t>;

TEST(GrainFile, WhatIsWrittenReadsWithoutAFinding)
{
    const Buffer bytes = small_grain();
    EXPECT_TRUE(is_grain(bytes));
    const auto grain = GrainFile::open(bytes, "x.grain");
    ASSERT_TRUE(grain.ok()) << grain.error().text();
    EXPECT_TRUE(grain->findings.list().empty());
    EXPECT_EQ(grain->header_bytes, 48u);
    EXPECT_EQ(grain->table.pre_roll(), 384u);
    EXPECT_EQ(grain->table.side_offset(), 0x18u);
    EXPECT_EQ(grain->rows, (std::vector<SeekRow>{{8 + 4 + 3 * 2048, 4 + 3, 2000, 1}}));
    EXPECT_EQ(grain->duration, 2000.0f / 44100.0f);
    EXPECT_EQ(grain->stream.head_end(), bytes.size());
}

// The archive's stream was framed by other code than ours.
TEST(GrainFile, RewritesAReferenceFileByteByByte)
{
    const Buffer big = stream_parts::data_file("grains_eb3_shift4.big");
    const auto archive = Archive::open(big, "x.big");
    ASSERT_TRUE(archive.ok());
    const ArchiveMember* member = archive->find("eaxma_44100.grain");
    ASSERT_NE(member, nullptr);
    const Bytes bytes = archive->stored(*member);
    const auto grain = GrainFile::open(bytes, "x.grain");
    ASSERT_TRUE(grain.ok()) << grain.error().text();
    EXPECT_TRUE(grain->findings.list().empty());
    EXPECT_EQ(grain->rows, (std::vector<SeekRow>{{22222, 15, 11062, 1}}));
    const EaacBlock& block = grain->stream.blocks().front();
    const auto chunks = split_xma_block(grain->stream.codec_block(block));
    ASSERT_TRUE(chunks.ok());
    EaacPayload payload{block.samples, {}};
    put_xma_chunk(payload.bytes, whole_xma_packets(chunks->front().data));
    const auto again = write_grain(grain->stream.header(), payload, grain->duration);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(std::equal(again->begin(), again->end(), bytes.begin(), bytes.end()));
}

TEST(GrainFile, KeepsAStoredDurationToTheBit)
{
    const float odd = std::nextafter(std::nextafter(2000.0f / 44100.0f, 1.0f), 1.0f);
    const auto bytes = write_grain(mono(2000), three_packets(2000), odd);
    const auto grain = GrainFile::open(*bytes, "x.grain");
    EXPECT_EQ(std::bit_cast<std::uint32_t>(grain->duration), std::bit_cast<std::uint32_t>(odd));
    EXPECT_TRUE(grain->findings.list().empty());
}

TEST(GrainFile, ADurationMayBeAFewUlpsOffButNotTenMilliseconds)
{
    Buffer bytes = small_grain();
    bytes[7] = static_cast<std::uint8_t>(bytes[7] + 5);
    EXPECT_EQ(offsets(bytes, Finding::Severity::warning), (Offsets{4}));
    EXPECT_TRUE(offsets(bytes, Finding::Severity::error).empty());
    for (const std::uint32_t bits : {0x3F800000u, 0x7FC00000u, 0x7F800000u, 0u, 0xBF800000u}) {
        Buffer wrong = small_grain();
        for (std::size_t i = 0; i < 4; ++i)
            wrong[4 + i] = static_cast<std::uint8_t>(bits >> (24 - 8 * i));
        EXPECT_EQ(offsets(wrong, Finding::Severity::error), (Offsets{4}));
    }
    EXPECT_FALSE(write_grain(mono(2000), three_packets(2000), 0.06f).ok());
}

TEST(GrainFile, FindsBrokenRelations)
{
    const auto warned = [](std::size_t offset, int value) {
        Buffer bytes = small_grain();
        bytes[offset] = static_cast<std::uint8_t>(value);
        return offsets(bytes, Finding::Severity::warning);
    };
    EXPECT_EQ(warned(0x0B, 0x81), (Offsets{0x08})); // pre-roll 385
    EXPECT_EQ(warned(0x12, 0x00), (Offsets{0x10})); // a row of other bytes
    EXPECT_EQ(warned(0x24, 0x04), (Offsets{0x20})); // side data against a packet
    EXPECT_EQ(warned(0x27, 0x01), (Offsets{0x27})); // padding
    EXPECT_EQ(warned(0x31, 0x04), (Offsets{0x30})); // two channels share one chunk: still a stream
    EXPECT_EQ(warned(0x38, 0x80), (Offsets{0x38})); // the block's flag
    Buffer longer = small_grain();
    longer.push_back(0);
    EXPECT_EQ(offsets(longer, Finding::Severity::warning), (Offsets{longer.size() - 1}));
}

TEST(GrainFile, OtherCodecsAreReadWithAWarning)
{
    const Pcm16 sound = stream_parts::chirp(1, 500);
    EaacHeader header = mono(500);
    header.codec = EaacCodec::pcm16be;
    const auto bytes = write_grain(header, {500, Buffer(1000)});
    ASSERT_TRUE(bytes.ok());
    const auto grain = GrainFile::open(*bytes, "x.grain");
    ASSERT_TRUE(grain.ok()) << grain.error().text();
    EXPECT_EQ(grain->header_bytes, 48u);
    EXPECT_EQ(grain->table.side_offset(), 0u);
    EXPECT_FALSE(grain->findings.any_error());
    EXPECT_FALSE(grain->findings.list().empty());
}

TEST(GrainFile, RefusesDamageAtItsByte)
{
    const auto where = [](const Buffer& bytes) {
        const auto grain = GrainFile::open(bytes, "x.grain");
        return grain.ok() ? std::string("opened") : grain.error().where;
    };
    const auto changed = [&](std::size_t offset, int value) {
        Buffer bytes = small_grain();
        bytes[offset] = static_cast<std::uint8_t>(value);
        return where(bytes);
    };
    EXPECT_EQ(where(Buffer(10)), "x.grain:0xA");
    EXPECT_EQ(changed(0, 0xFF), "x.grain:0x0");     // the stream near 2^32
    EXPECT_EQ(changed(3, 0x08), "x.grain:0x0");     // no room for a table
    EXPECT_EQ(changed(8, 0x02), "x.grain:0x8");     // kind of table
    EXPECT_EQ(changed(0x30, 0xF3), "x.grain:0x30"); // stream header
    EXPECT_EQ(changed(0x39, 0xFF), "x.grain:0x39"); // size of the block
    EXPECT_FALSE(is_grain(Buffer(100, 0xFF)));
}

RC_GTEST_PROP(GrainFile, AnyChangeIsReadOrRefused,
              (std::vector<std::pair<std::uint16_t, std::uint8_t>> changes))
{
    Buffer bytes = small_grain();
    for (const auto& [offset, value] : changes)
        bytes[offset % 64] = value; // header, table and stream header
    const auto grain = GrainFile::open(bytes, "x.grain");
    if (!grain.ok())
        RC_ASSERT(grain.error().where.starts_with("x.grain:0x"));
}

} // namespace
} // namespace quern::formats
