// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats {

/// One block's share of one XMA substream, as the framing hands it over (docs/formats/eaac.md, "EA-XMA"):
/// packets of 2048 bytes, of which the last may lack its padding: 0xFF bytes make it whole again. The first
/// packet starts with a new frame, no frame runs on into the next chunk.
struct XmaChunk {
    std::span<const std::uint8_t> data; ///< not empty
    std::uint64_t offset = 0;           ///< of data[0] in the file, for messages
    std::uint32_t samples = 0;          ///< per channel, that this chunk adds by its block's header
};

/// One substream: 1 or 2 channels, all of its chunks in order. One decoder runs over all of them: starting
/// anew at a chunk would lose what overlaps.
struct XmaSubstream {
    std::span<const XmaChunk> chunks;
    int channels = 1;
    std::uint32_t rate = 0;    ///< Hz: chooses the band tables
    std::uint32_t samples = 0; ///< per channel, of the whole stream: where the output is cut
};

/// The version of the decoder that this build has for other encoders' streams; 0: none.
std::uint32_t foreign_xma_version();

/// Decodes a substream to `samples * channels` interleaved values. `file` names the file in messages. Any
/// damaged frame is an error, since all that follows it would come 512 samples early; so are fewer samples
/// than stated. A stream that this build has no decoder for is Error::Code::unsupported.
Result<std::vector<std::int16_t>> decode_xma(const XmaSubstream& stream, std::string_view file);

} // namespace quern::formats
