// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_writer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "quern/formats/codec/pcm16be.hpp"
#include "quern/formats/codec/xas1.hpp"

namespace quern::formats {
namespace {

constexpr std::uint32_t kBlockHeaderBytes = 8;
constexpr std::uint32_t kMostBlockBytes = 0xFFFFFE; // the next number marks an error
constexpr std::uint32_t kLast = 0x80;

Error refused(const std::string& found, const std::string& expected)
{
    return {Error::Code::usage, "stream", "found " + found + ", expected " + expected};
}

std::optional<Error> check_header(const EaacHeader& header)
{
    if (header.version != 0 || header.type == EaacType::gigasample)
        return refused("another form", "a RAM stream or a STREAM of version 0");
    if (header.channels < 1 || header.channels > 64)
        return refused(std::to_string(header.channels) + " channels", "1 to 64");
    if (header.rate < 1 || header.rate > kMostEaacRate)
        return refused("a rate of " + std::to_string(header.rate) + " Hz", "1 to 200000");
    if (header.samples < 1 || header.samples > kMostEaacSamples)
        return refused(std::to_string(header.samples) + " samples",
                       "1 to " + std::to_string(kMostEaacSamples));
    if (header.loop_start && *header.loop_start >= header.samples)
        return refused("a loop from sample " + std::to_string(*header.loop_start),
                       "less than " + std::to_string(header.samples));
    return std::nullopt;
}

std::optional<Error> check_blocks(const EaacHeader& header, std::span<const EaacPayload> blocks)
{
    std::uint64_t total = 0;
    bool loop_at_block = !header.loop_start;
    for (const EaacPayload& block : blocks) {
        loop_at_block = loop_at_block || total == header.loop_start;
        total += block.samples;
        if (block.bytes.empty() || block.bytes.size() > kMostBlockBytes - kBlockHeaderBytes)
            return refused("a block of " + std::to_string(block.bytes.size()) + " bytes",
                           "1 to " + std::to_string(kMostBlockBytes - kBlockHeaderBytes) +
                               "; shorten the sound");
    }
    if (total != header.samples)
        return refused("blocks of " + std::to_string(total) + " samples", std::to_string(header.samples));
    if (!loop_at_block)
        return refused("a loop that starts inside a block", "one that starts with a block");
    const std::size_t most = header.loop_start.value_or(0) > 0 ? 2 : 1;
    if (header.type == EaacType::ram && blocks.size() != most)
        return refused(std::to_string(blocks.size()) + " blocks", std::to_string(most) + " in a RAM stream");
    return std::nullopt;
}

/// Appends a block; `flag` stands in front of its size.
void put_block(std::vector<std::uint8_t>& out, const EaacPayload& block, std::uint32_t flag)
{
    put_be(out, flag << 24 | (static_cast<std::uint32_t>(block.bytes.size()) + kBlockHeaderBytes));
    put_be(out, block.samples);
    out.insert(out.end(), block.bytes.begin(), block.bytes.end());
}

EaacPayload encode_part(const Pcm16& sound, EaacCodec codec, std::uint64_t begin, std::uint64_t end)
{
    const auto channels = static_cast<std::size_t>(sound.channels);
    const auto part = std::span(sound.samples)
                          .subspan(static_cast<std::size_t>(begin) * channels,
                                   static_cast<std::size_t>(end - begin) * channels);
    return {static_cast<std::uint32_t>(end - begin),
            codec == EaacCodec::xas1 ? encode_xas1(part, sound.channels) : encode_pcm16be(part)};
}

} // namespace

Result<EaacFiles> write_eaac(EaacHeader header, std::span<const EaacPayload> blocks)
{
    header.prefetch.reset();
    header.loop_offset.reset();
    if (auto error = check_header(header))
        return *error;
    if (auto error = check_blocks(header, blocks))
        return *error;
    std::vector<std::uint8_t> chain;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (header.type == EaacType::stream && header.loop_start == total)
            header.loop_offset = static_cast<std::uint32_t>(chain.size());
        total += blocks[i].samples;
        // The part before a loop ends like a chain of its own.
        const bool last = i + 1 == blocks.size() || (header.loop_start && total == *header.loop_start);
        put_block(chain, blocks[i], header.type == EaacType::stream && last ? kLast : 0);
    }
    EaacFiles files{write_eaac_header(header), {}};
    if (header.type == EaacType::stream)
        files.chain = std::move(chain);
    else
        files.head.insert(files.head.end(), chain.begin(), chain.end());
    return files;
}

Result<EaacFiles> encode_eaac(const Pcm16& sound, const EaacEncoding& encoding)
{
    if (encoding.codec != EaacCodec::pcm16be && encoding.codec != EaacCodec::xas1)
        return refused(std::string(eaac_codec_name(encoding.codec)), "PCM16BE or XAS1");
    if (encoding.block_samples == 0)
        return refused("blocks of 0 samples", "at least 1");
    if (sound.channels < 1 || sound.frames() > kMostEaacSamples)
        return refused(std::to_string(sound.samples.size()) + " samples in " +
                           std::to_string(sound.channels) + " channels",
                       "at least 1 channel and at most " + std::to_string(kMostEaacSamples) +
                           " samples in each");
    EaacHeader header;
    header.codec = encoding.codec;
    header.channels = sound.channels;
    header.rate = sound.rate;
    header.type = encoding.type;
    header.samples = static_cast<std::uint32_t>(sound.frames());
    header.loop_start = encoding.loop_start;
    if (auto error = check_header(header))
        return *error;
    const std::uint64_t step = header.type == EaacType::ram ? sound.frames() : encoding.block_samples;
    std::vector<EaacPayload> blocks;
    for (std::uint64_t begin = 0; begin < sound.frames();) {
        std::uint64_t end = std::min(begin + step, sound.frames());
        if (header.loop_start && begin < *header.loop_start)
            end = std::min<std::uint64_t>(end, *header.loop_start);
        blocks.push_back(encode_part(sound, header.codec, begin, end));
        begin = end;
    }
    return write_eaac(header, blocks);
}

} // namespace quern::formats
