// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/seek_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace quern::formats {

namespace {

// A form holds `first`.. in what remains of its bytes after the prefix bits and the sign bit.
constexpr std::uint32_t kTwoBytes = 96;
constexpr std::uint32_t kThreeBytes = 6240;
constexpr std::uint32_t kFourBytes = 399456;
constexpr std::uint32_t kFiveBytes = 25565280;

std::size_t varint_length(std::uint8_t first)
{
    if (first < 0xC0)
        return 1;
    if (first < 0xF0)
        return 2;
    if (first < 0xFC)
        return 3;
    return first < 0xFF ? 4 : 5;
}

std::int32_t wrapping_add(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// One of the four interleaved columns of the run-length layout.
class Column {
public:
    /// The next value; moves `offset` over whatever had to be read for it.
    Result<std::int32_t> next(Bytes bytes, std::size_t& offset, const SeekPlace& place)
    {
        bool read_delta = literal_;
        if (left_ <= 0) {
            const auto header = read_signed_varint(bytes, offset, place);
            if (!header)
                return header.error();
            offset += header->bytes;
            literal_ = header->value < 0;
            left_ = literal_ ? 1 - std::int64_t{header->value} : std::int64_t{header->value} + 1;
            read_delta = true; // a repeat run adds its one delta here and then holds the value
        }
        if (read_delta) {
            const auto delta = read_signed_varint(bytes, offset, place);
            if (!delta)
                return delta.error();
            offset += delta->bytes;
            value_ = wrapping_add(value_, delta->value);
        }
        --left_;
        return value_;
    }

private:
    std::int32_t value_ = 0;
    std::int64_t left_ = 0; // rows of the run still to come
    bool literal_ = false;
};

/// Reads rows one by one in either layout.
class RowReader {
public:
    /// `side_offset` 0: the columns may use all bytes.
    RowReader(Bytes bytes, std::size_t begin, std::size_t side_offset, int layout, SeekPlace place)
        : bytes_(bytes),
          place_(place),
          offset_(begin),
          run_length_(layout == SeekTable::kRunLength),
          bounded_(side_offset > begin && side_offset < bytes.size())
    {
        if (bounded_)
            bytes_ = bytes.first(side_offset);
    }

    /// Nothing at the end of the columns. The side data may begin inside padding that looks like half a row.
    Result<std::optional<SeekRow>> next()
    {
        if (offset_ >= bytes_.size())
            return std::optional<SeekRow>{};
        if (count_++ >= kMostSeekRows)
            return error_at(place_.file, place_.base + offset_,
                            "found more than " + std::to_string(kMostSeekRows) + " rows");
        SeekRow row;
        const std::array<std::int32_t*, 4> fields{&row.bytes, &row.side, &row.samples, &row.key};
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto value = run_length_ ? columns_[i].next(bytes_, offset_, place_) : next_word();
            if (!value && bounded_)
                return std::optional<SeekRow>{};
            if (!value)
                return value.error();
            *fields[i] = *value;
        }
        return std::optional(row);
    }

private:
    Result<std::int32_t> next_word()
    {
        if (bytes_.size() - offset_ < 4)
            return error_at(place_.file, place_.base + offset_,
                            "found " + std::to_string(bytes_.size() - offset_) +
                                " bytes, expected the 4 of a record's word");
        const std::uint32_t word = read_be(bytes_, offset_, 4);
        offset_ += 4;
        return static_cast<std::int32_t>(word);
    }

    Bytes bytes_;
    SeekPlace place_;
    std::size_t offset_;
    bool run_length_;
    bool bounded_;
    std::size_t count_ = 0;
    std::array<Column, 4> columns_{};
};

} // namespace

Result<Varint> read_signed_varint(Bytes bytes, std::size_t offset, const SeekPlace& place)
{
    if (offset >= bytes.size())
        return error_at(place.file, place.base + offset,
                        "found the end of the bytes, expected a variable-length integer");
    const std::size_t length = varint_length(bytes[offset]);
    if (bytes.size() - offset < length)
        return error_at(place.file, place.base + offset,
                        "found " + std::to_string(bytes.size() - offset) + " bytes of an integer of " +
                            std::to_string(length));
    if (length == 5) // the raw value, no sign step
        return Varint{static_cast<std::int32_t>(read_be(bytes, offset + 1, 4)), length};
    constexpr std::array<std::uint32_t, 4> kPrefix{0, 0xC000, 0xF00000, 0xFC000000};
    constexpr std::array<std::uint32_t, 4> kFirst{0, kTwoBytes, kThreeBytes, kFourBytes};
    const std::uint32_t code = read_be(bytes, offset, length) - kPrefix[length - 1];
    const auto magnitude = static_cast<std::int32_t>((code >> 1) + kFirst[length - 1]);
    return Varint{(code & 1) == 0 ? magnitude : -1 - magnitude, length};
}

std::vector<std::uint8_t> write_signed_varint(std::int32_t value)
{
    const std::uint32_t sign = value < 0 ? 1 : 0;
    const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -1 - value : value);
    std::size_t length = 5;
    std::uint32_t code = static_cast<std::uint32_t>(value);
    if (magnitude < kTwoBytes) {
        length = 1;
        code = magnitude << 1 | sign;
    } else if (magnitude < kThreeBytes) {
        length = 2;
        code = 0xC000 + ((magnitude - kTwoBytes) << 1 | sign);
    } else if (magnitude < kFourBytes) {
        length = 3;
        code = 0xF00000 + ((magnitude - kThreeBytes) << 1 | sign);
    } else if (magnitude < kFiveBytes) {
        length = 4;
        code = 0xFC000000 + ((magnitude - kFourBytes) << 1 | sign);
    }
    std::vector<std::uint8_t> bytes(length, 0xFF);
    for (std::size_t i = 0; i < std::min<std::size_t>(length, 4); ++i)
        bytes[length - 1 - i] = static_cast<std::uint8_t>(code >> (8 * i));
    return bytes;
}

Result<SeekTable> SeekTable::parse(Bytes bytes, const SeekPlace& place)
{
    constexpr std::size_t kHeader0 = 8;
    constexpr std::size_t kHeader1 = 12;
    if (bytes.empty())
        return error_at(place.file, place.base, "found no bytes, expected a header");
    if (bytes[0] > 1)
        return error_at(place.file, place.base,
                        "found kind " + std::to_string(bytes[0]) + ", expected 0 or 1",
                        Error::Code::unsupported);
    const std::size_t header = bytes[0] == 0 ? kHeader0 : kHeader1;
    if (bytes.size() < header)
        return error_at(place.file, place.base + bytes.size(),
                        "found the end of the bytes, expected a header of " + std::to_string(header));
    SeekTable table;
    table.kind_ = bytes[0];
    table.layout_ = bytes[1] >> 4;
    table.low_bits_ = bytes[1] & 0x0F;
    table.pre_roll_ = read_be(bytes, 2, 2);
    table.columns_offset_ = table.kind_ == 0 ? kHeader0 : read_be(bytes, 4, 4);
    table.side_offset_ = read_be(bytes, table.kind_ == 0 ? 4 : 8, 4);
    if (table.columns_offset_ < header || table.columns_offset_ > bytes.size())
        return error_at(place.file, place.base + 4,
                        "found columns at byte " + std::to_string(table.columns_offset_) + ", expected " +
                            std::to_string(header) + " to " + std::to_string(bytes.size()));
    table.file_ = place.file;
    table.base_ = place.base;
    table.bytes_.assign(bytes.begin(), bytes.end());
    return table;
}

Result<std::vector<SeekRow>> SeekTable::rows(std::uint64_t samples) const
{
    std::vector<SeekRow> found;
    if (layout_ != kRecords && layout_ != kRunLength)
        return found;
    RowReader reader(bytes_, columns_offset_, side_offset_, layout_, {file_, base_});
    for (std::uint64_t total = 0; total < samples;) {
        const auto row = reader.next();
        if (!row)
            return row.error();
        if (!*row)
            break;
        found.push_back(**row);
        if ((*row)->samples < 0)
            break;
        total += static_cast<std::uint64_t>((*row)->samples);
    }
    return found;
}

Result<SeekResult> SeekTable::seek(std::uint32_t target) const
{
    SeekResult result;
    if (layout_ != kRecords && layout_ != kRunLength) {
        result.found = true;
        return result;
    }
    const std::uint64_t limit = target > pre_roll_ ? target - pre_roll_ : 0;
    RowReader reader(bytes_, columns_offset_, side_offset_, layout_, {file_, base_});
    std::uint64_t position = 0;
    std::uint32_t byte_sum = 0;
    std::uint32_t side_sum = 0;
    for (;;) {
        const auto row = reader.next();
        if (!row)
            return row.error();
        if (!*row || (*row)->samples < 0) // past the table: what the last match published for these two stays
            return SeekResult{.pre_roll = result.pre_roll, .key = result.key};
        const auto samples = static_cast<std::uint64_t>((*row)->samples);
        const bool holds_limit = position <= limit && limit < position + samples;
        if (holds_limit || (*row)->key == 1) {
            result.side = (*row)->side == 0 ? 0 : side_offset_ + side_sum;
            result.entry_start = static_cast<std::uint32_t>(position);
            result.pre_roll =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(target - position, pre_roll_));
            result.skip = static_cast<std::uint32_t>(target - result.pre_roll - position);
            result.entry_byte = byte_sum;
            result.key = (*row)->key == 1;
        }
        position += samples;
        if (target < position) {
            result.found = true;
            return result;
        }
        byte_sum += static_cast<std::uint32_t>((*row)->bytes);
        side_sum += static_cast<std::uint32_t>((*row)->side);
    }
}

} // namespace quern::formats
