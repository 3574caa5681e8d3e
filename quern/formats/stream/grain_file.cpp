// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/grain_file.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/seek_write.hpp"
#include "quern/formats/stream/grain_check.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kColumnBytes = 16; // what all of the game's recordings leave for the one row
constexpr std::size_t kSmallestHeader = 48;

Error refused(const std::string& found, const std::string& expected)
{
    return {Error::Code::usage, "grain", "found " + found + ", expected " + expected};
}

/// The side data of an EA-XMA block.
Result<std::vector<std::uint8_t>> side_of(const EaacHeader& header, const EaacPayload& block)
{
    const auto chunks = split_xma_block({block.bytes, 0, "grain", block.samples, header.channels});
    if (!chunks)
        return chunks.error();
    SideLists lists;
    for (const XmaChunk& chunk : *chunks) {
        lists.push_back(xma_frame_starts(chunk.data));
        if (lists.back().empty())
            return refused("packets with headers of the older form",
                           "XMA2, which says how many frames start");
    }
    return write_side_data(lists);
}

} // namespace

Result<GrainFile> GrainFile::open(Bytes bytes, std::string file)
{
    // Duration and stream offset, the header of a seek table, and a stream header with a block.
    constexpr std::size_t kSmallest = kTableOffset + 8 + 8 + EaacStream::kBlockHeaderBytes;
    if (bytes.size() < kSmallest)
        return mismatch_at(file, bytes.size(), "the end of the file", "at least 32 bytes");
    GrainFile grain;
    grain.header_bytes = read_be(bytes, 0);
    if (grain.header_bytes < kTableOffset + 8 || grain.header_bytes > bytes.size() - 16)
        return mismatch_at(file, 0, "a stream at " + hex(grain.header_bytes),
                           "0x10 to " + hex(bytes.size() - 16));
    grain.duration = std::bit_cast<float>(read_be(bytes, 4));
    auto stream = EaacStream::open({bytes, file, grain.header_bytes});
    if (!stream)
        return stream.error();
    grain.stream = std::move(*stream);
    auto table = SeekTable::parse(bytes.subspan(kTableOffset, grain.header_bytes - kTableOffset),
                                  {file, kTableOffset});
    if (!table)
        return table.error();
    grain.table = std::move(*table);
    auto rows = grain.table.rows(grain.stream.header().samples);
    if (!rows)
        return rows.error();
    grain.rows = std::move(*rows);
    check_grain(grain, bytes, file);
    return grain;
}

bool is_grain(Bytes bytes)
{
    if (bytes.size() < 32)
        return false;
    const std::uint32_t stream = read_be(bytes, 0);
    if (stream % 4 != 0 || stream < 16 || stream > 0x10000 || stream > bytes.size() - 16 || bytes[8] > 1)
        return false;
    return read_eaac_header(bytes, stream, "").ok();
}

Result<std::vector<std::uint8_t>> write_grain(const EaacHeader& header, const EaacPayload& block,
                                              std::optional<float> duration)
{
    if (header.type != EaacType::ram || header.loop_start)
        return refused("another form of stream", "a RAM stream without a loop");
    const auto stream = write_eaac(header, std::span(&block, 1));
    if (!stream)
        return stream.error();
    const float stored = duration.value_or(nominal_duration(header));
    if (!duration_fits(stored, header))
        return refused("a duration of " + std::to_string(stored) + " s",
                       std::to_string(nominal_duration(header)) + " s to 10 ms");
    SeekTableParts parts;
    parts.column_bytes = kColumnBytes;
    if (header.codec == EaacCodec::ea_xma) {
        auto side = side_of(header, block);
        if (!side)
            return side.error();
        parts.side = std::move(*side);
    }
    const auto block_bytes = static_cast<std::int32_t>(block.bytes.size() + EaacStream::kBlockHeaderBytes);
    parts.rows = {{block_bytes, static_cast<std::int32_t>(parts.side.size()),
                   static_cast<std::int32_t>(header.samples), 1}};
    const auto table = write_seek_table(parts);
    if (!table)
        return table.error();

    const std::uint64_t begin =
        std::max<std::uint64_t>(align_up(GrainFile::kTableOffset + table->size(), 16), kSmallestHeader);
    std::vector<std::uint8_t> out;
    put_be(out, static_cast<std::uint32_t>(begin));
    put_be(out, std::bit_cast<std::uint32_t>(stored));
    out.insert(out.end(), table->begin(), table->end());
    out.resize(static_cast<std::size_t>(begin));
    out.insert(out.end(), stream->head.begin(), stream->head.end());
    return out;
}

} // namespace quern::formats
