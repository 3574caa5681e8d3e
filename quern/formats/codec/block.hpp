// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// 16-bit sound: `channels` values a frame, interleaved.
struct Pcm16 {
    int channels = 1;
    std::uint32_t rate = 48000; ///< Hz
    std::vector<std::int16_t> samples;

    [[nodiscard]] std::uint64_t frames() const noexcept
    {
        return samples.size() / static_cast<std::size_t>(channels);
    }
};

/// The payload of one block of a stream, as the framing hands it to a codec.
struct CodecBlock {
    Bytes data;
    std::uint64_t offset = 0;  ///< of data[0] in the file
    std::string_view file;     ///< for messages
    std::uint32_t samples = 0; ///< per channel
    int channels = 1;          ///< at least 1
};

} // namespace quern::formats
