// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/codec/pcm16be.hpp"

#include <string>

namespace quern::formats {

Status decode_pcm16be(const CodecBlock& block, std::vector<std::int16_t>& out)
{
    const std::uint64_t values = std::uint64_t{block.samples} * static_cast<std::uint64_t>(block.channels);
    if (block.data.size() / 2 < values)
        return mismatch_at(block.file, block.offset, std::to_string(block.data.size()) + " bytes",
                           std::to_string(values * 2) + " for " + std::to_string(block.samples) + " samples");
    for (std::size_t i = 0; i < values; ++i)
        out.push_back(static_cast<std::int16_t>(read_be(block.data, 2 * i, 2)));
    return Ok{};
}

std::vector<std::uint8_t> encode_pcm16be(std::span<const std::int16_t> interleaved)
{
    std::vector<std::uint8_t> bytes;
    bytes.reserve(interleaved.size() * 2);
    for (const std::int16_t sample : interleaved)
        put_be(bytes, static_cast<std::uint16_t>(sample), 2);
    return bytes;
}

} // namespace quern::formats
