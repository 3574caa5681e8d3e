// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cache/cached_decode.hpp"

#include "quern/formats/stream/eaac_decode.hpp"

namespace quern::formats {

ContentKey key_of(const EaacStream& stream)
{
    const EaacHeader& header = stream.header();
    ContentHash hash;
    hash.add(decoder_version());
    hash.add(static_cast<std::uint64_t>(header.codec));
    hash.add(static_cast<std::uint64_t>(header.channels));
    hash.add(std::uint64_t{header.rate});
    hash.add(std::uint64_t{header.samples});
    for (const EaacBlock& block : stream.blocks()) {
        hash.add(std::uint64_t{block.samples});
        hash.add(std::uint64_t{block.payload.size()});
        hash.add(block.payload);
    }
    return hash.key();
}

Result<Pcm16> decode_cached(const EaacStream& stream, const PcmCache* cache)
{
    if (cache == nullptr)
        return decode_eaac(stream);
    const EaacHeader& header = stream.header();
    const ContentKey key = key_of(stream);
    if (std::optional<Pcm16> sound = cache->find(key); sound && sound->channels == header.channels &&
                                                       sound->rate == header.rate &&
                                                       sound->frames() == header.samples)
        return std::move(*sound);
    Result<Pcm16> sound = decode_eaac(stream);
    if (sound)
        cache->keep(key, *sound);
    return sound;
}

} // namespace quern::formats
