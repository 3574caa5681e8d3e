// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <unistd.h>

#include "quern/formats/sound_file.hpp"
#include "quern/formats/wav_writer.hpp"

namespace fs = std::filesystem;
using namespace quern;
using formats::Fold;
using formats::SampleFormat;

namespace {

class SoundFileTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_sound_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    void write_wav(const std::string& name, const formats::WavSpec& shape,
                   const std::vector<float>& samples) const
    {
        formats::WavSpec spec = shape;
        spec.frames = samples.size() / static_cast<std::size_t>(spec.channels);
        auto writer = formats::WavWriter::open(file(name), spec);
        ASSERT_TRUE(writer.ok());
        ASSERT_TRUE(writer->write(samples).ok());
        ASSERT_TRUE(writer->finish().ok());
    }
    void write_bytes(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(file(name), std::ios::binary) << bytes;
    }
    std::string read_bytes(const std::string& name) const
    {
        std::ifstream in(file(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// The error's text; empty when the file was read.
    std::string refusal(const std::string& name) const
    {
        const auto sound = formats::read_sound_file(file(name));
        return sound.ok() ? "" : sound.error().text();
    }

    fs::path folder_;
};

std::vector<float> ramp(std::size_t frames)
{
    std::vector<float> samples(frames);
    for (std::size_t i = 0; i < frames; ++i)
        samples[i] = static_cast<float>(i) / static_cast<float>(frames) - 0.5f;
    return samples;
}

} // namespace

TEST_F(SoundFileTest, KeepsSamplesRateAndStoredDuration)
{
    const auto in = ramp(44101);
    write_wav("a.wav", {1, 44100, SampleFormat::f32, 0}, in);
    const auto sound = formats::read_sound_file(file("a.wav"));
    ASSERT_TRUE(sound.ok()) << sound.error().text();
    EXPECT_EQ(sound->recording.samples, in);
    EXPECT_EQ(sound->recording.rate, 44100u);
    EXPECT_EQ(sound->recording.duration, static_cast<float>(44101.0 / 44100.0));
    EXPECT_TRUE(sound->notes.empty());
}

TEST_F(SoundFileTest, SixteenBitsComeBackAsWritten)
{
    const std::vector<float> in{0.0f, 0.5f, -1.0f, 32767.0f / 32768.0f};
    write_wav("i.wav", {1, 48000, SampleFormat::s16, 0}, in);
    EXPECT_EQ(formats::read_sound_file(file("i.wav"))->recording.samples, in);
}

TEST_F(SoundFileTest, TakesTheFirstChannelOrTheMeanAndSaysSo)
{
    write_wav("s.wav", {2, 48000, SampleFormat::f32, 0}, {0.5f, -0.25f, 0.25f, 0.75f});
    const auto first = formats::read_sound_file(file("s.wav"));
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(first->recording.samples, (std::vector<float>{0.5f, 0.25f}));
    ASSERT_EQ(first->notes.size(), 1u);
    const auto mean = formats::read_sound_file(file("s.wav"), Fold::mean);
    EXPECT_EQ(mean->recording.samples, (std::vector<float>{0.125f, 0.5f}));
}

TEST_F(SoundFileTest, NamesFileAndOffsetOfWhatItRefuses)
{
    write_bytes("text.wav", "hello, this is no sound file");
    EXPECT_EQ(refusal("text.wav"),
              file("text.wav") + ":0x0: found \"hell\", expected RIFF (WAV), FORM (AIFF), fLaC or OggS");
    write_bytes("empty.wav", "");
    EXPECT_NE(refusal("empty.wav").find("empty.wav:0x0: the file is empty"), std::string::npos);
    EXPECT_NE(refusal("missing.wav").find("cannot read"), std::string::npos);
    write_bytes("riff.wav", std::string("RIFF\4\0\0\0WAVE", 12));
    EXPECT_NE(refusal("riff.wav").find("riff.wav:0xc: found no data chunk"), std::string::npos);
    EXPECT_NE(refusal(".").find("is a directory"), std::string::npos);
}

TEST_F(SoundFileTest, RefusesAFileThatWasCutOff)
{
    write_wav("cut.wav", {1, 48000, SampleFormat::s16, 0}, ramp(1000));
    write_bytes("cut.wav", read_bytes("cut.wav").substr(0, 1044));
    EXPECT_NE(refusal("cut.wav").find("cut.wav:0x414: the file ends here, expected 2000 bytes"),
              std::string::npos)
        << refusal("cut.wav");
}

TEST_F(SoundFileTest, RefusesNoFramesTooLongAndOddRates)
{
    write_wav("none.wav", {1, 48000, SampleFormat::s16, 0}, {});
    EXPECT_NE(refusal("none.wav").find("no frames"), std::string::npos) << refusal("none.wav");
    write_wav("long.wav", {1, 8000, SampleFormat::s16, 0}, std::vector<float>(8000 * 600 + 1, 0.1f));
    EXPECT_NE(refusal("long.wav").find("at most 600 s"), std::string::npos) << refusal("long.wav");
    write_wav("slow.wav", {1, 100, SampleFormat::s16, 0}, ramp(50));
    EXPECT_NE(refusal("slow.wav").find("found a rate of 100 Hz"), std::string::npos) << refusal("slow.wav");
}

TEST_F(SoundFileTest, RefusesNonFiniteSamplesByFrame)
{
    write_wav("nan.wav", {1, 48000, SampleFormat::f32, 0}, ramp(100));
    std::string bytes = read_bytes("nan.wav");
    const float bad = std::numeric_limits<float>::infinity();
    std::memcpy(bytes.data() + 58 + 4 * 17, &bad, 4);
    write_bytes("nan.wav", bytes);
    EXPECT_NE(
        refusal("nan.wav").find("nan.wav:frame 17: found a sample that is not finite, expected a number"),
        std::string::npos);
}

TEST_F(SoundFileTest, RefusesWholeNumbersKeptAsFloats)
{
    std::vector<float> loud = ramp(100);
    loud[17] = -20000.0f;
    write_wav("loud.wav", {1, 48000, SampleFormat::f32, 0}, loud);
    EXPECT_NE(refusal("loud.wav").find("loud.wav:frame 17: found a sample of -2e+04 times full scale"),
              std::string::npos)
        << refusal("loud.wav");
}

TEST_F(SoundFileTest, DamagedHeadersAreToldInOurWords)
{
    write_wav("good.wav", {1, 48000, SampleFormat::s16, 0}, ramp(1000));
    const std::string good = read_bytes("good.wav");
    const auto damaged = [&](std::size_t at, char byte) {
        std::string bytes = good;
        bytes[at] = byte;
        if (at == 24)
            bytes.replace(24, 4, 4, '\0');
        write_bytes("bad.wav", bytes);
        return refusal("bad.wav");
    };
    EXPECT_NE(damaged(22, 0).find("bad.wav:0x16: found 0 channels, expected 1 to 64"), std::string::npos);
    EXPECT_NE(damaged(24, 0).find("bad.wav:0x18: found a rate of 0 Hz, expected 8000"), std::string::npos);
    const std::string unknown = damaged(20, 99);
    EXPECT_NE(unknown.find("bad.wav: found a header or an encoding that"), std::string::npos) << unknown;
    write_bytes("bad.flac", "fLaC and then nothing");
    EXPECT_NE(refusal("bad.flac").find("expected a whole WAV, AIFF, FLAC or Ogg file"), std::string::npos);
}

TEST_F(SoundFileTest, NotesChannelsWhoseMeanIsSilent)
{
    write_wav("opposite.wav", {2, 48000, SampleFormat::f32, 0}, {0.5f, -0.5f, 0.25f, -0.25f});
    const auto sound = formats::read_sound_file(file("opposite.wav"), Fold::mean);
    ASSERT_TRUE(sound.ok());
    ASSERT_EQ(sound->notes.size(), 2u);
    EXPECT_NE(sound->notes[1].find("the mean of its channels is zero"), std::string::npos) << sound->notes[1];
}

TEST_F(SoundFileTest, NotesARecordingOfSilence)
{
    write_wav("zero.wav", {1, 48000, SampleFormat::s16, 0}, std::vector<float>(500, 0.0f));
    const auto sound = formats::read_sound_file(file("zero.wav"));
    ASSERT_TRUE(sound.ok());
    ASSERT_EQ(sound->notes.size(), 1u);
    EXPECT_NE(sound->notes[0].find("every sample is zero"), std::string::npos);
}
