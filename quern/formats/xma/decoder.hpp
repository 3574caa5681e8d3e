// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/codec/xma.hpp"

namespace quern::formats::xma {

/// Decodes a mono or stereo substream by our own code: everything that encode() writes and the streams of
/// Microsoft's encoder, as 16-bit samples that are the same on every machine (docs/formats/xma.md). Refuses
/// what it does not know as unsupported, naming the packet and bit; the rest as for decode_xma().
Result<std::vector<std::int16_t>> decode_own(const XmaSubstream& stream, std::string_view file);

} // namespace quern::formats::xma
