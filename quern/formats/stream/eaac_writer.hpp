// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/formats/codec/block.hpp"
#include "quern/formats/stream/eaac_header.hpp"

namespace quern::formats {

/// A block to be written.
struct EaacPayload {
    std::uint32_t samples = 0; ///< per channel
    std::vector<std::uint8_t> bytes;
};

/// The files of a stream.
struct EaacFiles {
    std::vector<std::uint8_t> head;  ///< .snr
    std::vector<std::uint8_t> chain; ///< .sns; empty for RAM streams
};

/// Frames blocks as a RAM stream (one file) or a STREAM (header and chain), version 0. The header's
/// `loop_offset` is set by this. Errors (Error::Code::usage): other forms; blocks that do not add up to the
/// header's samples, or are too large for a block (16 MiB); a loop that starts in the middle of a block; a
/// RAM stream of more blocks than it may have (one, or two with a loop that starts later than at 0).
Result<EaacFiles> write_eaac(EaacHeader header, std::span<const EaacPayload> blocks);

/// How to encode a sound.
struct EaacEncoding {
    EaacCodec codec = EaacCodec::xas1;  ///< or pcm16be
    EaacType type = EaacType::ram;      ///< or stream
    std::uint32_t block_samples = 4096; ///< of a STREAM's blocks; the last may be shorter
    std::optional<std::uint32_t> loop_start;
};

/// Encodes and frames a sound. Errors as write_eaac, and for other codecs.
Result<EaacFiles> encode_eaac(const Pcm16& sound, const EaacEncoding& encoding);

} // namespace quern::formats
