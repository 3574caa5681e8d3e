// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/game/sound_source.hpp"
#include "quern/formats/stream/eaac_writer.hpp"
#include "quern/formats/wav_writer.hpp"
#include "quern/formats/xma/encoder.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;
using stream_parts::Buffer;

/// A `.grain` of our own encoder, lossless.
Buffer grain_of(const Pcm16& sound, std::optional<float> duration = std::nullopt)
{
    const auto encoded = xma::encode(sound.samples, sound.rate, {});
    EaacHeader header;
    header.codec = EaacCodec::ea_xma;
    header.rate = sound.rate;
    header.samples = static_cast<std::uint32_t>(sound.frames());
    EaacPayload payload{header.samples, {}};
    put_xma_chunk(payload.bytes, encoded->chunks[0].data);
    return *write_grain(header, payload, duration);
}

EaacFiles stream_of(const Pcm16& sound)
{
    return *encode_eaac(sound, {EaacCodec::pcm16be, EaacType::stream, 4000, std::nullopt});
}

class SoundSourceTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_source_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const Buffer& bytes) const
    {
        std::ofstream out(file(name), std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return file(name);
    }
    static std::vector<std::string> names(const SoundSource& source)
    {
        std::vector<std::string> all;
        for (const Sound& sound : source.sounds())
            all.push_back(sound.name);
        return all;
    }

    fs::path folder_;
    Pcm16 sound_ = stream_parts::chirp(1, 9000);
};

TEST_F(SoundSourceTest, AnArchiveGivesItsSoundsWithTheirStoredDurations)
{
    const float stored = std::nextafter(static_cast<float>(9000.0 / 44100.0), 1.0f);
    const Buffer grain = grain_of(sound_, stored);
    const EaacFiles stream = stream_of(sound_);
    const std::vector<ArchiveInput> input{{"", "a.grain", grain},
                                          {"far", "b.snr", stream.head},
                                          {"far", "b.sns", stream.chain},
                                          {"", "notes", grain}};
    const auto source = SoundSource::open(write("x.big", *write_archive(input)));
    ASSERT_TRUE(source.ok()) << source.error().text();
    ASSERT_NE(source->archive(), nullptr);
    ASSERT_EQ(source->sounds().size(), 2u);

    const Sound* a = source->find("a");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->kind, FileKind::grain);
    EXPECT_EQ(source->place(*a), file("x.big") + "(a.grain)");
    const auto decoded = source->decode(*a);
    ASSERT_TRUE(decoded.ok()) << decoded.error().text();
    EXPECT_EQ(decoded->pcm.samples, sound_.samples);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(decoded->duration), std::bit_cast<std::uint32_t>(stored));

    // The blocks of a stream are found in the archive, in its folder.
    const Sound* b = source->find("far/b.snr");
    ASSERT_NE(b, nullptr);
    const auto streamed = source->decode(*b);
    ASSERT_TRUE(streamed.ok()) << streamed.error().text();
    EXPECT_EQ(streamed->pcm.samples, sound_.samples);
    EXPECT_EQ(streamed->duration, static_cast<float>(9000.0 / 44100.0));
    EXPECT_EQ(source->find("c"), nullptr);
}

TEST_F(SoundSourceTest, AStreamFindsItsBlocksBesideItAndTheBlocksTheirHeader)
{
    const EaacFiles stream = stream_of(sound_);
    const std::string head = write("s.snr", stream.head);
    const auto alone = SoundSource::open(head);
    ASSERT_TRUE(alone.ok());
    const auto refused = alone->decode(alone->sounds()[0]);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().where, head + ":0x8");

    const std::string chain = write("s.sns", stream.chain);
    for (const std::string& path : {head, chain}) {
        const auto source = SoundSource::open(path);
        ASSERT_TRUE(source.ok()) << source.error().text();
        EXPECT_EQ(names(*source), std::vector<std::string>{"s.snr"});
        const auto decoded = source->decode(source->sounds()[0]);
        ASSERT_TRUE(decoded.ok()) << decoded.error().text();
        EXPECT_EQ(decoded->pcm.samples, sound_.samples);
    }
    fs::remove(head);
    EXPECT_EQ(SoundSource::open(chain).error().where, chain + ":0x0");
}

TEST_F(SoundSourceTest, AFolderListsItsSoundsByName)
{
    write("b.grain", grain_of(sound_));
    write("a.snr", stream_of(sound_).head);
    write("a.sns", stream_of(sound_).chain);
    write("readme.txt", {'x'});
    auto writer = WavWriter::open(file("c.wav"), {2, 48000, SampleFormat::s16, 2});
    ASSERT_TRUE(writer->write(std::vector<float>{0.5f, -0.25f, 0.25f, 0.0f}).ok());
    ASSERT_TRUE(writer->finish().ok());

    const auto source = SoundSource::open(folder_.string());
    ASSERT_TRUE(source.ok()) << source.error().text();
    EXPECT_EQ(names(*source), (std::vector<std::string>{"a.snr", "b.grain", "c.wav"}));
    std::vector<std::string> notes;
    const auto wave = source->recording(*source->find("c"), Fold::mean, &notes);
    ASSERT_TRUE(wave.ok()) << wave.error().text();
    EXPECT_EQ(wave->samples, (std::vector<float>{0.125f, 0.125f}));
    EXPECT_EQ(notes.size(), 1u);
    EXPECT_FALSE(source->read(*source->find("c")).ok());
}

TEST_F(SoundSourceTest, AMonoRecordingIsTheFirstChannelOrTheMean)
{
    DecodedSound sound{{2, 44100, {32767, -32768, 100, 101}}, 0.5f};
    const auto first = fold_sound(sound, Fold::first);
    EXPECT_EQ(first.samples, (std::vector<float>{32767.0f / 32768.0f, 100.0f / 32768.0f}));
    EXPECT_EQ(first.duration, 0.5f);
    const auto mean = fold_sound(sound, Fold::mean);
    EXPECT_EQ(mean.samples, (std::vector<float>{-0.5f / 32768.0f, 100.5f / 32768.0f}));
    EXPECT_EQ(mean.rate, 44100u);
}

TEST_F(SoundSourceTest, DamageNamesArchiveMemberAndOffset)
{
    Buffer grain = grain_of(sound_);
    const std::uint32_t stream = read_be(grain, 0);
    grain[stream + 4 + 1] ^= 0x10; // 2^20 more samples than the block has
    const std::vector<ArchiveInput> input{{"", "a.grain", grain}};
    const auto source = SoundSource::open(write("x.big", *write_archive(input)));
    ASSERT_TRUE(source.ok());
    const auto decoded = source->decode(source->sounds()[0]);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().where, file("x.big") + "(a.grain):" + hex(grain.size()));
}

TEST_F(SoundSourceTest, OtherFilesAreRefusedWithAReason)
{
    for (const std::string& path : {write("x.txt", {'h', 'e', 'l', 'l', 'o'}), write("empty", {}),
                                    write("x.sek", {0, 0x10, 0, 0, 0, 0, 0, 0}),
                                    write("x.big", {'E', 'B', 0, 4}), file("missing.grain")}) {
        const auto source = SoundSource::open(path);
        ASSERT_FALSE(source.ok()) << path;
        EXPECT_TRUE(source.error().where.starts_with(path)) << source.error().text();
    }
}

TEST(FileKindTest, TheBytesTellBeforeTheName)
{
    EXPECT_EQ(identify(stream_parts::data_file("classic_bigf.big"), "x.wav"), FileKind::archive);
    EXPECT_EQ(identify(stream_parts::data_file("xas1_v1.sps"), "nameless"), FileKind::stream);
    EXPECT_EQ(identify(stream_parts::data_file("xas1_stereo_ram.snr"), "nameless"), FileKind::stream);
    EXPECT_EQ(identify(grain_of(stream_parts::chirp(1, 2000)), "nameless"), FileKind::grain);
    EXPECT_EQ(identify(Buffer{'f', 'L', 'a', 'C'}, "x.grain"), FileKind::sound);
    EXPECT_EQ(identify(Buffer{'o', 't', 'h', 'e', 'r'}, "X.SNR"), FileKind::stream);
    EXPECT_EQ(identify(Buffer{}, "x"), FileKind::unknown);
    EXPECT_EQ(identify(Buffer{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "x.bin"), FileKind::unknown);

    Buffer riff{'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 2, 0, 0, 0, 1, 0};
    EXPECT_EQ(identify(riff, "x"), FileKind::sound);
    riff[20] = 0x66;
    riff[21] = 0x01;
    EXPECT_EQ(identify(riff, "x.wav"), FileKind::xma_wave);
}

TEST(FileKindTest, StemsAndKindsByName)
{
    EXPECT_EQ(stem_of("a/b.c/wood_ramp_soft.grain"), "wood_ramp_soft");
    EXPECT_EQ(stem_of("a\\x.y.snr"), "x.y");
    EXPECT_EQ(stem_of(".grain"), ".grain");
    EXPECT_EQ(kind_by_name("a.big/x"), FileKind::unknown);
    EXPECT_EQ(kind_by_name("A.GRAIN"), FileKind::grain);
}

} // namespace
} // namespace quern::formats
