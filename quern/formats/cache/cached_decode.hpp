// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "quern/formats/cache/content_hash.hpp"
#include "quern/formats/cache/pcm_cache.hpp"
#include "quern/formats/stream/eaac_stream.hpp"
#include "quern/formats/xma/riff_xma.hpp"

namespace quern::formats {

/// Stands for all that decides a stream's samples: what its header says of them, its blocks, the decoders'
/// version. Where the stream lies makes no difference.
ContentKey key_of(const EaacStream& stream);
/// The same of an XMA wave.
ContentKey key_of(const xma::RiffXma& wave);

/// As decode_eaac, from the cache where it has the stream, and kept there otherwise. No cache: null.
Result<Pcm16> decode_cached(const EaacStream& stream, const PcmCache* cache);
/// The same for decode_riff_xma.
Result<Pcm16> decode_cached(const xma::RiffXma& wave, std::string_view name, const PcmCache* cache);

} // namespace quern::formats
