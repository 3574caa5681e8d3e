// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "game_files.hpp"
#include "program.hpp"

#include <filesystem>
#include <string>
#include <vector>

using namespace quern::test;

namespace {

using Names = std::vector<std::string>;

class ExtractTest : public ProgramTest {
protected:
    /// Exit 3, a line that holds `place`, and nothing new in the folder.
    void expect_nothing(const std::string& arguments, const std::string& place) const
    {
        const Names before = listing();
        expect_refused(quern("extract " + arguments + " -o out"), place);
        EXPECT_EQ(listing(), before) << arguments;
    }
    /// An archive of two members, after a change of its bytes.
    template <class Change> void write_changed(const std::string& name, Change change) const
    {
        std::string bytes = archive_of({{"aaaaaaa.grain", std::string(1000, 'a')}, {"b.txt", "b"}});
        change(bytes);
        write(name, bytes);
    }
};

void replace(std::string& bytes, const std::string& from, const std::string& to)
{
    bytes.replace(bytes.find(from), from.size(), to);
}

} // namespace

TEST_F(ExtractTest, MembersComeOutByteForByteInTheirFolders)
{
    const std::string big = data_file("classic_bigf.big");
    write("x.big", big);
    const Outcome run = quern("extract x.big -o out/deep");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(read("out/deep/data/audio/a.snr"), big.substr(0x4A, 400));
    EXPECT_EQ(read("out/deep/data/audio/b.txt"), big.substr(0x1DA, 5));
    EXPECT_EQ(run.err, "out/deep: 2 files written\n");

    write("g.big", data_file("grains_eb3_shift4.big"));
    ASSERT_EQ(quern("extract g.big -o g").exit, 0);
    EXPECT_EQ(read("g/eaxma_44100.grain"), grain_44100());
}

TEST_F(ExtractTest, SoundsBecomeWavFilesWithTheSamplesOfTheReference)
{
    write("x.grain", grain_44100());
    write("stereo.snr", data_file("xas1_stereo_ram.snr"));
    write("loop.snr", data_file("xas1_loop2560_ram.snr"));
    write("v1.sps", data_file("xas1_v1.sps"));
    ASSERT_EQ(quern("extract x.grain stereo.snr loop.snr v1.sps -o out").exit, 0);
    EXPECT_EQ(hash_of_wav(read("out/x.wav")), 0xE365052DD715521Cu);
    EXPECT_EQ(hash_of_wav(read("out/stereo.wav")), 0x17D0863612AFE28Eu);
    EXPECT_EQ(hash_of_wav(read("out/loop.wav")), 0x9483743E51E099E9u);
    EXPECT_EQ(hash_of_wav(read("out/v1.wav")), 0x9483743E51E099E9u);
    const Wav stereo = parse_wav(read("out/stereo.wav"));
    EXPECT_EQ(stereo.channels, 2);
    EXPECT_EQ(stereo.rate, 44100u);
    EXPECT_EQ(stereo.bits, 16);

    write("g.big", data_file("grains_eb3_shift4.big"));
    ASSERT_EQ(quern("extract --wav g.big -o out").exit, 0);
    EXPECT_EQ(hash_of_wav(read("out/eaxma_44100.wav")), 0xE365052DD715521Cu);
}

TEST_F(ExtractTest, AStreamIsFoundWithItsBlocksAndDecodes)
{
    write("x.snr", data_file("eaxma_44100_stream.snr"));
    expect_nothing("x.snr", "x.snr:0x8: found a header alone (STREAM)");
    write("x.sns", data_file("eaxma_44100_stream.sns"));
    ASSERT_EQ(quern("extract x.snr -o out").exit, 0);
    EXPECT_EQ(hash_of_wav(read("out/x.wav")), 0xE365052DD715521Cu);
    write("x.big", archive_of({{"y.snr", read("x.snr")}, {"y.sns", read("x.sns")}, {"z.txt", "z"}}));
    const Outcome run = quern("extract --wav x.big -o big");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(hash_of_wav(read("big/y.wav")), 0xE365052DD715521Cu);
    EXPECT_EQ(run.err, "big: 1 file written\n2 members are left out: they are no sounds of the game\n");
}

TEST_F(ExtractTest, OneMemberCanBeAskedFor)
{
    write("x.big", data_file("classic_bigf.big"));
    ASSERT_EQ(quern("extract x.big --member b -o out").exit, 0);
    EXPECT_FALSE(exists("out/data/audio/a.snr"));
    EXPECT_TRUE(exists("out/data/audio/b.txt"));
    const Outcome run = quern("extract x.big --member c -o other");
    EXPECT_EQ(run.exit, 2);
    EXPECT_NE(run.err.find("--member: found no \"c\""), std::string::npos) << run.err;
    EXPECT_FALSE(exists("other"));
}

TEST_F(ExtractTest, AllFilesAppearOrNoneUnlessToldToGoOn)
{
    std::string broken = grain_44100();
    broken.resize(10000);
    write("x.big", archive_of({{"good.grain", grain_44100()}, {"torn.grain", broken}}));
    expect_nothing("--wav x.big", "x.big(torn.grain):0x39");
    const Outcome run = quern("extract --wav --keep-going x.big -o out");
    expect_refused(run, "x.big(torn.grain):0x39");
    EXPECT_TRUE(exists("out/good.wav"));
    EXPECT_FALSE(exists("out/torn.wav"));
}

TEST_F(ExtractTest, HostileArchivesAreRefusedBeforeAnythingIsWritten)
{
    write_changed("up.big", [](std::string& b) { replace(b, "aaaaaaa.grain", "../aaaa.grain"); });
    expect_nothing("up.big", "up.big:0x40: found the path `../aaaa.grain`");
    write_changed("root.big", [](std::string& b) { replace(b, "aaaaaaa.grain", "/var/aa.grain"); });
    expect_nothing("root.big", "root.big:0x40: found the path `/var/aa.grain`");
    write_changed("line.big", [](std::string& b) { replace(b, "aaaaaaa.grain", "a\naaaaa.grain"); });
    expect_nothing("line.big", "line.big:0x40: found the path `a?aaaaa.grain`");
    write_changed("shared.big", [](std::string& b) { b.replace(0x40, 4, b, 0x30, 4); });
    expect_nothing("shared.big", "shared.big:0x");
    write_changed("size.big", [](std::string& b) { b.replace(0x38, 4, "\xFF\xFF\xFF\xF0"); });
    expect_nothing("size.big", "size.big:0x30");
    write_changed("far.big", [](std::string& b) { b.replace(0x30, 4, "\xFF\xFF\xFF\xFF"); });
    expect_nothing("far.big", "far.big:0x30");
    for (const char* archive : {"up.big", "shared.big"})
        EXPECT_EQ(quern(std::string("inspect ") + archive).exit, 3);
}

// Kinds of packing whose headers promise more than the bytes can hold, or than anyone should unpack.
TEST_F(ExtractTest, BombsAreRefused)
{
    // RefPack, 200 MB stated, 4-byte sizes.
    std::string refpack("\x90\xFB\x0B\xEB\xC2\x00\xFC", 7);
    std::string bomb = archive_of({{"a.bin", refpack}});
    const auto kind_at = 0x30 + 16;
    bomb[kind_at] = 1;
    bomb.replace(0x34, 8, std::string("\0\0\0\x07\x0B\xEB\xC2\0", 8));
    write("bomb.big", bomb);
    expect_nothing("bomb.big", "bomb.big:0x30: found more than");
    bomb.replace(0x38, 4, std::string("\0\0\xFF\xFF", 4));
    write("lie.big", bomb);
    expect_nothing("lie.big", "lie.big:0x");
}

TEST_F(ExtractTest, AnOutputNeverReplacesAnInputOrAnotherOutput)
{
    std::string riff("RIFF\x1C\0\0\0WAVEfmt \x02\0\0\0\x66\x01", 22);
    write("w.wav", riff);
    const Outcome run = quern("extract w.wav");
    EXPECT_EQ(run.exit, 2);
    EXPECT_EQ(read("w.wav"), riff);
    write("x.grain", grain_44100());
    write("x.snr", data_file("xas1_stereo_ram.snr"));
    EXPECT_EQ(quern("extract x.grain x.snr -o out").exit, 2);
    EXPECT_FALSE(exists("out"));
}

TEST_F(ExtractTest, WhatHasNoSoundInItIsRefused)
{
    ASSERT_EQ(quern("render demo --to 1 -o x.wav").exit, 0);
    expect_nothing("x.wav", "x.wav:0x0: found a sound file");
    write("x.sek", data_file("eaxma_44100_stream.sek"));
    expect_nothing("x.sek", "x.sek:0x0: found a seek table");
    write("x.txt", "text");
    expect_nothing("x.txt", "x.txt:0x0");
    expect_nothing("missing.big", "missing.big");
    std::filesystem::create_directory(file("folder"));
    expect_nothing("folder", "folder: found a folder");
}
