// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/formats/codec/block.hpp"
#include "quern/formats/codec/xma.hpp"

namespace quern::formats {

inline constexpr std::size_t kXmaPacketBytes = 2048;
inline constexpr std::uint32_t kXmaFrameSamples = 512;

/// Channels of each XMA substream of a sound: pairs, and an odd last one alone.
std::vector<int> xma_substreams(int channels);

/// A block's chunks, one a substream (docs/formats/eaac.md, "EA-XMA"). Bytes behind the last are padding.
/// Errors: chunks that do not lie inside the block, empty ones, more samples than so many packets can hold.
Result<std::vector<XmaChunk>> split_xma_block(const CodecBlock& block);

/// Appends a chunk to a block's payload: its length field and `packets` without the padding at their end,
/// which may be missing already.
void put_xma_chunk(std::vector<std::uint8_t>& payload, Bytes packets);

/// A chunk's packets, whole again.
std::vector<std::uint8_t> whole_xma_packets(Bytes chunk);
/// How many packets a chunk has.
std::size_t xma_packet_count(Bytes chunk);
/// By its packets' headers, how many frames start in each (modulo 64). Empty when the headers are of the
/// older form (XMA1), which does not say.
std::vector<std::uint32_t> xma_frame_starts(Bytes chunk);

} // namespace quern::formats
