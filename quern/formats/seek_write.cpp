// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/seek_write.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace quern::formats {
namespace {

// First value of each form of the unsigned integer, by its length in bytes, and what the form's bits start
// from.
constexpr std::array<std::uint32_t, 5> kFirst{0, 192, 12480, 798912, 51130560};
constexpr std::array<std::uint32_t, 4> kPrefix{0, 0xC000, 0xF00000, 0xFC000000};

std::size_t length_of(std::uint8_t first)
{
    return first < 0xC0 ? 1 : first < 0xF0 ? 2 : first < 0xFC ? 3 : first < 0xFF ? 4 : 5;
}

void append(std::vector<std::uint8_t>& out, const std::vector<std::uint8_t>& bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

std::array<std::int32_t, 4> fields(const SeekRow& row)
{
    return {row.bytes, row.side, row.samples, row.key};
}

std::int32_t wrapping_difference(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

void put_run_length(std::vector<std::uint8_t>& out, const std::vector<SeekRow>& rows)
{
    std::array<std::int32_t, 4> last{};
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto row = fields(rows[r]);
        for (std::size_t c = 0; c < row.size(); ++c) {
            // A run of single deltas has at least two rows; one row alone is a run that repeats once.
            if (r == 0)
                append(out, write_signed_varint(
                                rows.size() == 1 ? 0 : 1 - static_cast<std::int32_t>(rows.size())));
            append(out, write_signed_varint(wrapping_difference(row[c], last[c])));
        }
        last = row;
    }
}

void put_records(std::vector<std::uint8_t>& out, const std::vector<SeekRow>& rows)
{
    for (const SeekRow& row : rows) {
        for (const std::int32_t field : fields(row))
            put_be(out, static_cast<std::uint32_t>(field));
    }
}

Error refused(const std::string& found, const std::string& expected)
{
    return {Error::Code::usage, "seek table", "found " + found + ", expected " + expected};
}

} // namespace

Result<std::vector<std::uint8_t>> write_seek_table(const SeekTableParts& parts)
{
    constexpr std::size_t kColumnAlignment = 8; // what the known tables' offsets need
    if (parts.kind != 0 && parts.kind != 1)
        return refused("kind " + std::to_string(parts.kind), "0 or 1");
    if (parts.layout != SeekTable::kRecords && parts.layout != SeekTable::kRunLength)
        return refused("layout " + std::to_string(parts.layout), "0 or 1");
    if (parts.low_bits < 0 || parts.low_bits > 15)
        return refused(std::to_string(parts.low_bits), "a number of 4 bits");
    if (parts.rows.size() > kMostSeekRows || parts.side.size() > UINT32_MAX / 2)
        return refused(std::to_string(parts.rows.size()) + " rows",
                       "at most " + std::to_string(kMostSeekRows));
    std::vector<std::uint8_t> columns;
    if (parts.layout == SeekTable::kRunLength)
        put_run_length(columns, parts.rows);
    else
        put_records(columns, parts.rows);
    const std::size_t header = parts.kind == 0 ? 8 : 12;
    const std::uint64_t side =
        align_up(header + std::max(columns.size(), parts.column_bytes), kColumnAlignment);

    std::vector<std::uint8_t> out;
    put_be(out, static_cast<std::uint32_t>(parts.kind), 1);
    put_be(out, static_cast<std::uint32_t>(parts.layout << 4 | parts.low_bits), 1);
    put_be(out, parts.pre_roll, 2);
    if (parts.kind == 1)
        put_be(out, static_cast<std::uint32_t>(header));
    put_be(out, parts.side.empty() ? 0 : static_cast<std::uint32_t>(side));
    append(out, columns);
    out.resize(static_cast<std::size_t>(side));
    append(out, parts.side);
    return out;
}

Result<Varint> read_unsigned_varint(Bytes bytes, std::size_t offset, const SeekPlace& place)
{
    if (offset >= bytes.size())
        return mismatch_at(place.file, place.base + offset, "the end of the bytes",
                           "a variable-length integer");
    const std::size_t length = length_of(bytes[offset]);
    if (bytes.size() - offset < length)
        return mismatch_at(place.file, place.base + offset, std::to_string(bytes.size() - offset) + " bytes",
                           "the " + std::to_string(length) + " of an integer");
    const std::uint32_t value =
        length == 5 ? read_be(bytes, offset + 1)
                    : read_be(bytes, offset, length) - kPrefix[length - 1] + kFirst[length - 1];
    return Varint{static_cast<std::int32_t>(value), length};
}

std::vector<std::uint8_t> write_unsigned_varint(std::uint32_t value)
{
    std::vector<std::uint8_t> bytes;
    std::size_t length = 1;
    while (length < 5 && value >= kFirst[length])
        ++length;
    if (length == 5) {
        bytes.push_back(0xFF);
        put_be(bytes, value);
    } else {
        put_be(bytes, value - kFirst[length - 1] + kPrefix[length - 1], length);
    }
    return bytes;
}

Result<SideLists> read_side_data(Bytes side, std::span<const std::size_t> packets, const SeekPlace& place)
{
    if (side.size() / 4 < packets.size())
        return mismatch_at(place.file, place.base, std::to_string(side.size()) + " bytes of side data",
                           "an offset for each of " + std::to_string(packets.size()) + " substreams");
    SideLists lists(packets.size());
    for (std::size_t i = 0; i < packets.size(); ++i) {
        std::size_t at = read_be(side, 4 * i);
        for (std::size_t packet = 0; packet < packets[i]; ++packet) {
            const auto frames = read_unsigned_varint(side, at, place);
            if (!frames)
                return frames.error();
            lists[i].push_back(static_cast<std::uint32_t>(frames->value));
            at += frames->bytes;
        }
    }
    return lists;
}

std::vector<std::uint8_t> write_side_data(const SideLists& lists)
{
    std::vector<std::uint8_t> offsets;
    std::vector<std::uint8_t> data;
    for (const auto& list : lists) {
        put_be(offsets, static_cast<std::uint32_t>(4 * lists.size() + data.size()));
        for (const std::uint32_t frames : list)
            append(data, write_unsigned_varint(frames));
    }
    append(offsets, data);
    return offsets;
}

} // namespace quern::formats
