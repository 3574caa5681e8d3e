// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "quern/formats/codec/block.hpp"

namespace quern::formats {

inline constexpr std::uint32_t kXas1FrameBytes = 76;
inline constexpr std::uint32_t kXas1FrameSamples = 128;

/// Appends a block of XAS version 1 frames (EAAC codec 4; docs/formats/eaac.md, "XAS1"), channels
/// interleaved. Error: fewer frames than the samples need.
Status decode_xas1(const CodecBlock& block, std::vector<std::int16_t>& out);

/// The payload of a block: `interleaved` holds whole frames of `channels` values. Each group of 32 samples
/// gets the filter and the step that miss it least, found by trying all; equal input gives equal bytes.
std::vector<std::uint8_t> encode_xas1(std::span<const std::int16_t> interleaved, int channels);

} // namespace quern::formats
