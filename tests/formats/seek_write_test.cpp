// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/seek_write.hpp"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <utility>
#include <vector>

#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using stream_parts::Buffer;

TEST(SeekUnsigned, EncodingsAtTheEdgesOfEachLength)
{
    const std::vector<std::pair<std::uint32_t, Buffer>> edges{
        {0, {0x00}},
        {191, {0xBF}},
        {192, {0xC0, 0x00}},
        {12479, {0xEF, 0xFF}},
        {12480, {0xF0, 0x00, 0x00}},
        {798911, {0xFB, 0xFF, 0xFF}},
        {798912, {0xFC, 0x00, 0x00, 0x00}},
        {51130559, {0xFE, 0xFF, 0xFF, 0xFF}},
        {51130560, {0xFF, 0x03, 0x0C, 0x30, 0xC0}},
        {0xFFFFFFFF, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
    };
    for (const auto& [value, bytes] : edges)
        EXPECT_EQ(write_unsigned_varint(value), bytes) << value;
}

RC_GTEST_PROP(SeekUnsigned, EveryValueComesBack, (std::uint32_t value))
{
    const Buffer bytes = write_unsigned_varint(value);
    const auto read = read_unsigned_varint(bytes, 0);
    RC_ASSERT(read.ok());
    RC_ASSERT(static_cast<std::uint32_t>(read->value) == value);
    RC_ASSERT(read->bytes == bytes.size());
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
        RC_ASSERT(!read_unsigned_varint(Bytes(bytes).first(cut), 0).ok());
}

// Tables made by other code, for streams of eight XMA frames a block.
TEST(SeekWriter, RewritesTheReferenceTablesByteByByte)
{
    const std::array<std::pair<const char*, std::vector<SeekRow>>, 2> tables{{
        {"eaxma_44100_stream.sek",
         {{7372, 8, 3712, 1}, {8064, 8, 4096, 0}, {6814, 8, 3254, 0}, {0, 0, -1, 0}}},
        {"eaxma_48000_stream.sek",
         {{7323, 8, 3712, 1}, {8052, 8, 4096, 0}, {8181, 8, 4096, 0}, {420, 5, 115, 0}, {0, 0, -1, 0}}},
    }};
    for (const auto& [name, rows] : tables) {
        const Buffer bytes = stream_parts::data_file(name);
        const auto table = SeekTable::parse(bytes, {name});
        ASSERT_TRUE(table.ok());
        ASSERT_EQ(*table->rows(), rows);
        SeekTableParts parts;
        parts.rows = rows;
        std::size_t at = table->side_offset();
        for (const SeekRow& row : rows) {
            const std::array<std::size_t, 1> packets{static_cast<std::size_t>(std::max(row.side - 4, 0))};
            if (row.side == 0)
                continue;
            const auto lists =
                read_side_data(Bytes(bytes).subspan(at, static_cast<std::size_t>(row.side)), packets);
            ASSERT_TRUE(lists.ok());
            const Buffer side = write_side_data(*lists);
            parts.side.insert(parts.side.end(), side.begin(), side.end());
            at += static_cast<std::size_t>(row.side);
        }
        EXPECT_EQ(*write_seek_table(parts), bytes);
    }
}

TEST(SeekWriter, WritesTheOneRowOfAnOriginalRecording)
{
    SeekTableParts parts;
    parts.column_bytes = 16;
    parts.rows = {{232349, 118, 860080, 1}};
    parts.side = Buffer(118, 7);
    const auto bytes = write_seek_table(parts);
    ASSERT_TRUE(bytes.ok());
    const Buffer begin{0x00, 0x10, 0x01, 0x80, 0x00, 0x00, 0x00, 0x18, 0x00, 0xF6, 0xE6, 0x7A,
                       0x00, 0xC0, 0x2C, 0x00, 0xFC, 0x0E, 0x0E, 0xA0, 0x00, 0x02, 0x00, 0x00};
    EXPECT_EQ(Buffer(bytes->begin(), bytes->begin() + 24), begin);
    EXPECT_EQ(bytes->size(), 24u + 118u);
}

RC_GTEST_PROP(SeekWriter, AnyRowsComeBackInEveryForm,
              (std::vector<std::array<std::int32_t, 4>> numbers, Buffer side))
{
    SeekTableParts parts;
    parts.kind = *rc::gen::inRange(0, 2);
    parts.layout = *rc::gen::inRange(0, 2);
    parts.low_bits = *rc::gen::inRange(0, 16);
    parts.pre_roll = *rc::gen::arbitrary<std::uint16_t>();
    parts.side = side;
    for (const auto& n : numbers)
        parts.rows.push_back({n[0], n[1], n[2] & 0x7FFFFFFF, n[3]});
    parts.rows.push_back({0, 0, -1, 0});
    const auto bytes = write_seek_table(parts);
    RC_ASSERT(bytes.ok());
    const auto table = SeekTable::parse(*bytes);
    RC_ASSERT(table.ok());
    RC_ASSERT(table->kind() == parts.kind);
    RC_ASSERT(table->layout() == parts.layout);
    RC_ASSERT(table->low_bits() == parts.low_bits);
    RC_ASSERT(table->pre_roll() == parts.pre_roll);
    const auto rows = table->rows();
    RC_ASSERT(rows.ok());
    RC_ASSERT(*rows == parts.rows);
    if (!side.empty())
        RC_ASSERT(Buffer(bytes->begin() + table->side_offset(), bytes->end()) == side);
}

TEST(SeekWriter, RefusesFormsThatDoNotExist)
{
    EXPECT_FALSE(write_seek_table({.kind = 2}).ok());
    EXPECT_FALSE(write_seek_table({.layout = 2}).ok());
    EXPECT_FALSE(write_seek_table({.low_bits = 16}).ok());
}

TEST(SideData, HasAListForEachSubstream)
{
    const SideLists lists{{3, 200, 1}, {7}};
    const Buffer bytes = write_side_data(lists);
    EXPECT_EQ(bytes, (Buffer{0, 0, 0, 8, 0, 0, 0, 12, 3, 0xC0, 0x08, 1, 7}));
    const std::array<std::size_t, 2> packets{3, 1};
    EXPECT_EQ(*read_side_data(bytes, packets), lists);
    const std::array<std::size_t, 2> more{3, 2};
    EXPECT_EQ(read_side_data(bytes, more, {"x.sek", 0x28}).error().where, "x.sek:0x35");
    const std::array<std::size_t, 4> wide{1, 1, 1, 1};
    EXPECT_FALSE(read_side_data(bytes, wide).ok());
}

} // namespace
} // namespace quern::formats
