// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/byte_io.hpp"
#include "quern/formats/codec/block.hpp"

namespace quern::formats::xma {

inline constexpr std::uint16_t kXma2FormatTag = 0x0166; ///< of a WAVE file's "fmt " chunk

/// One mono or stereo substream of a WAVE file: its packets one after the other, as if they stood alone.
struct RiffXmaStream {
    int channels = 1;
    std::vector<std::uint8_t> packets;
};

/// A RIFF WAVE file with XMA2 data, its format tag 0x0166 (docs/formats/xma.md, "WAVE files").
struct RiffXma {
    int channels = 1;
    std::uint32_t rate = 48000; ///< Hz
    std::uint32_t channel_mask = 0;
    std::uint32_t samples_encoded = 0; ///< per channel, 512 a frame
    std::uint32_t bytes_per_block = 0; ///< no frame crosses such a border
    std::uint32_t play_begin = 0;      ///< first sample of the sound
    std::uint32_t play_length = 0;     ///< samples per channel of the sound, at least 1
    std::uint32_t loop_begin = 0;
    std::uint32_t loop_length = 0;
    std::uint8_t loop_count = 0; ///< 255: for ever
    std::uint64_t data_offset = 0;
    std::uint64_t data_bytes = 0;
    std::vector<RiffXmaStream> streams;
};

/// True if `file` is a WAVE file whose format is XMA2.
bool is_riff_xma(Bytes file);

/// Takes such a file apart. `name` names it in messages. Errors: chunks that reach beyond the end, fields
/// that contradict one another, and another format.
Result<RiffXma> read_riff_xma(Bytes file, std::string_view name);

/// All channels of it, `play_length` frames. Errors as for decode_xma().
Result<Pcm16> decode_riff_xma(const RiffXma& wave, std::string_view name);

} // namespace quern::formats::xma
