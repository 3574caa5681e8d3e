// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "quern/formats/codec/block.hpp"

namespace quern::formats {

/// Appends a block of interleaved big-endian 16-bit samples (EAAC codec 2). Error: fewer bytes than samples.
Status decode_pcm16be(const CodecBlock& block, std::vector<std::int16_t>& out);

/// The payload of a block: any number of interleaved samples.
std::vector<std::uint8_t> encode_pcm16be(std::span<const std::int16_t> interleaved);

} // namespace quern::formats
