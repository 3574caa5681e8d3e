// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/bank/bank_reader.hpp"
#include "quern/formats/cache/cached_decode.hpp"
#include "quern/formats/codec/pcm16be.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/wav_writer.hpp"
#include "tests/formats/stream_parts.hpp"

namespace fs = std::filesystem;
using namespace quern;
using bed::Member;

namespace {

class BankReaderTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_bank_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    void write_wav(const std::string& name, float level) const
    {
        auto writer = formats::WavWriter::open(file(name), {1, 44100, formats::SampleFormat::f32, 44100 * 3});
        ASSERT_TRUE(writer.ok());
        ASSERT_TRUE(writer->write(std::vector<float>(44100 * 3, level)).ok());
        ASSERT_TRUE(writer->finish().ok());
    }
    void write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) const
    {
        std::ofstream(file(name), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    static bool noted(const formats::BankContents& bank, const std::string& text)
    {
        return std::any_of(bank.notes.begin(), bank.notes.end(),
                           [&](const std::string& note) { return note.find(text) != std::string::npos; });
    }

    fs::path folder_;
};

/// A recording of the game without compression, whose duration is stored as `duration`.
std::vector<std::uint8_t> pcm_grain(std::span<const std::int16_t> samples, float duration)
{
    formats::EaacHeader header;
    header.rate = 48000;
    header.samples = static_cast<std::uint32_t>(samples.size());
    const auto bytes =
        formats::write_grain(header, {header.samples, formats::encode_pcm16be(samples)}, duration);
    EXPECT_TRUE(bytes.ok()) << bytes.error().text();
    return *bytes;
}

constexpr std::size_t kFrames = 6000;
const std::vector<std::int16_t>& sound()
{
    static const auto samples = formats::stream_parts::chirp(1, kFrames, 48000).samples;
    return samples;
}
/// Three ulps above single(frames / rate), as one of the game's recordings has it.
float odd_duration()
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(static_cast<float>(kFrames / 48000.0)) + 3);
}

std::vector<std::uint8_t> small_archive()
{
    const std::vector<std::uint8_t> hard = pcm_grain(sound(), odd_duration());
    const std::vector<std::uint8_t> other = pcm_grain(std::span(sound()).first(3000), 3000.0f / 48000.0f);
    const std::vector<formats::ArchiveInput> members{
        {"", "wood_ramp_hard.grain", hard},
        {"", "x_jet_rolling.grain", other},
        {"", "gravel.grain", other},
        {"", "names.txt", other},
    };
    const auto archive = formats::write_archive(members);
    EXPECT_TRUE(archive.ok());
    return *archive;
}

} // namespace

TEST_F(BankReaderTest, PlaysAnArchiveOfTheGameWithItsOwnDurations)
{
    write_bytes("grains.big", small_archive());
    const auto bank = formats::read_bank(file("grains.big"));
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    const auto hard = bank->bank->get(Member::wood_ramp_hard);
    EXPECT_EQ(hard->rate, 48000u);
    ASSERT_EQ(hard->samples.size(), kFrames);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(hard->duration), std::bit_cast<std::uint32_t>(odd_duration()));
    for (std::size_t i = 0; i < kFrames; ++i)
        ASSERT_EQ(hard->samples[i], static_cast<float>(sound()[i]) / 32768.0f) << i;
    const auto soft = bank->bank->get(Member::wood_ramp_soft);
    EXPECT_EQ(soft->samples, hard->samples);
    EXPECT_EQ(soft->duration, hard->duration);
    EXPECT_EQ(bank->bank->get(Member::x_jet_rolling)->samples.size(), 3000u);
    EXPECT_FALSE(bank->bank->replaced(Member::metal_smooth_hard));
    EXPECT_EQ(bank->fallbacks.size(), 12u);
    EXPECT_TRUE(noted(*bank, "grains.big(gravel.grain): no member has this name, ignored"));
    EXPECT_FALSE(noted(*bank, "names.txt"));
    EXPECT_TRUE(noted(*bank, "grains.big(wood_ramp_hard.grain):0x")) << "its codec is not the game's";
}

TEST_F(BankReaderTest, AFolderMayMixRecordingsOfTheGameAndSoundFiles)
{
    write_bytes("wood_ramp_hard.grain", pcm_grain(sound(), odd_duration()));
    write_wav("wood_ramp_hard.wav", 0.25f);
    write_wav("metal_smooth_hard.wav", 0.5f);
    const auto bank = formats::read_bank(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_EQ(bank->bank->get(Member::wood_ramp_hard)->samples.size(), kFrames);
    EXPECT_EQ(bank->bank->get(Member::metal_smooth_hard)->samples.at(7), 0.5f);
    EXPECT_TRUE(noted(*bank, "wood_ramp_hard.wav: ignored, "));

    const auto one = formats::read_bank(file("wood_ramp_hard.grain"));
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_EQ(one->fallbacks.size(), 13u) << "a file alone is a bank of one";
}

TEST_F(BankReaderTest, TheCacheSparesTheDecodingAndKeepsTheDurationOut)
{
    const formats::PcmCache cache(file("cache"));
    write_bytes("wood_ramp_hard.grain", pcm_grain(sound(), odd_duration()));
    const formats::BankReadOptions options{formats::Fold::first, &cache};
    ASSERT_TRUE(formats::read_bank(file("wood_ramp_hard.grain"), options).ok());
    ASSERT_EQ(std::distance(fs::directory_iterator(file("cache")), fs::directory_iterator{}), 1);

    // The same samples under another duration: found in the cache, and played as long as that file says.
    write_bytes("wood_ramp_hard.grain", pcm_grain(sound(), 0.126f));
    const auto again = formats::read_bank(file("wood_ramp_hard.grain"), options);
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ(std::distance(fs::directory_iterator(file("cache")), fs::directory_iterator{}), 1);
    EXPECT_EQ(again->bank->get(Member::wood_ramp_hard)->duration, 0.126f);
}

TEST_F(BankReaderTest, RefusesAnArchiveWithoutMembersAndADamagedMember)
{
    const std::vector<std::uint8_t> grain = pcm_grain(sound(), odd_duration());
    const std::vector<formats::ArchiveInput> nameless{{"", "gravel.grain", grain}, {"", "mud.grain", grain}};
    write_bytes("none.big", *formats::write_archive(nameless));
    const auto none = formats::read_bank(file("none.big"));
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message.find("2 sounds, none named as a member"), std::string::npos);

    write_bytes("empty.big", *formats::write_archive({}));
    EXPECT_FALSE(formats::read_bank(file("empty.big")).ok());

    std::vector<std::uint8_t> cut(grain.begin(), grain.end() - 1);
    const std::vector<formats::ArchiveInput> damaged{{"", "wood_ramp_hard.grain", cut}};
    write_bytes("damaged.big", *formats::write_archive(damaged));
    const auto bad = formats::read_bank(file("damaged.big"));
    ASSERT_FALSE(bad.ok());
    EXPECT_NE(bad.error().where.find("damaged.big(wood_ramp_hard.grain):0x"), std::string::npos)
        << bad.error().where;
}

TEST_F(BankReaderTest, ASingleSoundWithAnotherNamePlaysOnAllSurfaces)
{
    const std::vector<std::uint8_t> grain = pcm_grain(sound(), odd_duration());
    const std::vector<formats::ArchiveInput> one{{"", "my-roll.grain", grain}};
    write_bytes("one.big", *formats::write_archive(one));
    for (const std::string name : {"one.big", "my-roll.grain"}) {
        write_bytes("my-roll.grain", grain);
        const auto bank = formats::read_bank(file(name));
        ASSERT_TRUE(bank.ok()) << bank.error().text();
        for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i)
            EXPECT_EQ(bank->bank->get(static_cast<Member>(i))->duration, odd_duration());
        EXPECT_FALSE(bank->bank->replaced(Member::x_jet_rolling));
        ASSERT_EQ(bank->fallbacks.size(), 1u);
        EXPECT_TRUE(noted(*bank, "played on all surfaces"));
    }
}

TEST_F(BankReaderTest, ManyNamelessSoundsAreCounted)
{
    write_wav("wood_ramp_hard.wav", 0.25f);
    for (int i = 0; i < 7; ++i)
        write_bytes("other" + std::to_string(i) + ".grain", {});
    const auto bank = formats::read_bank(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_EQ(bank->notes.size(), 5u);
    EXPECT_TRUE(noted(*bank, ": 3 more sounds without a member's name, ignored"));
}

TEST_F(BankReaderTest, ARecordingIsOneSoundOfAnyKind)
{
    write_bytes("mine.grain", pcm_grain(sound(), odd_duration()));
    const auto recording = formats::read_recording(file("mine.grain"));
    ASSERT_TRUE(recording.ok()) << recording.error().text();
    EXPECT_EQ(recording->recording.samples.size(), kFrames);
    write_bytes("grains.big", small_archive());
    EXPECT_FALSE(formats::read_recording(file("grains.big")).ok());
    EXPECT_FALSE(formats::read_recording(folder_.string()).ok());
}

TEST_F(BankReaderTest, SoftFallsBackToHardAndTheRestStaysBuiltIn)
{
    write_wav("concrete_rough_hard.wav", 0.25f);
    write_wav("asphalt_smooth_soft.WAV", 0.5f);
    const auto bank = formats::read_bank(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_EQ(bank->bank->get(Member::concrete_rough_hard)->samples.at(7), 0.25f);
    EXPECT_EQ(bank->bank->get(Member::concrete_rough_soft)->samples.at(7), 0.25f);
    EXPECT_EQ(bank->bank->get(Member::asphalt_smooth_soft)->samples.at(7), 0.5f);
    EXPECT_FALSE(bank->bank->replaced(Member::asphalt_smooth_hard)) << "a hard one never plays its soft one";
    EXPECT_FALSE(bank->bank->replaced(Member::x_jet_rolling));
    ASSERT_EQ(bank->fallbacks.size(), 12u) << "all without a file of their own";
    for (const formats::BankFallback& fallback : bank->fallbacks) {
        if (fallback.member == Member::concrete_rough_soft)
            EXPECT_EQ(fallback.plays, Member::concrete_rough_hard);
        else
            EXPECT_FALSE(fallback.plays.has_value()) << bed::name_of(fallback.member);
    }
}

TEST_F(BankReaderTest, NotesNamesThatMeanNothingAndSecondFiles)
{
    write_wav("metal_smooth_hard.wav", 0.25f);
    write_wav("metal_smooth_hard.aiff", 0.25f); // found first by name; its content is a WAV all the same
    write_wav("gravel.wav", 0.1f);
    std::ofstream(file("readme.txt")) << "no sound";
    const auto bank = formats::read_bank(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_TRUE(noted(*bank, "gravel.wav: no member has this name, ignored"));
    EXPECT_TRUE(noted(*bank, "metal_smooth_hard.wav: ignored, "));
    EXPECT_FALSE(noted(*bank, "readme"));
}

TEST_F(BankReaderTest, RefusesADirectoryWithoutMembersAndABadMember)
{
    const auto none = formats::read_bank(folder_.string());
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Error::Code::bad_input);
    EXPECT_FALSE(formats::read_bank(file("nowhere")).ok());

    std::ofstream(file("wood_ramp_hard.wav")) << "not a sound";
    const auto bad = formats::read_bank(folder_.string());
    ASSERT_FALSE(bad.ok());
    EXPECT_NE(bad.error().where.find("wood_ramp_hard.wav"), std::string::npos);
}
