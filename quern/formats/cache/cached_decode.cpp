// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cache/cached_decode.hpp"

#include "quern/formats/stream/eaac_decode.hpp"

namespace quern::formats {
namespace {

// What is hashed first, so that no stream has the key of a wave.
enum class Form : std::uint64_t { eaac, riff };

struct Shape {
    int channels = 1;
    std::uint32_t rate = 0;
    std::uint64_t frames = 0;
};

/// From the cache or by `decode`. An entry of another shape is another sound's, whatever its key.
template <class Sound, class Decode>
Result<Pcm16> find_or_decode(const Sound& sound, const Shape& shape, const PcmCache* cache, Decode decode)
{
    if (cache == nullptr)
        return decode();
    const ContentKey key = key_of(sound);
    if (std::optional<Pcm16> found = cache->find(key); found && found->channels == shape.channels &&
                                                       found->rate == shape.rate &&
                                                       found->frames() == shape.frames)
        return std::move(*found);
    Result<Pcm16> decoded = decode();
    if (decoded)
        cache->keep(key, *decoded);
    return decoded;
}

ContentHash begin_key(Form form)
{
    ContentHash hash;
    hash.add(decoder_version());
    hash.add(static_cast<std::uint64_t>(form));
    return hash;
}

} // namespace

ContentKey key_of(const EaacStream& stream)
{
    const EaacHeader& header = stream.header();
    ContentHash hash = begin_key(Form::eaac);
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

ContentKey key_of(const xma::RiffXma& wave)
{
    ContentHash hash = begin_key(Form::riff);
    hash.add(std::uint64_t{wave.rate});
    hash.add(std::uint64_t{wave.play_begin});
    hash.add(std::uint64_t{wave.play_length});
    for (const xma::RiffXmaStream& stream : wave.streams) {
        hash.add(static_cast<std::uint64_t>(stream.channels));
        hash.add(std::uint64_t{stream.packets.size()});
        hash.add(Bytes(stream.packets));
    }
    return hash.key();
}

Result<Pcm16> decode_cached(const EaacStream& stream, const PcmCache* cache)
{
    const EaacHeader& header = stream.header();
    return find_or_decode(stream, {header.channels, header.rate, header.samples}, cache,
                          [&] { return decode_eaac(stream); });
}

Result<Pcm16> decode_cached(const xma::RiffXma& wave, std::string_view name, const PcmCache* cache)
{
    return find_or_decode(wave, {wave.channels, wave.rate, wave.play_length}, cache,
                          [&] { return xma::decode_riff_xma(wave, name); });
}

} // namespace quern::formats
