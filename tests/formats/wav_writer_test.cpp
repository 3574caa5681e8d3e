// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <unistd.h>

#include "quern/formats/left_overs.hpp"
#include "quern/formats/new_folder.hpp"
#include "quern/formats/staged_file.hpp"
#include "quern/formats/wav_writer.hpp"

namespace fs = std::filesystem;
using namespace quern;
using formats::SampleFormat;
using formats::WavSpec;
using formats::WavWriter;

namespace {

class WavWriterTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_wav_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    static std::vector<unsigned char> bytes_of(const std::string& path)
    {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::size_t files() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }
    static void write_all(const std::string& path, WavSpec spec, const std::vector<float>& samples)
    {
        spec.frames = samples.size() / static_cast<std::size_t>(spec.channels);
        Result<WavWriter> writer = WavWriter::open(path, spec);
        ASSERT_TRUE(writer.ok()) << writer.error().text();
        ASSERT_TRUE(writer->write(samples).ok());
        ASSERT_TRUE(writer->finish().ok());
    }

    fs::path folder_;
};

std::uint32_t u32(const std::vector<unsigned char>& b, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, b.data() + at, 4);
    return value;
}

std::uint16_t u16(const std::vector<unsigned char>& b, std::size_t at)
{
    std::uint16_t value = 0;
    std::memcpy(&value, b.data() + at, 2);
    return value;
}

} // namespace

TEST_F(WavWriterTest, WritesPlainPcmThatAnyReaderKnows)
{
    write_all(file("a.wav"), {2, 44100, SampleFormat::s16, 0}, {0.0f, 0.5f, -1.0f, 1.0f});
    const auto b = bytes_of(file("a.wav"));
    ASSERT_EQ(b.size(), 44u + 8u);
    EXPECT_EQ(std::memcmp(b.data(), "RIFF", 4), 0);
    EXPECT_EQ(u32(b, 4), 36u + 8u);
    EXPECT_EQ(u16(b, 20), 1);
    EXPECT_EQ(u16(b, 22), 2);
    EXPECT_EQ(u32(b, 24), 44100u);
    EXPECT_EQ(u32(b, 28), 44100u * 4);
    EXPECT_EQ(u16(b, 34), 16);
    EXPECT_EQ(u32(b, 40), 8u);
    EXPECT_EQ(static_cast<std::int16_t>(u16(b, 44)), 0);
    EXPECT_EQ(static_cast<std::int16_t>(u16(b, 46)), 16384);
    EXPECT_EQ(static_cast<std::int16_t>(u16(b, 48)), -32768);
    EXPECT_EQ(static_cast<std::int16_t>(u16(b, 50)), 32767);
}

TEST_F(WavWriterTest, SixChannelsCarryTheSideSpeakerMask)
{
    for (const SampleFormat format : {SampleFormat::s16, SampleFormat::s24, SampleFormat::f32}) {
        write_all(file("six.wav"), {6, 48000, format, 0}, std::vector<float>(12, 0.25f));
        const auto b = bytes_of(file("six.wav"));
        EXPECT_EQ(u16(b, 20), 0xFFFE);
        EXPECT_EQ(u16(b, 22), 6);
        EXPECT_EQ(u32(b, 40), 0x60Fu);
        EXPECT_EQ(u16(b, 44), format == SampleFormat::f32 ? 3 : 1);
        EXPECT_EQ(u32(b, 4) + 8, b.size());
    }
}

TEST_F(WavWriterTest, RoundsToNearestAndCountsWhatItClamps)
{
    const float lsb = 1.0f / 32768.0f;
    WavSpec spec{1, 48000, SampleFormat::s16, 6};
    Result<WavWriter> writer = WavWriter::open(file("r.wav"), spec);
    ASSERT_TRUE(writer.ok());
    const std::vector<float> in{0.5f * lsb, 1.5f * lsb, 2.4f * lsb, -0.6f * lsb, 1.5f, -1.5f};
    ASSERT_TRUE(writer->write(in).ok());
    EXPECT_EQ(writer->clipped(), 2u);
    ASSERT_TRUE(writer->finish().ok());
    const auto b = bytes_of(file("r.wav"));
    const std::vector<int> expected{0, 2, 2, -1, 32767, -32768};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(static_cast<std::int16_t>(u16(b, 44 + 2 * i)), expected[i]) << i;
}

TEST_F(WavWriterTest, TwentyFourBitsAreLittleEndianAndPadded)
{
    write_all(file("p.wav"), {1, 48000, SampleFormat::s24, 0}, {-1.0f / 8388608.0f});
    const auto b = bytes_of(file("p.wav"));
    ASSERT_EQ(b.size(), 48u) << "an odd data chunk is padded";
    EXPECT_EQ(u32(b, 40), 3u);
    EXPECT_EQ(b[44], 0xFF);
    EXPECT_EQ(b[45], 0xFF);
    EXPECT_EQ(b[46], 0xFF);
    EXPECT_EQ(u32(b, 4) + 8, b.size());
}

TEST_F(WavWriterTest, FloatKeepsEveryBit)
{
    const std::vector<float> in{1e-30f, -0.3f, 2.5f};
    write_all(file("f.wav"), {1, 48000, SampleFormat::f32, 0}, in);
    const auto b = bytes_of(file("f.wav"));
    ASSERT_EQ(b.size(), 58u + 12u);
    EXPECT_EQ(std::memcmp(b.data() + 38, "fact", 4), 0);
    EXPECT_EQ(u32(b, 46), 3u);
    EXPECT_EQ(std::memcmp(b.data() + 58, in.data(), 12), 0);
}

TEST_F(WavWriterTest, LeavesNothingUnlessFinished)
{
    {
        Result<WavWriter> writer = WavWriter::open(file("half.wav"), {1, 48000, SampleFormat::s16, 100});
        ASSERT_TRUE(writer.ok());
        ASSERT_TRUE(writer->write(std::vector<float>(50, 0.1f)).ok());
        EXPECT_FALSE(writer->finish().ok()) << "half of what was announced";
        EXPECT_FALSE(fs::exists(file("half.wav")));
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(WavWriterTest, SettledFilesAppearOnlyWhenCommitted)
{
    {
        auto dropped = formats::StagedFile::open(file("dropped"));
        ASSERT_TRUE(dropped.ok() && dropped->write("x", 1).ok() && dropped->settle().ok());
        EXPECT_FALSE(fs::exists(file("dropped")));
        auto moved = std::move(*dropped);
    }
    EXPECT_EQ(files(), 0u) << "settled and dropped leaves nothing";
    auto kept = formats::StagedFile::open(file("kept"));
    ASSERT_TRUE(kept.ok() && kept->write("x", 1).ok() && kept->settle().ok());
    EXPECT_FALSE(kept->write("y", 1).ok());
    ASSERT_TRUE(kept->commit().ok());
    EXPECT_EQ(bytes_of(file("kept")).size(), 1u);
    EXPECT_FALSE(kept->commit().ok()) << "once is enough";
}

TEST_F(WavWriterTest, LeftOversOfASignalAreHalfWrittenFilesAndNewFoldersOnly)
{
    write_all(file("done.wav"), {1, 48000, SampleFormat::s16, 0}, {0.1f});
    auto folder = formats::NewFolder::make(file("a/b/c"));
    ASSERT_TRUE(folder.ok()) << folder.error().text();
    auto half = formats::StagedFile::open(file("a/b/c/half"));
    ASSERT_TRUE(half.ok() && half->write("x", 1).ok());
    formats::remove_left_overs();
    EXPECT_EQ(files(), 1u) << "done.wav stays";
    EXPECT_TRUE(fs::exists(file("done.wav")));
}

TEST_F(WavWriterTest, NewFoldersVanishUnlessKept)
{
    fs::create_directory(file("old"));
    EXPECT_TRUE(formats::NewFolder::make(file("old/x/y")).ok());
    EXPECT_TRUE(fs::is_empty(file("old")));
    {
        auto folder = formats::NewFolder::make(file("old/kept/"));
        ASSERT_TRUE(folder.ok()) << folder.error().text();
        folder->keep();
    }
    EXPECT_TRUE(fs::is_directory(file("old/kept")));
    std::ofstream(file("plain")) << "x";
    EXPECT_FALSE(formats::NewFolder::make(file("plain")).ok());
    EXPECT_FALSE(formats::NewFolder::make(file("plain/x")).ok());
}

TEST_F(WavWriterTest, KeepsTheOldFileUntilTheNewOneIsWhole)
{
    write_all(file("keep.wav"), {1, 48000, SampleFormat::s16, 0}, {0.1f, 0.2f});
    const auto before = bytes_of(file("keep.wav"));
    {
        Result<WavWriter> writer = WavWriter::open(file("keep.wav"), {1, 48000, SampleFormat::s16, 10});
        ASSERT_TRUE(writer.ok());
        ASSERT_TRUE(writer->write(std::vector<float>(5, 0.5f)).ok());
    }
    EXPECT_EQ(bytes_of(file("keep.wav")), before);
    EXPECT_EQ(files(), 1u);
}

TEST_F(WavWriterTest, FollowsALinkInsteadOfReplacingIt)
{
    write_all(file("real.wav"), {1, 48000, SampleFormat::s16, 0}, {0.1f});
    fs::create_symlink(file("real.wav"), file("link.wav"));
    write_all(file("link.wav"), {1, 48000, SampleFormat::s16, 0}, {0.1f, 0.2f, 0.3f});
    EXPECT_TRUE(fs::is_symlink(file("link.wav")));
    EXPECT_EQ(bytes_of(file("real.wav")).size(), 44u + 6u);
}

TEST_F(WavWriterTest, RefusesWhatAHeaderCannotHold)
{
    Result<WavWriter> writer = WavWriter::open(file("huge.wav"), {6, 48000, SampleFormat::f32, 200'000'000});
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error().code, Error::Code::unsupported);
    EXPECT_FALSE(WavWriter::open(file("three.wav"), {3, 48000, SampleFormat::s16, 1}).ok());
    EXPECT_EQ(files(), 0u);
}

TEST_F(WavWriterTest, RefusesNonFiniteSamplesAndMoreThanAnnounced)
{
    Result<WavWriter> writer = WavWriter::open(file("n.wav"), {1, 48000, SampleFormat::s16, 2});
    ASSERT_TRUE(writer.ok());
    EXPECT_FALSE(writer->write(std::vector<float>{std::numeric_limits<float>::quiet_NaN()}).ok());
    EXPECT_FALSE(writer->write(std::vector<float>(3, 0.0f)).ok());
}

TEST_F(WavWriterTest, AFullDiskIsAnErrorWithItsName)
{
    if (!fs::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    Result<WavWriter> writer = WavWriter::open("/dev/full", {1, 48000, SampleFormat::s16, 100000});
    ASSERT_TRUE(writer.ok());
    const Status wrote = writer->write(std::vector<float>(100000, 0.1f));
    const Status finished = wrote.ok() ? writer->finish() : wrote;
    ASSERT_FALSE(finished.ok());
    EXPECT_EQ(finished.error().where, "/dev/full");
    EXPECT_TRUE(fs::is_character_file("/dev/full")) << "a device is written, never replaced";
}

TEST_F(WavWriterTest, ADirectoryIsNoOutputFile)
{
    const auto opened = formats::StagedFile::open(folder_.string());
    ASSERT_FALSE(opened.ok());
    EXPECT_FALSE(formats::StagedFile::open(file("no/such/folder/x.wav")).ok());
    EXPECT_EQ(files(), 0u);
}
