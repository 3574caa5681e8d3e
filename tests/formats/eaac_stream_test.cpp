// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_stream.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/eaac_writer.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using stream_parts::Buffer;
using stream_parts::chirp;
using stream_parts::data_file;
using stream_parts::hash_of;

/// Also holds the stream to having nothing odd, unless it is meant to.
Result<Pcm16> decode(const EaacFiles& files, bool odd = false)
{
    std::optional<EaacSource> chain;
    if (!files.chain.empty())
        chain = EaacSource{files.chain, "x.sns"};
    const auto stream = EaacStream::open({files.head, "x.snr"}, chain);
    if (!stream)
        return stream.error();
    EXPECT_TRUE(odd || stream->findings().list().empty());
    return decode_eaac(*stream);
}

EaacFiles encoded(const Pcm16& sound, const EaacEncoding& encoding)
{
    const auto files = encode_eaac(sound, encoding);
    EXPECT_TRUE(files.ok()) << files.error().text();
    return files.ok() ? *files : EaacFiles{};
}

// Files with the samples that an independent decoder made of them.
TEST(EaacStream, DecodesTheReferenceFilesToTheBit)
{
    const auto sound_of = [](const char* name) {
        const Buffer bytes = data_file(name);
        const auto stream = EaacStream::open({bytes, name});
        EXPECT_TRUE(stream.ok()) << stream.error().text();
        const auto sound = decode_eaac(*stream);
        EXPECT_TRUE(sound.ok()) << sound.error().text();
        return *sound;
    };
    const Pcm16 stereo = sound_of("xas1_stereo_ram.snr");
    EXPECT_EQ(stereo.channels, 2);
    EXPECT_EQ(stereo.frames(), 6400u);
    EXPECT_EQ(hash_of(stereo.samples), 0x17D0863612AFE28Eu);
    EXPECT_EQ(hash_of(sound_of("xas1_v1.sps").samples), 0x9483743E51E099E9u);
    EXPECT_EQ(hash_of(sound_of("xas1_loop2560_ram.snr").samples), 0x9483743E51E099E9u);
}

TEST(EaacStream, EveryFormComesBack)
{
    for (const int channels : {1, 2, 5}) {
        const Pcm16 sound = chirp(channels, 9000);
        for (const EaacType type : {EaacType::ram, EaacType::stream}) {
            for (const std::optional<std::uint32_t> loop : {std::optional<std::uint32_t>(), {0}, {2560}}) {
                EaacEncoding encoding{EaacCodec::pcm16be, type, 4096, loop};
                const auto exact = decode(encoded(sound, encoding));
                ASSERT_TRUE(exact.ok()) << exact.error().text();
                EXPECT_EQ(exact->samples, sound.samples);
                EXPECT_EQ(exact->rate, sound.rate);
                encoding.codec = EaacCodec::xas1;
                const auto close = decode(encoded(sound, encoding));
                ASSERT_TRUE(close.ok()) << close.error().text();
                EXPECT_GT(stream_parts::snr_db(sound.samples, close->samples), 30.0);
            }
        }
    }
}

TEST(EaacStream, AStreamEndsItsChainsAndPointsToItsLoop)
{
    const Pcm16 sound = chirp(1, 9000);
    EaacFiles files = encoded(sound, {EaacCodec::pcm16be, EaacType::stream, 4096, 2560});
    // Padding between the part before the loop and the loop: the header's offset leads over it.
    const std::size_t intro = 8 + 2 * 2560;
    EXPECT_EQ(files.chain[0], 0x80);
    EXPECT_EQ(read_be(files.head, 12), intro);
    files.chain.insert(files.chain.begin() + static_cast<std::ptrdiff_t>(intro), 100, 0xEE);
    files.head[15] = static_cast<std::uint8_t>(files.head[15] + 100);
    const auto back = decode(files);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->samples, sound.samples);
}

TEST(EaacStream, AGigasampleGoesOnInItsChain)
{
    const Pcm16 sound = chirp(1, 6000);
    const EaacFiles ram = encoded(sound, {EaacCodec::pcm16be, EaacType::stream, 2000, {}});
    EaacHeader header;
    header.rate = sound.rate;
    header.type = EaacType::gigasample;
    header.samples = 6000;
    header.prefetch = 2000;
    EaacFiles files{write_eaac_header(header), {}};
    const auto cut = ram.chain.begin() + 8 + 4000;
    files.head.insert(files.head.end(), ram.chain.begin(), cut);
    files.chain.assign(cut, ram.chain.end());
    const auto back = decode(files);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->samples, sound.samples);
    EXPECT_EQ(
        EaacStream::open({files.head, "x.snr"}).error().text(),
        "x.snr:0xFB4: found a header alone (GIGASAMPLE), expected its chain of blocks, the .sns of the same "
        "name, beside it");
}

TEST(EaacStream, SamplesBeyondTheHeadersAreCutAndSaid)
{
    EaacFiles files = encoded(chirp(1, 1000), {EaacCodec::pcm16be, EaacType::ram, 4096, {}});
    files.head[7] = static_cast<std::uint8_t>(files.head[7] - 8);
    const auto stream = EaacStream::open({files.head, "x.snr"});
    ASSERT_TRUE(stream.ok());
    ASSERT_EQ(stream->findings().list().size(), 1u);
    EXPECT_EQ(stream->findings().list()[0].offset, 12u);
    EXPECT_EQ(decode_eaac(*stream)->frames(), 992u);
}

TEST(EaacStream, NamesTheBlockThatIsWrong)
{
    const EaacFiles good = encoded(chirp(1, 1000), {EaacCodec::pcm16be, EaacType::stream, 600, {}});
    const auto where = [&](std::size_t offset, int value) {
        EaacFiles files = good;
        files.chain[offset] = static_cast<std::uint8_t>(value);
        const auto sound = decode(files, true);
        return sound.ok() ? std::string("decoded") : sound.error().where;
    };
    const std::size_t second = 8 + 1200;
    EXPECT_EQ(where(0, 1), "x.sns:0x0");               // flag
    EXPECT_EQ(where(0, 0x80), "x.sns:0x4B8");          // an end too early
    EXPECT_EQ(where(second + 1, 0xFF), "x.sns:0x4B9"); // a size outside
    EXPECT_EQ(where(second + 6, 0x00), "x.sns:0x7E0"); // too few samples in all
    EXPECT_EQ(where(6, 0x7F), "x.sns:0x8");            // more samples than bytes
    EaacFiles cut = good;
    cut.chain.resize(second + 4);
    EXPECT_EQ(decode(cut).error().where, "x.sns:0x4BC");
    EXPECT_FALSE(EaacStream::open({good.head, "x.snr"}).ok());
}

TEST(EaacStream, SaysWhichCodecItDoesNotDecode)
{
    EaacFiles files = encoded(chirp(1, 100), {EaacCodec::pcm16be, EaacType::ram, 4096, {}});
    files.head[0] = 0x0B;
    const auto stream = EaacStream::open({files.head, "x.snr"});
    ASSERT_TRUE(stream.ok());
    const auto sound = decode_eaac(*stream);
    ASSERT_FALSE(sound.ok());
    EXPECT_EQ(sound.error().code, Error::Code::unsupported);
    EXPECT_NE(sound.error().message.find("MP3"), std::string::npos);
}

TEST(EaacWriter, RefusesWhatTheFormCannotHold)
{
    const EaacPayload block{100, Buffer(200)};
    EaacHeader header;
    header.rate = 48000;
    header.samples = 100;
    EXPECT_TRUE(write_eaac(header, std::span(&block, 1)).ok());
    header.samples = 101;
    EXPECT_FALSE(write_eaac(header, std::span(&block, 1)).ok());
    header.samples = 100;
    header.loop_start = 50;
    EXPECT_FALSE(write_eaac(header, std::span(&block, 1)).ok());
    header.loop_start.reset();
    const std::vector<EaacPayload> two(2, EaacPayload{50, Buffer(100)});
    EXPECT_FALSE(write_eaac(header, two).ok());
    header.type = EaacType::stream;
    EXPECT_TRUE(write_eaac(header, two).ok());
    const EaacPayload large{100, Buffer(0xFFFFFF - 8)}; // its size would be the mark of an error
    EXPECT_FALSE(write_eaac(header, std::span(&large, 1)).ok());
    EXPECT_FALSE(encode_eaac(chirp(1, 10), {EaacCodec::mp3, EaacType::ram, 4096, {}}).ok());
    EXPECT_FALSE(encode_eaac(Pcm16{}, {}).ok());
}

RC_GTEST_PROP(EaacStream, AnyBytesDecodeToTheirLengthOrNotAtAll, (Buffer body))
{
    Buffer bytes{static_cast<std::uint8_t>(*rc::gen::element(2, 4, 0x14)), 0x04, 0xAC, 0x44, 0, 0, 0};
    bytes.push_back(*rc::gen::arbitrary<std::uint8_t>());
    put_be(bytes, static_cast<std::uint32_t>(body.size() + 8));
    bytes.insert(bytes.end(), body.begin(), body.end());
    const auto stream = EaacStream::open({bytes, "x"});
    if (!stream.ok())
        return;
    const auto sound = decode_eaac(*stream);
    if (sound.ok())
        RC_ASSERT(sound->frames() == stream->header().samples);
}

} // namespace
} // namespace quern::formats
