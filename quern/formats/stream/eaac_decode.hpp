// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/formats/codec/block.hpp"
#include "quern/formats/stream/eaac_stream.hpp"

namespace quern::formats {

/// A number that changes with whatever may change decoded samples: raise it together with golden sums, so
/// that caches decode anew. Builds with different decoders have different numbers.
std::uint64_t decoder_version();

/// Decodes a whole stream, a loop played once: exactly `header().samples` frames. Any damage is an error, at
/// the block or packet where it is, and so is a codec that this build has no decoder for
/// (Error::Code::unsupported).
Result<Pcm16> decode_eaac(const EaacStream& stream);

} // namespace quern::formats
