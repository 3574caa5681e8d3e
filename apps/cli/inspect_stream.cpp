// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "inspect_parts.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/seek_write.hpp"

namespace quern::cli {
namespace {

using namespace formats;

TreeValue number(std::uint64_t value)
{
    return value;
}
TreeValue whole(std::int64_t value)
{
    return value;
}

TreePart header_part(const EaacHeader& header, std::uint64_t at)
{
    TreePart part{"header", {}, {}, {}};
    part.add("version", at, whole(header.version));
    part.add("codec", at, std::string(eaac_codec_name(header.codec)),
             fmt::format("{} ({})", eaac_codec_name(header.codec), static_cast<int>(header.codec)));
    part.add("channels", at + 1, whole(header.channels));
    part.add("rate", at + 1, number(header.rate), fmt::format("{} Hz", header.rate));
    part.add("type", at + 4, std::string(eaac_type_name(header.type)));
    part.add("loops", at + 4, header.loop_start.has_value());
    part.add("samples", at + 4, number(header.samples),
             fmt::format("{}, {}", header.samples,
                         seconds_text(static_cast<double>(header.samples) / header.rate)));
    std::uint64_t next = at + 8;
    const auto optional = [&](const char* name, const std::optional<std::uint32_t>& word) {
        if (word) {
            part.add(name, next, number(*word));
            next += 4;
        }
    };
    optional("loop_start", header.loop_start);
    optional("prefetch", header.prefetch);
    optional("loop_offset", header.loop_offset);
    return part;
}

/// The chunks of EA-XMA blocks, one a substream.
TreeTable chunk_table(const EaacStream& stream)
{
    TreeTable table{
        "chunks", {"block", "substream", "channels", "bytes", "flags", "packets", "frames"}, {}, 0};
    const std::vector<int> layout = xma_substreams(stream.header().channels);
    for (std::size_t b = 0; b < stream.blocks().size() && table.rows.size() < TreeTable::kMostRows; ++b) {
        const CodecBlock block = stream.codec_block(stream.blocks()[b]);
        const auto chunks = split_xma_block(block);
        if (!chunks)
            break; // a finding of the stream, or an error of decoding
        for (std::size_t i = 0; i < chunks->size(); ++i) {
            const XmaChunk& chunk = (*chunks)[i];
            const auto starts = xma_frame_starts(chunk.data);
            const auto frames = std::accumulate(starts.begin(), starts.end(), std::uint64_t{0});
            const std::uint8_t flags =
                block.data[static_cast<std::size_t>(chunk.offset - block.offset) - 1] & 3;
            table.add({chunk.offset - 4,
                       {number(b), number(i), whole(layout[i]), number(chunk.data.size()), number(flags),
                        number(xma_packet_count(chunk.data)), number(frames)}});
        }
    }
    return table;
}

TreeTable block_table(const EaacStream& stream)
{
    TreeTable table{"blocks", {"size", "samples", "flag", "payload_at"}, {}, 0};
    const bool two_files = stream.blocks().front().in_chain != stream.blocks().back().in_chain;
    if (two_files)
        table.columns.push_back("file");
    for (const EaacBlock& block : stream.blocks()) {
        const std::uint64_t payload = block.offset + EaacStream::kBlockHeaderBytes;
        TreeRow row{block.offset, {number(block.size), number(block.samples), hex(block.flag), hex(payload)}};
        if (two_files)
            row.cells.push_back(std::string(block.in_chain ? "second" : "first"));
        table.add(std::move(row));
    }
    return table;
}

/// How many frames start in each packet, by the side data.
std::optional<TreeTable> side_table(const GrainFile& grain, Bytes bytes)
{
    if (grain.rows.empty() || grain.rows[0].side <= 0 || grain.stream.header().codec != EaacCodec::ea_xma)
        return std::nullopt;
    const std::uint64_t begin = GrainFile::kTableOffset + std::uint64_t{grain.table.side_offset()};
    const auto size = static_cast<std::uint32_t>(grain.rows[0].side);
    const auto chunks = split_xma_block(grain.stream.codec_block(grain.stream.blocks().front()));
    if (!chunks || !holds(bytes.first(grain.header_bytes), begin, size))
        return std::nullopt;
    std::vector<std::size_t> packets;
    for (const XmaChunk& chunk : *chunks)
        packets.push_back(xma_packet_count(chunk.data));
    const auto lists = read_side_data(bytes.subspan(static_cast<std::size_t>(begin), size), packets);
    if (!lists)
        return std::nullopt;
    TreeTable table{"side_data", {"substream", "packet", "frames"}, {}, 0};
    for (std::size_t i = 0; i < lists->size(); ++i) {
        for (std::size_t p = 0; p < (*lists)[i].size(); ++p)
            table.add({std::nullopt, {number(i), number(p), number((*lists)[i][p])}});
    }
    return table;
}

} // namespace

std::string seconds_text(double seconds)
{
    return fmt::format("{:.6g} s", seconds);
}

TreePart stream_part(const EaacStream& stream)
{
    TreePart part{"stream", {}, {}, {}};
    part.parts.push_back(header_part(stream.header(), stream.header_offset()));
    if (const EaacBlock& last = stream.blocks().back(); last.in_chain)
        part.add("blocks_in", std::nullopt, stream.file_of(last));
    part.tables.push_back(block_table(stream));
    if (stream.header().codec == EaacCodec::ea_xma)
        part.tables.push_back(chunk_table(stream));
    return part;
}

TreePart seek_table_part(const SeekTable& table, const std::vector<SeekRow>& rows, std::uint64_t base)
{
    TreePart part{"seek_table", {}, {}, {}};
    part.add("kind", base, whole(table.kind()));
    const char* layout = table.layout() == SeekTable::kRecords     ? "records"
                         : table.layout() == SeekTable::kRunLength ? "run lengths"
                                                                   : "unknown";
    part.add("layout", base + 1, whole(table.layout()), fmt::format("{} ({})", layout, table.layout()));
    part.add("low_bits", base + 1, whole(table.low_bits()));
    part.add("pre_roll", base + 2, number(table.pre_roll()), fmt::format("{} samples", table.pre_roll()));
    if (table.kind() == 0)
        part.add("columns_at", std::nullopt, number(base + table.columns_offset()),
                 hex(base + table.columns_offset()));
    else
        part.add("columns_at", base + 4, number(base + table.columns_offset()),
                 hex(base + table.columns_offset()));
    const std::uint64_t side = base + table.side_offset();
    part.add("side_data_at", base + (table.kind() == 0 ? 4 : 8), number(table.side_offset() == 0 ? 0 : side),
             table.side_offset() == 0 ? "none" : hex(side));

    TreeTable listed{"rows", {"start", "bytes", "side", "samples", "key"}, {}, 0};
    std::int64_t start = 0;
    for (const SeekRow& row : rows) {
        listed.add({std::nullopt,
                    {whole(start), whole(row.bytes), whole(row.side), whole(row.samples), whole(row.key)}});
        start += row.samples;
    }
    part.tables.push_back(std::move(listed));
    return part;
}

TreePart grain_part(const OpenedSound& sound)
{
    const GrainFile& grain = *sound.grain;
    TreePart part{"grain", {}, {}, {}};
    part.add("stream_at", 0, number(grain.header_bytes), hex(grain.header_bytes));
    part.add("duration", 4, static_cast<double>(grain.duration),
             fmt::format("{} ({:08X})", seconds_text(static_cast<double>(grain.duration)),
                         std::bit_cast<std::uint32_t>(grain.duration)));
    part.parts.push_back(seek_table_part(grain.table, grain.rows, GrainFile::kTableOffset));
    if (auto side = side_table(grain, sound.bytes))
        part.parts.back().tables.push_back(std::move(*side));
    part.parts.push_back(stream_part(grain.stream));
    return part;
}

} // namespace quern::cli
