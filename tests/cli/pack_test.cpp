// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "quern/bed/members.hpp"
#include "quern/formats/archive/archive.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"

using namespace quern::test;
using nlohmann::json;
namespace formats = quern::formats;

namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer buffer(const std::string& text)
{
    return {text.begin(), text.end()};
}

/// Swells and climbs, in 16 bits; each channel another tone.
std::vector<std::int16_t> tone(std::size_t frames, int channels = 1)
{
    std::vector<std::int16_t> samples;
    std::uint32_t noise = 1;
    for (std::size_t i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(frames);
        for (int c = 0; c < channels; ++c) {
            noise = noise * 1664525u + 1013904223u;
            const double hiss = static_cast<double>(noise >> 8) / 16777216.0 - 0.5;
            const double wave = std::sin(static_cast<double>(i) * (0.03 + 0.05 * c + 0.1 * t));
            samples.push_back(
                static_cast<std::int16_t>(12000.0 * (0.3 + 0.7 * t) * (0.7 * wave + 0.3 * hiss)));
        }
    }
    return samples;
}

std::string wav(const std::vector<std::int16_t>& samples, std::uint32_t rate, int channels = 1)
{
    std::string out;
    const auto put = [&](std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out += static_cast<char>(value >> (8 * i) & 0xFF);
    };
    const auto frame = static_cast<std::uint64_t>(2 * channels);
    out += "RIFF";
    put(36 + 2 * samples.size(), 4);
    out += "WAVEfmt ";
    put(16, 4);
    put(1, 2);
    put(static_cast<std::uint64_t>(channels), 2);
    put(rate, 4);
    put(rate * frame, 4);
    put(frame, 2);
    put(16, 2);
    out += "data";
    put(2 * samples.size(), 4);
    for (const std::int16_t sample : samples)
        put(static_cast<std::uint16_t>(sample), 2);
    return out;
}

class PackTest : public ProgramTest {
protected:
    [[nodiscard]] std::vector<std::int16_t> decoded_grain(const Buffer& bytes) const
    {
        const auto grain = formats::GrainFile::open(bytes, "x.grain");
        EXPECT_TRUE(grain.ok()) << grain.error().text();
        const auto back = formats::decode_eaac(grain->stream);
        EXPECT_TRUE(back.ok()) << back.error().text();
        return back->samples;
    }
    void folder(const std::string& name) const { std::filesystem::create_directories(folder_ / name); }
};

class PackLong : public PackTest {}; // four minutes of sound

} // namespace

TEST_F(PackTest, ALosslessGrainKeepsEverySample)
{
    const auto samples = tone(20000);
    write("roll.wav", wav(samples, 44100));
    const Outcome run = quern("pack roll.wav -o roll.grain --lossless --json");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(decoded_grain(buffer(read("roll.grain"))), samples);
    const json told = json::parse(run.out);
    EXPECT_EQ(told["members"][0]["exact"], true);
    EXPECT_TRUE(told["members"][0]["snr_db"].is_null());
    EXPECT_EQ(told["bytes"], read("roll.grain").size());
    EXPECT_EQ(listing(), (std::vector<std::string>{"roll.grain", "roll.wav"}));
}

TEST_F(PackTest, ARatioAndARateAreReachedAndTold)
{
    write("roll.wav", wav(tone(88200), 44100));
    const Outcome snr = quern("pack roll.wav -o a.grain --snr-db 60 --json");
    ASSERT_EQ(snr.exit, 0) << snr.err;
    const double measured = json::parse(snr.out)["members"][0]["snr_db"];
    EXPECT_GE(measured, 60.0);
    EXPECT_LE(measured, 61.0);
    const Outcome rate = quern("pack roll.wav -o b.grain --kbps 64");
    ASSERT_EQ(rate.exit, 0) << rate.err;
    EXPECT_NEAR(static_cast<double>(read("b.grain").size()), 16000.0, 480.0);
    EXPECT_NE(rate.out.find("EA-XMA"), std::string::npos) << rate.out;
}

TEST_F(PackTest, AFolderBecomesAnArchiveWithItsFolders)
{
    folder("in/more");
    const auto samples = tone(9000);
    write("in/wood_ramp_hard.wav", wav(samples, 44100));
    write("in/metal_smooth_hard.wav", wav(tone(7000), 48000));
    write("in/more/extra.wav", wav(tone(5000), 48000));
    write("in/notes.txt", "not a sound");
    const Outcome run = quern("pack in -o grains.big --lossless");
    ASSERT_EQ(run.exit, 0) << run.err;
    const Buffer bytes = buffer(read("grains.big"));
    const auto archive = formats::Archive::open(bytes, "grains.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    EXPECT_TRUE(archive->table().findings.list().empty());
    EXPECT_EQ(archive->table().alignment, 16u);
    ASSERT_EQ(archive->members().size(), 3u);
    EXPECT_EQ(decoded_grain(*archive->extract(*archive->find("wood_ramp_hard.grain"))), samples);
    EXPECT_NE(archive->find("more/extra.grain"), nullptr);
    EXPECT_NE(run.err.find("extra: the game asks for no member of this name"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("notes.txt"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("asphalt_rough_hard"), std::string::npos) << "what is missing";
    ASSERT_EQ(quern("pack in -o again.big --lossless -q").exit, 0);
    EXPECT_EQ(read("again.big"), read("grains.big"));
}

TEST_F(PackTest, OneNamelessRecordingServesAllSurfaces)
{
    write("roll.wav", wav(tone(9000), 44100));
    const Outcome all = quern("pack roll.wav -o all.big");
    ASSERT_EQ(all.exit, 0) << all.err;
    const Buffer bytes = buffer(read("all.big"));
    const auto archive = formats::Archive::open(bytes, "all.big");
    EXPECT_EQ(archive->members().size(), quern::bed::kSurfaceMembers);
    EXPECT_NE(all.err.find("each of the thirteen surfaces"), std::string::npos) << all.err;
    ASSERT_EQ(quern("pack wood_ramp_hard=roll.wav -o one.big").exit, 0);
    const Buffer single = buffer(read("one.big"));
    ASSERT_EQ(formats::Archive::open(single, "one.big")->members().size(), 1u);
}

TEST_F(PackTest, ReplacingOneMemberLeavesTheOthers)
{
    folder("in");
    for (const char* name : {"wood_ramp_hard", "wood_ramp_soft", "metal_smooth_hard"})
        write(std::string("in/") + name + ".wav", wav(tone(8000), 48000));
    ASSERT_EQ(quern("pack in -o base.big -q").exit, 0);
    const auto samples = tone(30000);
    write("new.wav", wav(samples, 44100));
    const Outcome run =
        quern("pack --base base.big --replace wood_ramp_soft=new.wav -o new.big --lossless --json");
    ASSERT_EQ(run.exit, 0) << run.err;
    const Buffer then = buffer(read("base.big")), now = buffer(read("new.big"));
    const auto a = formats::Archive::open(then, "a"), b = formats::Archive::open(now, "b");
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_TRUE(b->table().findings.list().empty());
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& member = a->members()[i];
        EXPECT_EQ(member.name, b->members()[i].name);
        if (member.name == "wood_ramp_soft.grain")
            EXPECT_EQ(decoded_grain(*b->extract(b->members()[i])), samples);
        else
            EXPECT_EQ(*a->extract(member), *b->extract(b->members()[i]));
    }
    EXPECT_NE(run.err.find("more than 1.5 times"), std::string::npos) << run.err;
    const json told = json::parse(run.out);
    EXPECT_EQ(told["kept_members"], 2);
    EXPECT_GT(told["members"][0]["size_ratio"], 1.5);

    const Outcome unknown = quern("pack --base base.big --replace wood=new.wav -o no.big");
    EXPECT_EQ(unknown.exit, 2);
    EXPECT_NE(unknown.err.find("wood_ramp_hard.grain"), std::string::npos) << unknown.err;
    EXPECT_FALSE(exists("no.big"));
}

// From one archive to another without a second encoding.
TEST_F(PackTest, AGrainIsCopied)
{
    folder("in");
    write("roll.wav", wav(tone(8000), 48000));
    ASSERT_EQ(quern("pack roll.wav -o in/wood_ramp_hard.grain").exit, 0);
    const Outcome run = quern("pack in -o x.big");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_NE(run.out.find("copied"), std::string::npos) << run.out;
    const Buffer bytes = buffer(read("x.big"));
    const auto archive = formats::Archive::open(bytes, "x.big");
    EXPECT_EQ(*archive->extract(archive->members()[0]), buffer(read("in/wood_ramp_hard.grain")));
}

TEST_F(PackTest, ChannelsAreFoldedOrChosen)
{
    const auto stereo = tone(6000, 2);
    write("st.wav", wav(stereo, 48000, 2));
    const auto grain = [&](const std::string& options) {
        const Outcome run = quern("pack st.wav -o st.grain --lossless " + options);
        EXPECT_EQ(run.exit, 0) << run.err;
        return decoded_grain(buffer(read("st.grain")));
    };
    const auto second = grain("--channel 2"), mean = grain("");
    for (std::size_t i = 0; i < 6000; ++i) {
        ASSERT_EQ(second[i], stereo[2 * i + 1]);
        ASSERT_NEAR(mean[i], 0.5 * (stereo[2 * i] + stereo[2 * i + 1]), 0.5);
    }
    const Outcome third = quern("pack st.wav -o no.grain --channel 3");
    EXPECT_EQ(third.exit, 2);
    EXPECT_FALSE(exists("no.grain"));
}

TEST_F(PackTest, ConvertsTheRateOnlyWhenAsked)
{
    write("high.wav", wav(tone(19200), 96000));
    const Outcome run = quern("pack high.wav -o x.grain");
    expect_refused(run, "high.wav");
    EXPECT_NE(run.err.find("--rate"), std::string::npos) << run.err;
    EXPECT_EQ(listing(), (std::vector<std::string>{"high.wav"}));
    const Outcome converted = quern("pack high.wav -o x.grain --rate 48000 --json");
    ASSERT_EQ(converted.exit, 0) << converted.err;
    const json member = json::parse(converted.out)["members"][0];
    EXPECT_EQ(member["rate"], 48000);
    EXPECT_EQ(member["samples"], 9600);
}

TEST_F(PackTest, AStreamHasTwoFilesAndMayLoop)
{
    const auto samples = tone(20000);
    write("roll.wav", wav(samples, 48000));
    ASSERT_EQ(quern("pack roll.wav -o x.snr --stream --lossless --loop-start 640").exit, 0);
    const Buffer head = buffer(read("x.snr")), chain = buffer(read("x.sns"));
    const auto stream = formats::EaacStream::open({head, "x.snr"}, formats::EaacSource{chain, "x.sns"});
    ASSERT_TRUE(stream.ok()) << stream.error().text();
    EXPECT_EQ(stream->header().loop_start, 640u);
    EXPECT_EQ(formats::decode_eaac(*stream)->samples, samples);
    ASSERT_EQ(quern("pack roll.wav -o y.snr --codec pcm16 --loop").exit, 0);
    const Buffer alone = buffer(read("y.snr"));
    EXPECT_EQ(formats::decode_eaac(*formats::EaacStream::open({alone, "y.snr"}))->samples, samples);
}

TEST_F(PackTest, WhatMakesNoSenseIsRefusedAndLeavesNothing)
{
    write("roll.wav", wav(tone(2000), 48000));
    for (const char* line :
         {"roll.wav -o x.wav", "roll.wav -o x", "-o x.grain", "roll.wav roll.wav -o x.grain",
          "roll.wav -o x.grain --stream", "roll.wav -o x.snr --duration 1",
          "roll.wav -o x.grain --codec xas1 --kbps 96", "roll.wav -o x.grain --rate 32000",
          "roll.wav -o x.grain --lossless --kbps 96", "roll.wav -o x.grain --snr-db nan",
          "roll.wav -o x.big --built-in", "--base roll.wav -o x.big", "--replace a=roll.wav -o x.big",
          "--built-in -o x.grain", "a=roll.wav a=roll.wav -o x.big", "roll.wav -o x.snr --loop-start 700"}) {
        const Outcome run = quern(std::string("pack ") + line);
        EXPECT_EQ(run.exit, 2) << line << ": " << run.err;
        EXPECT_FALSE(run.err.empty()) << line;
        EXPECT_EQ(listing(), (std::vector<std::string>{"roll.wav"})) << line;
    }
    expect_refused(quern("pack none.wav -o x.grain"), "none.wav");
    expect_refused(quern("pack --base roll.wav --replace a=roll.wav -o x.big"), "roll.wav:0x0");
    EXPECT_EQ(quern("pack roll.wav -o none/x.grain").exit, 1);
    EXPECT_EQ(listing(), (std::vector<std::string>{"roll.wav"}));
}

// The numbers of the original's archive of grains: docs/formats/big.md, "What we write", and
// docs/spec/grain.md §1.1.
TEST_F(PackLong, TheBuiltInRecordingsLieAsTheOriginalsDo)
{
    const Outcome run = quern("pack --built-in -o grains.big --json");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(run.err, "");
    for (const json& member : json::parse(run.out)["members"]) {
        EXPECT_NEAR(member["kbps"].get<double>(), 96.0, 0.03 * 96.0) << member["name"];
        EXPECT_GE(member["snr_db"].get<double>(), 20.0) << member["name"];
    }
    const Buffer bytes = buffer(read("grains.big"));
    const auto archive = formats::Archive::open(bytes, "grains.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    const formats::ArchiveTable& table = archive->table();
    EXPECT_TRUE(table.findings.list().empty());
    EXPECT_EQ(table.names_offset, 0x120u);
    EXPECT_EQ(table.name_record, 32u);
    EXPECT_EQ(table.alignment, 16u);
    ASSERT_EQ(table.members.size(), quern::bed::kMembers);
    EXPECT_EQ(table.members[0].offset, 0x2F0u);
    for (const std::string_view name : quern::bed::kMemberNames) {
        const formats::ArchiveMember* member = archive->find(std::string(name) + ".grain");
        ASSERT_NE(member, nullptr) << name;
        const auto grain = formats::GrainFile::open(archive->stored(*member), std::string(name));
        ASSERT_TRUE(grain.ok()) << grain.error().text();
        EXPECT_TRUE(grain->findings.list().empty()) << name;
    }
}
