// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/formats/cache/content_hash.hpp"
#include "quern/formats/cache/pcm_cache.hpp"
#include "quern/formats/stream/eaac_stream.hpp"

namespace quern::formats {

/// Stands for all that decides a stream's samples: what its header says of them, its blocks, the decoders'
/// version. Where the stream lies makes no difference.
ContentKey key_of(const EaacStream& stream);

/// As decode_eaac, from the cache where it has the stream, and kept there otherwise. No cache: null.
Result<Pcm16> decode_cached(const EaacStream& stream, const PcmCache* cache);

} // namespace quern::formats
