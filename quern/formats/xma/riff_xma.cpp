// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/riff_xma.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "quern/formats/codec/xma.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/xma/tables.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kRiffHeader = 12;
constexpr std::size_t kChunkHeader = 8;
constexpr std::size_t kFormatBytes = 52; // the plain format, the size of its extension, and the extension
constexpr std::uint32_t kMaxRate = 200000;
constexpr int kMaxStreams = 8;

// The smallest frame, of two silent channels or of one.
constexpr std::uint64_t kSmallestFrameBits = 28;

struct Chunk {
    std::uint64_t offset = 0; // of its data
    std::uint64_t size = 0;
};

std::uint32_t le16(Bytes bytes, std::uint64_t offset)
{
    return bytes[offset] | static_cast<std::uint32_t>(bytes[offset + 1]) << 8;
}

bool tagged(Bytes file, std::uint64_t offset, const char* tag)
{
    return holds(file, offset, 4) && std::memcmp(file.data() + offset, tag, 4) == 0;
}

bool is_wave(Bytes file)
{
    return tagged(file, 0, "RIFF") && tagged(file, 8, "WAVE");
}

std::optional<Chunk> find_chunk(Bytes file, const char* tag)
{
    for (std::uint64_t at = kRiffHeader; holds(file, at, kChunkHeader);) {
        const std::uint64_t size = read_le32(file, at + 4);
        if (tagged(file, at, tag))
            return Chunk{at + kChunkHeader, size};
        at += kChunkHeader + size + size % 2;
    }
    return std::nullopt;
}

// Packets of a file with several streams take turns. Each one's header says how many others come before the
// next of its stream; in the streams made here it says none.
std::vector<RiffXmaStream> separate(Bytes data, const std::vector<int>& layout)
{
    std::vector<RiffXmaStream> streams;
    for (const int channels : layout)
        streams.push_back({channels, {}});
    std::vector<int> skip(layout.size(), 0);
    for (std::size_t at = 0; at < data.size(); at += kXmaPacketBytes) {
        const Bytes packet = data.subspan(at, std::min(kXmaPacketBytes, data.size() - at));
        const auto next = std::min_element(skip.begin(), skip.end());
        std::vector<std::uint8_t>& packets = streams[static_cast<std::size_t>(next - skip.begin())].packets;
        packets.insert(packets.end(), packet.begin(), packet.end());
        if (packet.size() > 3) {
            packets[packets.size() - packet.size() + 3] = 0;
            *next = packet[3] + 1;
        }
        for (int& count : skip)
            count = std::max(count - 1, 0);
    }
    return streams;
}

} // namespace

bool is_riff_xma(Bytes file)
{
    if (!is_wave(file))
        return false;
    const auto format = find_chunk(file, "fmt ");
    return format && holds(file, format->offset, 2) && le16(file, format->offset) == kXma2FormatTag;
}

Result<RiffXma> read_riff_xma(Bytes file, std::string_view name)
{
    if (!is_wave(file))
        return mismatch_at(name, 0, "no RIFF WAVE header", "\"RIFF\", a size and \"WAVE\"");
    const auto format = find_chunk(file, "fmt ");
    if (!format || !holds(file, format->offset, 2))
        return mismatch_at(name, kRiffHeader, "no \"fmt \" chunk", "one");
    const std::uint64_t at = format->offset;
    if (const std::uint32_t tag = le16(file, at); tag != kXma2FormatTag)
        return mismatch_at(name, at, "format tag " + hex(tag), "0x166, XMA2");
    if (format->size < kFormatBytes || !holds(file, at, kFormatBytes))
        return mismatch_at(name, at, "a format of " + std::to_string(format->size) + " bytes", "52 or more");

    RiffXma wave;
    wave.channels = static_cast<int>(le16(file, at + 2));
    wave.rate = read_le32(file, at + 4);
    const int streams = static_cast<int>(le16(file, at + 18));
    wave.channel_mask = read_le32(file, at + 20);
    wave.samples_encoded = read_le32(file, at + 24);
    wave.bytes_per_block = read_le32(file, at + 28);
    wave.play_begin = read_le32(file, at + 32);
    wave.play_length = read_le32(file, at + 36);
    wave.loop_begin = read_le32(file, at + 40);
    wave.loop_length = read_le32(file, at + 44);
    wave.loop_count = file[at + 48];
    if (wave.channels == 0 || streams > kMaxStreams || streams != (wave.channels + 1) / 2)
        return mismatch_at(name, at + 18,
                           std::to_string(wave.channels) + " channels in " + std::to_string(streams) +
                               " streams",
                           "two channels a stream, an odd last one alone, and at most 8 streams");
    if (wave.rate == 0 || wave.rate > kMaxRate)
        return mismatch_at(name, at + 4, std::to_string(wave.rate) + " Hz", "1 to 200000");

    const auto data = find_chunk(file, "data");
    if (!data || data->size == 0)
        return mismatch_at(name, kRiffHeader, data ? "an empty \"data\" chunk" : "no \"data\" chunk",
                           "XMA packets");
    if (!holds(file, data->offset, data->size))
        return mismatch_at(name, data->offset - 4,
                           "a \"data\" chunk of " + std::to_string(data->size) + " bytes",
                           "at most the " + std::to_string(file.size() - data->offset) + " left");
    wave.data_offset = data->offset;
    wave.data_bytes = data->size;

    if (wave.play_length == 0 && wave.samples_encoded > wave.play_begin + kStartDelay)
        wave.play_length = wave.samples_encoded - kStartDelay - wave.play_begin; // all there is
    const std::uint64_t end = std::uint64_t{wave.play_begin} + wave.play_length;
    const std::uint64_t most =
        std::min<std::uint64_t>(data->size * 8 / kSmallestFrameBits * kXmaFrameSamples, 0xFFFFFFFFu);
    if (wave.play_length == 0 || end > most)
        return mismatch_at(name, at + 36, "sound up to sample " + std::to_string(end),
                           "1 to " + std::to_string(most) + " in " + std::to_string(data->size) + " bytes");
    wave.streams = separate(file.subspan(data->offset, data->size), xma_substreams(wave.channels));
    for (const RiffXmaStream& stream : wave.streams)
        if (stream.packets.empty())
            return mismatch_at(name, data->offset, "a stream without packets", "one packet a stream or more");
    return wave;
}

Result<Pcm16> decode_riff_xma(const RiffXma& wave, std::string_view name)
{
    const auto channels = static_cast<std::size_t>(wave.channels);
    const std::uint32_t end = wave.play_begin + wave.play_length;
    Pcm16 pcm{wave.channels, wave.rate, {}};
    std::size_t first_channel = 0;
    for (const RiffXmaStream& stream : wave.streams) {
        const std::vector<XmaChunk> chunks{{stream.packets, wave.data_offset, end}};
        auto decoded = decode_xma({chunks, stream.channels, wave.rate, end}, name);
        if (!decoded)
            return decoded.error();
        const auto width = static_cast<std::size_t>(stream.channels);
        pcm.samples.resize(wave.play_length * channels);
        const std::size_t skipped = wave.play_begin * width;
        for (std::size_t i = 0; i + skipped < decoded->size(); ++i)
            pcm.samples[i / width * channels + first_channel + i % width] = (*decoded)[i + skipped];
        first_channel += width;
    }
    return pcm;
}

} // namespace quern::formats::xma
