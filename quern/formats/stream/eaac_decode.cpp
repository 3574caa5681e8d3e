// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_decode.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "quern/formats/codec/pcm16be.hpp"
#include "quern/formats/codec/xas1.hpp"
#include "quern/formats/codec/xma_framing.hpp"

namespace quern::formats {
namespace {

using Samples = std::vector<std::int16_t>;

/// Codecs whose blocks are decoded one by one.
Result<Samples> decode_blocks(const EaacStream& stream, Status (*decode)(const CodecBlock&, Samples&))
{
    const std::uint64_t values =
        std::uint64_t{stream.header().samples} * static_cast<std::uint64_t>(stream.header().channels);
    std::uint64_t bytes = 0;
    for (const EaacBlock& block : stream.blocks())
        bytes += block.payload.size();
    Samples samples;
    samples.reserve(static_cast<std::size_t>(std::min(values, 2 * bytes))); // no codec makes more of a byte
    for (const EaacBlock& block : stream.blocks()) {
        if (Status status = decode(stream.codec_block(block), samples); !status)
            return status.error();
    }
    samples.resize(std::size_t{stream.header().samples} * static_cast<std::size_t>(stream.header().channels));
    return samples;
}

/// EA-XMA: each substream runs over all blocks.
Result<Samples> decode_substreams(const EaacStream& stream)
{
    const EaacHeader& header = stream.header();
    const std::vector<int> layout = xma_substreams(header.channels);
    std::vector<std::vector<XmaChunk>> chunks(layout.size());
    for (const EaacBlock& block : stream.blocks()) {
        const auto split = split_xma_block(stream.codec_block(block));
        if (!split)
            return split.error();
        for (std::size_t i = 0; i < layout.size(); ++i)
            chunks[i].push_back((*split)[i]);
    }
    const auto channels = static_cast<std::size_t>(header.channels);
    Samples samples;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        const XmaSubstream substream{chunks[i], layout[i], header.rate, header.samples};
        auto decoded = decode_xma(substream, stream.file_of(stream.blocks().front()));
        if (!decoded)
            return decoded.error();
        if (layout.size() == 1)
            return std::move(*decoded);
        samples.resize(std::size_t{header.samples} * channels);
        const auto width = static_cast<std::size_t>(layout[i]);
        for (std::size_t at = 0; at < decoded->size(); ++at)
            samples[at / width * channels + 2 * i + at % width] = (*decoded)[at];
    }
    return samples;
}

Result<Samples> decode_samples(const EaacStream& stream)
{
    switch (stream.header().codec) {
    case EaacCodec::pcm16be:
        return decode_blocks(stream, decode_pcm16be);
    case EaacCodec::xas1:
        return decode_blocks(stream, decode_xas1);
    case EaacCodec::ea_xma:
        return decode_substreams(stream);
    default:
        break;
    }
    const EaacBlock& first = stream.blocks().front();
    return error_at(stream.file_of(first), first.offset,
                    "found " + std::string(eaac_codec_name(stream.header().codec)) +
                        ", which is not decoded here, expected PCM16BE, EA-XMA or XAS1",
                    Error::Code::unsupported);
}

} // namespace

std::uint64_t decoder_version()
{
    constexpr std::uint64_t kOwnVersion = 2;
    return kOwnVersion << 32 | foreign_xma_version();
}

Result<Pcm16> decode_eaac(const EaacStream& stream)
{
    auto samples = decode_samples(stream);
    if (!samples)
        return samples.error();
    return Pcm16{stream.header().channels, stream.header().rate, std::move(*samples)};
}

} // namespace quern::formats
