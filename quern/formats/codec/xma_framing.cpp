// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/codec/xma_framing.hpp"

#include <string>

namespace quern::formats {
namespace {

constexpr std::uint8_t kPadding = 0xFF;
constexpr std::uint32_t kFlags = 2; // the two low bits of the field, as in the game's speech and music
// 15 bits of length, tiling, gain, an empty subframe and the end: no frame is smaller.
constexpr std::uint64_t kSmallestFrameBits = 28;

} // namespace

std::vector<int> xma_substreams(int channels)
{
    std::vector<int> counts(static_cast<std::size_t>(channels) / 2, 2);
    if (channels % 2 != 0)
        counts.push_back(1);
    return counts;
}

Result<std::vector<XmaChunk>> split_xma_block(const CodecBlock& block)
{
    std::vector<XmaChunk> chunks;
    std::size_t cursor = 0;
    for (std::size_t i = 0; i < xma_substreams(block.channels).size(); ++i) {
        if (!holds(block.data, cursor, 4))
            return mismatch_at(block.file, block.offset + cursor, "the end of the block",
                               "the length of substream " + std::to_string(i));
        const std::uint32_t field = read_be(block.data, cursor) >> 2;
        if (field <= 4 || !holds(block.data, cursor, field))
            return mismatch_at(block.file, block.offset + cursor,
                               "substream " + std::to_string(i) + " with its length of " +
                                   std::to_string(field) + " bytes",
                               "5 to " + std::to_string(block.data.size() - cursor));
        const Bytes data = block.data.subspan(cursor + 4, field - 4);
        const std::uint64_t frames = xma_packet_count(data) * kXmaPacketBytes * 8 / kSmallestFrameBits;
        if (block.samples > frames * kXmaFrameSamples)
            return mismatch_at(block.file, block.offset - 4, std::to_string(block.samples) + " samples",
                               "at most " + std::to_string(frames * kXmaFrameSamples) + " in " +
                                   std::to_string(data.size()) + " bytes");
        chunks.push_back({data, block.offset + cursor + 4, block.samples});
        cursor += field;
    }
    return chunks;
}

void put_xma_chunk(std::vector<std::uint8_t>& payload, Bytes packets)
{
    std::size_t size = packets.size();
    while (size > 1 && packets[size - 1] == kPadding)
        --size;
    put_be(payload, static_cast<std::uint32_t>(size + 4) << 2 | kFlags);
    payload.insert(payload.end(), packets.begin(), packets.begin() + static_cast<std::ptrdiff_t>(size));
}

std::vector<std::uint8_t> whole_xma_packets(Bytes chunk)
{
    std::vector<std::uint8_t> packets(chunk.begin(), chunk.end());
    packets.resize(xma_packet_count(chunk) * kXmaPacketBytes, kPadding);
    return packets;
}

std::size_t xma_packet_count(Bytes chunk)
{
    return (chunk.size() + kXmaPacketBytes - 1) / kXmaPacketBytes;
}

std::vector<std::uint32_t> xma_frame_starts(Bytes chunk)
{
    std::vector<std::uint32_t> starts;
    for (std::size_t at = 0; at < chunk.size(); at += kXmaPacketBytes) {
        if (!holds(chunk, at, 4) || (chunk[at + 2] & 7) != 1) // a fixed 1 in XMA2, 0 in XMA1
            return {};
        starts.push_back(chunk[at] >> 2);
    }
    return starts;
}

} // namespace quern::formats
