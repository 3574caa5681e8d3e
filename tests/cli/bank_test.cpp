// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Banks of the game on the command line.
#include "program.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/codec/pcm16be.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/wav_writer.hpp"

using namespace quern;
using namespace quern::test;
using nlohmann::json;

namespace {

class BankTest : public ProgramTest {
protected:
    void SetUp() override
    {
        ProgramTest::SetUp();
        std::uint32_t noise = 1;
        for (std::size_t i = 0; i < 120'000; ++i) {
            noise = noise * 1664525u + 1013904223u;
            const double rise = 0.05 + 0.4 * static_cast<double>(i) / 120'000.0;
            samples_.push_back(static_cast<std::int16_t>(
                std::lround(32767.0 * rise * (static_cast<double>(noise >> 8) / 8388608.0 - 1.0))));
        }
    }

    [[nodiscard]] std::vector<std::uint8_t> grain() const
    {
        formats::EaacHeader header;
        header.rate = 48000;
        header.samples = static_cast<std::uint32_t>(samples_.size());
        const auto bytes = formats::write_grain(header, {header.samples, formats::encode_pcm16be(samples_)});
        EXPECT_TRUE(bytes.ok());
        return *bytes;
    }
    void write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) const
    {
        write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    void write_archive(const std::string& name) const
    {
        const std::vector<std::uint8_t> bytes = grain();
        const std::vector<formats::ArchiveInput> members{{"", "concrete_rough_hard.grain", bytes}};
        write_bytes(name, *formats::write_archive(members));
    }
    [[nodiscard]] std::string cached() const { return cache() + "/quern/pcm"; }

    std::vector<std::int16_t> samples_;
};

TEST_F(BankTest, AnArchiveSoundsAsTheSameSamplesInAWave)
{
    write_archive("grains.big");
    std::filesystem::create_directory(file("waves"));
    auto writer = formats::WavWriter::open(file("waves/concrete_rough_hard.wav"),
                                           {1, 48000, formats::SampleFormat::s16, samples_.size()});
    ASSERT_TRUE(writer.ok());
    std::vector<float> floats;
    for (const std::int16_t sample : samples_)
        floats.push_back(static_cast<float>(sample) / 32768.0f);
    ASSERT_TRUE(writer->write(floats).ok());
    ASSERT_TRUE(writer->finish().ok());
    write("ride.csv", ride_csv(3.0, 8.0));
    ASSERT_EQ(quern("render ride.csv -q -o a.wav --bank waves").exit, 0);
    ASSERT_EQ(quern("render ride.csv -q -o b.wav --bank grains.big").exit, 0);
    EXPECT_EQ(read("a.wav"), read("b.wav"));
    ASSERT_EQ(quern("render ride.csv -q -o c.wav --bank grains.big").exit, 0);
    EXPECT_EQ(read("a.wav"), read("c.wav")) << "from the cache";
    EXPECT_EQ(listing().size(), 6u);
}

TEST_F(BankTest, TheCacheIsUsedUnlessItIsSwitchedOffOrCannotBe)
{
    write_archive("grains.big");
    ASSERT_EQ(quern("bank --no-cache --bank grains.big").exit, 0);
    EXPECT_FALSE(std::filesystem::exists(cache()));
    write("file", "");
    EXPECT_EQ(quern("bank --bank grains.big").exit, 0);
    ASSERT_TRUE(std::filesystem::is_directory(cached()));
    const std::filesystem::path entry = std::filesystem::directory_iterator(cached())->path();
    std::filesystem::resize_file(entry, 100);
    EXPECT_EQ(quern("bank --bank grains.big").exit, 0) << "damaged";
    EXPECT_EQ(std::filesystem::file_size(entry), 56 + 2 * samples_.size()) << "rewritten";

    std::filesystem::remove_all(cache());
    write("../" + folder_.filename().string() + ".cache", "in the way");
    const Outcome run = quern("bank --bank grains.big");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(run.err.find("cache"), std::string::npos) << run.err;
}

TEST_F(BankTest, ABankIsListedWrittenAndMeasured)
{
    write_archive("grains.big");
    const Outcome listed = quern("bank -q --json --bank grains.big");
    ASSERT_EQ(listed.exit, 0) << listed.err;
    const json sheets = json::parse(listed.out);
    ASSERT_EQ(sheets.size(), 1u) << "what the bank has itself";
    EXPECT_EQ(sheets[0]["name"], "concrete_rough_hard");
    EXPECT_EQ(sheets[0]["frames"], samples_.size());
    ASSERT_EQ(quern("bank -q --write waves --bank grains.big").exit, 0);
    const Wav wav = parse_wav(read("waves/concrete_rough_hard.wav"));
    ASSERT_EQ(wav.frames(), samples_.size());
    for (std::size_t i = 0; i < samples_.size(); ++i)
        ASSERT_EQ(wav.samples[i], static_cast<float>(samples_[i]) / 32768.0f) << i;
    EXPECT_EQ(quern("bank -q --measure --bank grains.big").exit, 0);
}

TEST_F(BankTest, AllVerbsThatPlayTakeAnArchive)
{
    write_archive("grains.big");
    write("ride.csv", ride_csv(1.0, 8.0));
    EXPECT_EQ(quern("render ride.csv --explain 0.5 --bank grains.big").exit, 0);
    EXPECT_EQ(quern("plot ride.csv -o x.svg --bank grains.big").exit, 0);
    EXPECT_EQ(quern("explain picks concrete_rough_hard --speed 20 --bank grains.big").exit, 0);
    write_bytes("roll.grain", grain());
    EXPECT_EQ(quern("render ride.csv -o x.wav --recording roll.grain").exit, 0);
    EXPECT_EQ(quern("render ride.csv -o x.wav --bank roll.grain").exit, 0);
    expect_refused(quern("render ride.csv -o y.wav --recording grains.big"), "grains.big: found an archive");
    EXPECT_FALSE(exists("y.wav"));
}

} // namespace
