// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/seek_table.hpp"

#include <array>
#include <gtest/gtest.h>
#include <initializer_list>
#include <rapidcheck/gtest.h>
#include <vector>

namespace quern::formats {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Header of kind 0 with a pre-roll of 384, followed by `columns`.
Bytes table_of(std::initializer_list<int> columns, std::uint8_t layout = 0x10, std::uint8_t side_offset = 0)
{
    Bytes bytes{0x00, layout, 0x01, 0x80, 0x00, 0x00, 0x00, side_offset};
    for (int byte : columns)
        bytes.push_back(static_cast<std::uint8_t>(byte));
    return bytes;
}

std::vector<SeekRow> rows_of(const Bytes& bytes, std::uint64_t samples = UINT64_MAX)
{
    const auto table = SeekTable::parse(bytes);
    EXPECT_TRUE(table.ok());
    auto rows = table->rows(samples);
    EXPECT_TRUE(rows.ok());
    return rows.ok() ? *rows : std::vector<SeekRow>{};
}

TEST(SeekVarint, EncodingsAtTheEdgesOfEachLength)
{
    const std::vector<std::pair<std::int32_t, Bytes>> edges{
        {0, {0x00}},
        {-1, {0x01}},
        {95, {0xBE}},
        {-96, {0xBF}},
        {96, {0xC0, 0x00}},
        {6239, {0xEF, 0xFE}},
        {-6240, {0xEF, 0xFF}},
        {6240, {0xF0, 0x00, 0x00}},
        {232349, {0xF6, 0xE6, 0x7A}},
        {-399456, {0xFB, 0xFF, 0xFF}},
        {399456, {0xFC, 0x00, 0x00, 0x00}},
        {25565279, {0xFE, 0xFF, 0xFF, 0xFE}},
        {25565280, {0xFF, 0x01, 0x86, 0x18, 0x60}},
        {INT32_MIN, {0xFF, 0x80, 0x00, 0x00, 0x00}},
    };
    for (const auto& [value, bytes] : edges) {
        EXPECT_EQ(write_signed_varint(value), bytes) << value;
        const auto read = read_signed_varint(bytes, 0);
        ASSERT_TRUE(read.ok());
        EXPECT_EQ(read->value, value);
        EXPECT_EQ(read->bytes, bytes.size());
    }
}

RC_GTEST_PROP(SeekVarint, EveryValueComesBack, (std::int32_t value))
{
    const Bytes bytes = write_signed_varint(value);
    const auto read = read_signed_varint(bytes, 0);
    RC_ASSERT(read.ok());
    RC_ASSERT(read->value == value);
    RC_ASSERT(read->bytes == bytes.size());
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
        RC_ASSERT(!read_signed_varint(std::span(bytes).first(cut), 0).ok());
}

TEST(SeekVarint, FiveBytesMayHoldASmallValue)
{
    const Bytes bytes{0xAA, 0xFF, 0x00, 0x00, 0x00, 0x05};
    EXPECT_EQ(read_signed_varint(bytes, 1)->value, 5);
}

TEST(SeekVarint, NamesTheByteWhereItIsCutOff)
{
    const Bytes bytes{0x00, 0xF0, 0x00};
    const auto read = read_signed_varint(bytes, 1);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().where, "seek table:0x1");
}

TEST(SeekTable, ReadsTheOneRowOfARecording)
{
    // One run a column, then padding and side data that must not be read as rows.
    const Bytes bytes = table_of({0x00, 0xF6, 0xE6, 0x7A, 0x00, 0xC0, 0x2C, 0x00, 0xFC, 0x0E, 0x0E, 0xA0,
                                  0x00, 0x02, 0x00, 0x00, 0x55, 0x55},
                                 0x10, 0x18);
    const std::vector<SeekRow> expected{{232349, 118, 860080, 1}};
    EXPECT_EQ(rows_of(bytes, 860080), expected);
    EXPECT_EQ(rows_of(bytes), expected); // the half row of padding ends at the side data
    const auto found = SeekTable::parse(bytes)->seek(500000);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found->found);
    EXPECT_EQ(found->side, 0x18u);
    EXPECT_EQ(found->pre_roll, 384u);
    EXPECT_EQ(found->skip, 500000u - 384u);
    EXPECT_FALSE(SeekTable::parse(bytes)->seek(860080)->found);
}

TEST(SeekTable, ReadsLiteralRuns)
{
    const std::vector<SeekRow> expected{
        {7372, 8, 3712, 1}, {8064, 8, 4096, 0}, {6814, 8, 3254, 0}, {0, 0, -1, 0}};
    EXPECT_EQ(rows_of(table_of({0x05, 0xF0, 0x08, 0xD8, 0x05, 0x10, 0x05, 0xDC, 0x40, 0x05,
                                0x02, 0xC4, 0xA8, 0x00, 0xC2, 0x40, 0x01, 0xC9, 0x03, 0x00,
                                0xC5, 0xD3, 0x00, 0xF0, 0x04, 0x7B, 0x0F, 0xD8, 0xAD, 0x00})),
              expected);
}

TEST(SeekTable, ReadsFixedRecordsAndTheLongHeader)
{
    Bytes bytes{0x01, 0x03, 0x00, 0x10, 0x00, 0x00, 0x00, 0x10,
                0x00, 0x00, 0x00, 0x00, 0xEE, 0xEE, 0xEE, 0xEE};
    for (const std::uint32_t word : {100u, 0u, 50u, 1u, 120u, 0u, 60u, 0u, 0u, 0u, 0xFFFFFFFFu, 0u}) {
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    }
    const auto table = SeekTable::parse(bytes);
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->kind(), 1);
    EXPECT_EQ(table->layout(), SeekTable::kRecords);
    EXPECT_EQ(table->low_bits(), 3);
    EXPECT_EQ(table->pre_roll(), 16u);
    EXPECT_EQ(rows_of(bytes), (std::vector<SeekRow>{{100, 0, 50, 1}, {120, 0, 60, 0}, {0, 0, -1, 0}}));
    const auto found = table->seek(80);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found->found);
    EXPECT_EQ(found->entry_start, 50u);
    EXPECT_EQ(found->pre_roll, 16u);
    EXPECT_EQ(found->skip, 14u);
    EXPECT_EQ(found->entry_byte, 100u);
    EXPECT_EQ(found->side, 0u);
    EXPECT_FALSE(found->key);
}

TEST(SeekTable, AnUnknownLayoutFindsNothingAndIsNoError)
{
    const auto table = SeekTable::parse(table_of({0x00}, 0x20));
    ASSERT_TRUE(table.ok());
    EXPECT_TRUE(table->rows()->empty());
    EXPECT_TRUE(table->seek(10)->found);
}

TEST(SeekTable, RefusesWhatItCannotRead)
{
    EXPECT_EQ(SeekTable::parse({}).error().where, "seek table:0x0");
    const Bytes kind{0x02, 0x10, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(SeekTable::parse(kind).error().code, Error::Code::unsupported);
    const Bytes cut{0x00, 0x10, 0x01};
    EXPECT_EQ(SeekTable::parse(cut).error().where, "seek table:0x3");
    const Bytes far{0x01, 0x10, 0, 0, 0x00, 0x00, 0x10, 0x00, 0, 0, 0, 0};
    EXPECT_EQ(SeekTable::parse(far).error().where, "seek table:0x4");
    const auto half_row = SeekTable::parse(table_of({0x00, 0xF6, 0xE6}));
    EXPECT_EQ(half_row->rows().error().where, "seek table:0x9");
    EXPECT_EQ(half_row->seek(5).error().where, "seek table:0x9");
    // Runs of 2^31 empty rows: an error, not hours of work.
    const auto endless = SeekTable::parse(
        table_of({0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x00, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x00, 0xFF,
                  0x7F, 0xFF, 0xFF, 0xFF, 0x00, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x00, 0x00}));
    EXPECT_FALSE(endless->rows().ok());
    EXPECT_FALSE(endless->seek(5).ok());
}

RC_GTEST_PROP(SeekTable, AnyBytesGiveRowsOrAnError, (std::vector<std::uint8_t> columns, std::uint32_t target))
{
    Bytes bytes =
        table_of({}, *rc::gen::element<std::uint8_t>(0x00, 0x10), *rc::gen::arbitrary<std::uint8_t>());
    bytes.insert(bytes.end(), columns.begin(), columns.end());
    const auto table = SeekTable::parse(bytes);
    RC_ASSERT(table.ok());
    const auto found = table->seek(target);
    if (found.ok() && found->found)
        RC_ASSERT(found->entry_start + found->pre_roll + found->skip == target);
    const auto rows = table->rows(1000);
    const bool told = rows.ok() || !rows.error().where.empty();
    RC_ASSERT(told);
}

} // namespace
} // namespace quern::formats
