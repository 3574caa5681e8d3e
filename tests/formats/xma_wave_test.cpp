// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/xma/decoder.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/riff_xma.hpp"
#include "tests/formats/stream_parts.hpp"
#include "tests/formats/xma_any_stream.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using Buffer = std::vector<std::uint8_t>;
using test::Samples;

// The samples that libavcodec 5.1 made of it. The stream uses all codes of the format.
TEST(XmaReference, AStreamOfAnotherEncoderDecodesToTheBit)
{
    const auto big = stream_parts::data_file("grains_eb3_shift4.big");
    const auto archive = Archive::open(big, "x.big");
    ASSERT_TRUE(archive.ok());
    const auto grain = GrainFile::open(archive->stored(*archive->find("eaxma_44100.grain")), "x.grain");
    ASSERT_TRUE(grain.ok()) << grain.error().text();
    const auto sound = decode_eaac(grain->stream);
    ASSERT_TRUE(sound.ok()) << sound.error().text();
    EXPECT_EQ(sound->samples.size(), 11062u);
    EXPECT_EQ(stream_parts::hash_of(sound->samples), 0xE365052DD715521Cu);
}

// Everything a stream can have, mono and stereo, with the samples that libavcodec 5.1 made of it.
TEST(XmaReference, AnyStreamDecodesToTheBit)
{
    const auto hash_of = [](std::uint32_t rate, int channels) {
        constexpr std::uint32_t kFrames = 40;
        const Buffer packets = test::AnyStream(rate, channels).packets(kFrames);
        const std::uint32_t samples = kFrames * 512 - 384;
        const std::vector<XmaChunk> chunks{{packets, 0, samples}};
        const auto decoded = decode_own({chunks, channels, rate, samples}, "test.snr");
        EXPECT_TRUE(decoded.ok()) << decoded.error().text();
        EXPECT_EQ(decoded->size(), samples * static_cast<std::size_t>(channels));
        return stream_parts::hash_of(*decoded);
    };
    EXPECT_EQ(hash_of(44100, 1), 0x2EFCC91FA773623Bu);
    EXPECT_EQ(hash_of(44100, 2), 0xEEA8FE5D2DCA992Fu);
    EXPECT_EQ(hash_of(48000, 1), 0xCED92D86A7BC2C39u);
    EXPECT_EQ(hash_of(48000, 2), 0xB43EBFBAE308F36Au);
}

constexpr std::size_t kFormat = 20; // where the format's fields begin

// A WAVE file with an odd chunk in front of the format.
Buffer wave_of(const Buffer& data, std::uint32_t channels, std::uint32_t samples)
{
    Buffer file{'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 52, 0, 0, 0};
    const auto put16 = [&](std::uint32_t value) {
        file.push_back(static_cast<std::uint8_t>(value));
        file.push_back(static_cast<std::uint8_t>(value >> 8));
    };
    put16(kXma2FormatTag);
    put16(channels);
    put_le32(file, 44100);
    put_le32(file, 12000);
    put16(2 * channels);
    put16(16);
    put16(34);
    put16((channels + 1) / 2);
    put_le32(file, 4);                                          // speakers
    put_le32(file, samples);                                    // encoded
    put_le32(file, 65536);                                      // bytes a block
    for (const std::uint32_t field : {0u, samples, 100u, 200u}) // play, loop
        put_le32(file, field);
    put16(3); // loop count, encoder version
    put16(1); // blocks
    const Buffer note{'n', 'o', 't', 'e', 3, 0, 0, 0, 'a', 'b', 'c', 0, 'd', 'a', 't', 'a'};
    file.insert(file.end(), note.begin(), note.end());
    put_le32(file, static_cast<std::uint32_t>(data.size()));
    file.insert(file.end(), data.begin(), data.end());
    return file;
}

Buffer mono_wave(const Samples& samples)
{
    Buffer data = encode(samples, 44100, {})->chunks[0].data;
    data.resize((data.size() + kPacketBytes - 1) / kPacketBytes * kPacketBytes, 0xFF);
    return wave_of(data, 1, static_cast<std::uint32_t>(samples.size()));
}

TEST(XmaWave, TheSoundComesBack)
{
    const Samples samples = test::Signal{"noise", test::noise(-3000, 3000)}.make(5000);
    Buffer file = mono_wave(samples);
    ASSERT_TRUE(is_riff_xma(file));
    auto wave = read_riff_xma(file, "x.wav");
    ASSERT_TRUE(wave.ok()) << wave.error().text();
    EXPECT_EQ(wave->rate, 44100u);
    EXPECT_EQ(wave->channel_mask, 4u);
    EXPECT_EQ(wave->loop_begin, 100u);
    EXPECT_EQ(wave->loop_length, 200u);
    EXPECT_EQ(wave->loop_count, 3);
    EXPECT_EQ(wave->data_offset, 92u);
    auto pcm = decode_riff_xma(*wave, "x.wav");
    ASSERT_TRUE(pcm.ok()) << pcm.error().text();
    EXPECT_EQ(pcm->samples, samples);

    file[kFormat + 33] = 4; // play from 1024 on
    file[kFormat + 36] = 0;
    file[kFormat + 37] = 2; // 512 samples
    wave = read_riff_xma(file, "x.wav");
    ASSERT_TRUE(wave.ok()) << wave.error().text();
    pcm = decode_riff_xma(*wave, "x.wav");
    ASSERT_TRUE(pcm.ok()) << pcm.error().text();
    EXPECT_EQ(pcm->samples, Samples(samples.begin() + 1024, samples.begin() + 1536));
}

TEST(XmaWave, PacketsOfSeveralStreamsAreTakenApart)
{
    Buffer data(5 * kPacketBytes);
    // Streams 0 1 0 0 1: of each packet, how many others come before the next of its stream.
    constexpr std::array<std::uint8_t, 5> kSkips{1, 2, 0, 1, 0};
    for (std::size_t p = 0; p < 5; ++p) {
        data[p * kPacketBytes + 3] = kSkips[p];
        data[p * kPacketBytes + 100] = static_cast<std::uint8_t>(p + 1);
    }
    const Buffer file = wave_of(data, 3, 1000);
    const auto wave = read_riff_xma(file, "x.wav");
    ASSERT_TRUE(wave.ok()) << wave.error().text();
    ASSERT_EQ(wave->streams.size(), 2u);
    EXPECT_EQ(wave->streams[0].channels, 2);
    EXPECT_EQ(wave->streams[1].channels, 1);
    const auto marks = [](const RiffXmaStream& stream) {
        Buffer found;
        for (std::size_t at = 0; at < stream.packets.size(); at += kPacketBytes) {
            EXPECT_EQ(stream.packets[at + 3], 0);
            found.push_back(stream.packets[at + 100]);
        }
        return found;
    };
    EXPECT_EQ(marks(wave->streams[0]), (Buffer{1, 3, 4}));
    EXPECT_EQ(marks(wave->streams[1]), (Buffer{2, 5}));
}

TEST(XmaWave, WhatIsWrongIsNamedWithItsPlace)
{
    const Buffer good = mono_wave(Samples(1000, 5));
    const auto text = [&](std::size_t at, std::initializer_list<std::uint8_t> bytes) {
        Buffer file = good;
        std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
        const auto wave = read_riff_xma(file, "x.wav");
        return wave.ok() ? "" : wave.error().text();
    };
    EXPECT_EQ(text(0, {'R'}), "");
    EXPECT_EQ(text(0, {'X'}).find("x.wav:0x0: found no RIFF WAVE header"), 0u);
    EXPECT_EQ(text(12, {'X'}).find("x.wav:0xC: found no \"fmt \" chunk"), 0u);
    EXPECT_EQ(text(16, {18}).find("x.wav:0x14: found a format of 18 bytes"), 0u);
    EXPECT_EQ(text(kFormat, {1, 0}).find("x.wav:0x14: found format tag 0x1, expected 0x166"), 0u);
    EXPECT_EQ(text(kFormat + 2, {3}).find("x.wav:0x26: found 3 channels in 1 streams"), 0u);
    EXPECT_EQ(text(kFormat + 2, {0}).find("x.wav:0x26: found 0 channels"), 0u);
    EXPECT_EQ(text(kFormat + 4, {0, 0}).find("x.wav:0x18: found 0 Hz"), 0u);
    EXPECT_EQ(text(kFormat + 39, {0xFF}).find("x.wav:0x38: found sound up to sample"), 0u);
    EXPECT_EQ(text(84, {'X'}).find("x.wav:0xC: found no \"data\" chunk"), 0u);
    EXPECT_EQ(text(91, {1}).find("x.wav:0x58: found a \"data\" chunk of"), 0u);
    EXPECT_EQ(text(88, {0, 0, 0, 0}).find("x.wav:0xC: found an empty \"data\" chunk"), 0u);
    EXPECT_FALSE(is_riff_xma(Buffer{}));
    EXPECT_FALSE(is_riff_xma(Buffer(good.begin(), good.begin() + 20)));
}

} // namespace
} // namespace quern::formats::xma
