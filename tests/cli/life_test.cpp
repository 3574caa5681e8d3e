// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "quern/dsp/simd_target.hpp"
#include "tests/support/audio_scan.hpp"

using namespace quern::test;
using nlohmann::json;

namespace {

const std::string kGlider = "'bob$2bo$3o!'";

class LifeVerb : public ProgramTest {
protected:
    void expect_usage(const std::string& arguments, const std::string& says) const
    {
        expect_exit(2, arguments, says);
    }
    void expect_bad_input(const std::string& arguments, const std::string& says) const
    {
        expect_exit(3, arguments, says);
    }
    json summary(const std::string& arguments) const
    {
        const Outcome run = quern("life " + arguments + " --json");
        EXPECT_EQ(run.exit, 0) << run.err;
        return run.exit == 0 ? json::parse(run.out) : json();
    }
    /// The lines of a table behind its two lines of comment.
    [[nodiscard]] std::string data(const std::string& name) const
    {
        const std::string text = read(name);
        return text.substr(text.find('\n', text.find('\n') + 1) + 1);
    }
    [[nodiscard]] std::string first_line(const std::string& name) const
    {
        const std::string text = read(name);
        return text.substr(0, text.find('\n'));
    }

private:
    void expect_exit(int exit, const std::string& arguments, const std::string& says) const
    {
        const Outcome run = quern("life " + arguments);
        EXPECT_EQ(run.exit, exit) << arguments << "\n" << run.err;
        EXPECT_NE(run.err.find(says), std::string::npos) << arguments << "\n" << run.err;
        for (const std::string& name : listing())
            EXPECT_FALSE(name.starts_with("bad")) << arguments << " left " << name;
    }
};

} // namespace

TEST_F(LifeVerb, MakesAGliderHeard)
{
    const json told = summary(kGlider + " -o g.wav --format f32 --generations 120");
    EXPECT_EQ(told["generations"], 120);
    EXPECT_EQ(told["events"], 480);
    EXPECT_EQ(told["births"], 240);
    EXPECT_EQ(told["deaths"], 240);
    EXPECT_EQ(told["sounded"], 480);
    EXPECT_EQ(told["dropped"], 0);
    EXPECT_EQ(told["refused"], 0);
    EXPECT_EQ(told["late_batches"], 0);
    EXPECT_EQ(told["population"], 5);
    EXPECT_EQ(told["backend"], "cpu");
    const Wav wav = parse_wav(read("g.wav"));
    EXPECT_EQ(wav.frames(), 120u * 800u + 960u);
    EXPECT_EQ(wav.channels, 2);
    EXPECT_GT(peak(wav.samples), 0.05f);
    EXPECT_LT(peak(wav.samples), 0.5f);
    EXPECT_EQ(wav.samples.back(), 0.0f); // it has rung out
}

TEST_F(LifeVerb, SoundsTheSameFromEveryBackEndBlockAndInstructionSet)
{
    const std::string soup = "life soup --size 192x50 --seed 3 --seconds 2 -q ";
    ASSERT_EQ(quern(soup + "-o a.wav --masks a.csv").exit, 0);
    ASSERT_EQ(quern(soup + "-o b.wav --masks b.csv --backend oracle --block 1").exit, 0);
    ASSERT_EQ(quern(soup + "-o c.wav --block 4096 --simd scalar").exit, 0);
    ASSERT_EQ(quern(soup + "-o - --block 65536 > d.wav").exit, 0);
    const std::string a = read("a.wav");
    EXPECT_GT(peak(parse_wav(a).samples), 0.1f);
    for (const char* other : {"b.wav", "c.wav", "d.wav"})
        EXPECT_EQ(read(other), a) << other;
    EXPECT_EQ(read("a.csv"), read("b.csv"));
}

TEST_F(LifeVerb, WritesTheTablesOfTheReference)
{
    // docs/life.md: the lines of independent data, for a glider over both seams.
    ASSERT_EQ(
        quern("life " + kGlider +
              " --at 2045,509 --team 1 --tag 1 --generations 4 --masks m.csv --events e.csv --note 'a b'")
            .exit,
        0);
    EXPECT_EQ(read("m.csv"), "# a b\n# gen,population,births,deaths,crc32_masks,crc32_state\n"
                             "0,5,0,0,,207cde90\n1,5,2,2,d4737452,0583ce01\n2,5,2,2,b6ad31d6,06765734\n"
                             "3,5,2,2,e87c3913,5f6affba\n4,5,2,2,a60cb0ad,c439a9a7\n");
    EXPECT_TRUE(read("e.csv").starts_with(
        "# a b\n# gen,type(0 birth,1 death),x,y,packed=x|y<<12|type<<22 ; births then deaths, each in "
        "ascending "
        "(y,x)\n1,0,2046,0,2046\n1,0,2045,510,2091005\n1,1,2046,509,6281214\n1,1,2045,511,6289405\n"));
    EXPECT_EQ(listing(), (std::vector<std::string>{"e.csv", "m.csv"}));
}

TEST_F(LifeVerb, SaysInTheFilesWhatWasRun)
{
    write("g.rle", "#N Slow one\nx = 3, y = 3, rule = B3/S23:T64,32\nbob$2bo$3o!\n");
    ASSERT_EQ(quern("life g.rle --generations 5 --masks m.csv --events e.csv --at 1,2").exit, 0);
    EXPECT_EQ(first_line("m.csv"), "# Slow one bo$2bo$3o! at (1,2), team 0 tag 0, 64x32 torus, B3/S23");
    ASSERT_EQ(quern("life soup --size 64x8 --generations 5 --masks s.csv --seed 9 --rule b36s23").exit, 0);
    EXPECT_EQ(first_line("s.csv"), "# 64x8 torus, 30% soup, seed 9, B36/S23");
    const auto checked = quern("vectors check m.csv e.csv s.csv");
    EXPECT_EQ(checked.exit, 0) << checked.out << checked.err;
    EXPECT_EQ(checked.out,
              "m rows 6 mismatches 0 excepted 0 worst 0\ne rows 20 mismatches 0 excepted 0 worst 0\n"
              "s rows 6 mismatches 0 excepted 0 worst 0\n");
}

TEST_F(LifeVerb, StillLifeIsDigitalSilence)
{
    const json told = summary("'2o$2o!' --size 64x64 -o s.wav --format f32 --seconds 2");
    EXPECT_EQ(told["events"], 0);
    EXPECT_EQ(told["peak_dbfs"], nullptr);
    const Wav wav = parse_wav(read("s.wav"));
    EXPECT_EQ(wav.frames(), 96000u);
    EXPECT_TRUE(std::all_of(wav.samples.begin(), wav.samples.end(), [](float v) { return v == 0.0f; }));
}

TEST_F(LifeVerb, AccountsCloseUnderASoup)
{
    const json told = summary("soup --size 512x256 --seconds 3 -o s.wav --format f32 --roi 100,100");
    EXPECT_EQ(told["generations"], 180);
    EXPECT_EQ(told["generations_skipped"], 0);
    EXPECT_EQ(told["events"].get<int>(), told["births"].get<int>() + told["deaths"].get<int>());
    EXPECT_EQ(told["events"].get<int>(), told["sounded"].get<int>() + told["dropped"].get<int>());
    EXPECT_GT(told["dropped"], 0);
    EXPECT_GT(told["player_deaths"], 0);
    EXPECT_LE(told["peak_before_limiter"], 0.6);
    EXPECT_LE(told["peak_dbfs"], -1.0);
}

TEST_F(LifeVerb, ScaleBaseLawAndLevelChangeTheSound)
{
    const auto sound = [&](const std::string& arguments) {
        EXPECT_EQ(quern("life " + kGlider + " --seconds 1 -q -o x.wav " + arguments).exit, 0) << arguments;
        return read("x.wav");
    };
    const std::string plain = sound("");
    EXPECT_EQ(sound("--scale 0,200,400,700,900 --base 440 --law natural --level 0.5"), plain);
    for (const char* other :
         {"--scale hirajoshi", "--base 330", "--law strict", "--level 0.4", "--seed 2", "--rate 30"})
        EXPECT_NE(sound(other), plain) << other;
    EXPECT_GT(peak(parse_wav(sound("--law strict")).samples), 1.5f * peak(parse_wav(plain).samples));
}

TEST_F(LifeVerb, PlaysAScript)
{
    write("s.toml", "[roi]\nx = 20\ny = 10\n"
                    "[[stamp]]\ngeneration = 0\npattern = '2o$2o!'\nx = 40\ny = 30\ntag = 1\n"
                    "[[move]]\nfrom_generation = 1\nto_generation = 10\ndx = 1\n"
                    "[[fire]]\ngeneration = 12\nx = 50\ny = 30\n"
                    "[[stamp]]\ngeneration = 20\npattern = 'bob$2bo$3o!'\nx = 5\ny = 60\n"
                    "[[scale]]\ngeneration = 22\nname = 'chromatic'\nbase_hz = 200\n");
    const json told = summary("'b!' --size 128x96 --script s.toml --generations 30 -o p.wav --format f32");
    EXPECT_EQ(told["births"], 5 + 2 * 10);
    EXPECT_EQ(told["deaths"], 2 * 10);
    EXPECT_EQ(told["player_actions"], 1);
    EXPECT_EQ(told["population"], 4 + 5);
    const Wav wav = parse_wav(read("p.wav"));
    const auto first =
        std::find_if(wav.samples.begin(), wav.samples.end(), [](float v) { return v != 0.0f; });
    EXPECT_EQ((first - wav.samples.begin()) / 2, 11 * 800); // the shot: what moved made no sound
    write("broken.toml", "[[stamp]]\ngeneration = 0\npatern = 'o!'\n");
    expect_bad_input("soup -o bad.wav --script broken.toml", "broken.toml:");
}

TEST_F(LifeVerb, HearsEveryShotOfAScript)
{
    std::string script;
    for (int generation = 1; generation <= 4; ++generation)
        for (int i = 0; i < 256; ++i)
            script += "[[fire]]\ngeneration = " + std::to_string(generation) + "\nx = 5\ny = 3\n";
    write("s.toml", script);
    const std::string run = "'b!' --size 64x64 --script s.toml --generations 5 --format f32 ";
    const json told = summary(run + "-o a.wav --block 65536");
    EXPECT_EQ(told["player_actions"], 1024);
    EXPECT_EQ(told["refused"], 0);
    EXPECT_EQ(summary(run + "-o b.wav --block 64")["player_actions"], 1024);
    EXPECT_EQ(read("a.wav"), read("b.wav"));
    write("more.toml", script + "[[fire]]\ngeneration = 2\nx = 5\ny = 3\n");
    expect_bad_input("'b!' --size 64x64 --script more.toml -o bad.wav",
                     "more.toml:4098:14: fire: found more than 256 in generation 2");
}

TEST_F(LifeVerb, PutsAPatternWhereItsFileSays)
{
    // docs/life.md: from the middle of the field, over its seams.
    const auto place = [&](const std::string& head, const std::string& options) {
        write("p.rle", head + "\nx = 3, y = 3\nbob$2bo$3o!\n");
        EXPECT_EQ(quern("life p.rle --masks p.csv --generations 1 " + options).exit, 0) << head;
        const std::string line = first_line("p.csv");
        const std::size_t at = line.find("at (");
        return line.substr(at + 3, line.find("),", at) - at - 2);
    };
    EXPECT_EQ(place("#N none", ""), "(1022,254)");
    EXPECT_EQ(place("#CXRLE Pos=-3,5", ""), "(1021,261)");
    EXPECT_EQ(place("#CXRLE Gen=5", ""), "(1022,254)");
    EXPECT_EQ(place("#P 0 -1", ""), "(1024,255)");
    EXPECT_EQ(place("#CXRLE Pos=-33,31", "--size 64x32"), "(63,15)");
    EXPECT_EQ(place("#CXRLE Pos=-2147483648,2147483647", "--size 64x32"), "(32,15)");
    EXPECT_EQ(place("#CXRLE Pos=-3,5", "--at 7,8"), "(7,8)");
    ASSERT_EQ(quern("life p.rle --masks a.csv --generations 4 --note x").exit, 0);
    ASSERT_EQ(quern("life " + kGlider + " --at 1021,261 --masks b.csv --generations 4 --note x").exit, 0);
    EXPECT_EQ(read("a.csv"), read("b.csv"));
}

TEST_F(LifeVerb, RefusesATorusThatTheFieldCannotBe)
{
    write("t.rle", "x = 1, y = 1, rule = B3/S23:T100,100\no!\n");
    expect_bad_input("t.rle -o bad.wav", "t.rle: found a torus of 100x100, expected a width of 64 to 4096");
    EXPECT_EQ(summary("t.rle --size 128x100 --seconds 0.1 -o t.wav")["width"], 128);
    write("half.rle", "x = 1, y = 1, rule = B3/S23:T64,0\no!\n");
    expect_bad_input("half.rle -o bad.wav", "half.rle: found a torus of 64x0");
    write("endless.rle", "x = 1, y = 1, rule = B3/S23:T0,0\no!\n");
    EXPECT_EQ(summary("endless.rle --seconds 0.1 -o t.wav")["width"], 2048);
}

TEST_F(LifeVerb, TakesAFileWithAMarkInItsName)
{
    write("my!gun.rle", "5o!");
    EXPECT_EQ(summary("'my!gun.rle' --size 64x64 --generations 0 --masks m.csv")["pattern"], "my!gun.rle");
    const Outcome over = quern("life 'my!gun.rle' --masks 'my!gun.rle'");
    EXPECT_EQ(over.exit, 2) << over.err;
    EXPECT_EQ(read("my!gun.rle"), "5o!");
}

TEST_F(LifeVerb, DrawsEveryGeneration)
{
    ASSERT_EQ(quern("life " + kGlider + " --size 64x64 --generations 3 --frames f --view events").exit, 0);
    for (const char* name : {"f/000000.png", "f/000003.png"})
        EXPECT_TRUE(read(name).starts_with("\x89PNG")) << name;
    EXPECT_FALSE(exists("f/000004.png"));
    EXPECT_NE(read("f/000000.png"), read("f/000001.png"));
}

TEST_F(LifeVerb, FilmsThroughFfmpeg)
{
    // One that keeps what it is given stands in for it.
    std::filesystem::create_directory(file("bin"));
    write("bin/ffmpeg",
          "#!/bin/sh\nfor last; do :; done\necho \"$@\" > asked.txt\ncat > \"${last#file:}\"\n");
    std::filesystem::permissions(file("bin/ffmpeg"), std::filesystem::perms::owner_all);
    const std::string program = "--version > /dev/null; PATH=" + file("bin") + ":$PATH '" QUERN_PROGRAM "' ";
    const Outcome run =
        quern(program + "life " + kGlider + " --size 64x33 --generations 5 -o g.wav --video g.mp4");
    ASSERT_EQ(run.exit, 0) << run.err;
    EXPECT_EQ(read("g.mp4").size(), 5u * 64u * 33u * 3u);
    EXPECT_NE(read("asked.txt").find("-video_size 64x33 -framerate 60"), std::string::npos)
        << read("asked.txt");
    EXPECT_FALSE(exists("g.mp4.part"));
    // What has the name of a film in the making stays as it is.
    write("g.part.mp4", "mine");
    ASSERT_EQ(
        quern(program + "life " + kGlider + " --size 64x33 --generations 5 -o g.wav --video g.mp4").exit, 0);
    EXPECT_EQ(read("g.part.mp4"), "mine");
    for (const char* place : {"-", "bin", "missing/g.mp4"})
        EXPECT_EQ(quern(program + "life " + kGlider + " --generations 5 -o p.wav --video " + place).exit, 2)
            << place;
    EXPECT_FALSE(exists("p.wav"));
    write("bin/ffmpeg", "#!/bin/sh\ncat > /dev/null\n");
    const Outcome nothing =
        quern(program + "life " + kGlider + " --size 64x33 --generations 5 -o n.wav --video n.mp4");
    EXPECT_EQ(nothing.exit, 1);
    EXPECT_NE(nothing.err.find("made no film"), std::string::npos) << nothing.err;
    EXPECT_FALSE(exists("n.mp4.part"));
    write("bin/ffmpeg", "#!/bin/sh\ncat > /dev/null\nexit 7\n");
    const Outcome failed =
        quern(program + "life " + kGlider + " --size 64x33 --generations 5 -o h.wav --video h.mp4");
    EXPECT_EQ(failed.exit, 1);
    EXPECT_NE(failed.err.find("ffmpeg ended with 7"), std::string::npos) << failed.err;
    EXPECT_FALSE(exists("h.mp4"));
    EXPECT_FALSE(exists("h.mp4.part"));
}

TEST_F(LifeVerb, LeavesThePatternsOfAScriptAlone)
{
    write("body.rle", "bob$2bo$3o!");
    write("player.toml", "[[stamp]]\ngeneration = 1\npattern = \"body.rle\"\nx = 0\ny = 0\n");
    const Outcome run = quern("life 'bo!' --script player.toml --masks body.rle --generations 2");
    EXPECT_EQ(run.exit, 2);
    EXPECT_NE(run.err.find("a pattern of --script"), std::string::npos) << run.err;
    EXPECT_EQ(read("body.rle"), "bob$2bo$3o!");
}

TEST_F(LifeVerb, RefusesWhatMakesNoSense)
{
    expect_usage("", "PATTERN: found nothing");
    expect_usage("soup", "-o FILE");
    expect_usage("soup -o bad.wav --size 2048", "--size: found \"2048\"");
    expect_usage("soup -o bad.wav --size 100x100", "--size");
    expect_usage("soup -o bad.wav --size 8192x8", "--size");
    expect_usage("soup -o bad.wav --rule B9/S2", "--rule");
    expect_usage("soup -o bad.wav --rule nonsense", "--rule");
    expect_usage("soup -o bad.wav --scale 0,100,100", "--scale");
    expect_usage("soup -o bad.wav --scale dorian", "major_pentatonic");
    expect_usage("soup -o bad.wav --base 5000", "--base");
    expect_usage("soup -o bad.wav --rate 0", "--rate");
    expect_usage("soup -o bad.wav --density nan", "--density");
    for (const char* seed : {"18446744073709551616", "99999999999999999999999", "-1", "1.5", "x"})
        expect_usage(std::string("soup -o bad.wav --seed ") + seed,
                     std::string("--seed: found ") + seed + ", expected 0 to 18446744073709551615");
    expect_usage("soup -o bad.wav --roi 5", "--roi");
    expect_usage("soup -o bad.wav --at 5,5", "--at");
    expect_usage("soup -o bad.wav --seconds 1 --generations 5", "--seconds");
    expect_usage("soup -o bad.mp3", "WAV");
    expect_usage("soup -o bad.wav --seconds 1e9", "--seconds: found 1e9, expected 0.01 to 86400");
    expect_usage("soup -o bad.wav --masks bad.wav", "another place");
    expect_usage("soup -o bad.wav --backend tpu", "oracle, cpu, gpu");
    expect_usage("soup -o - --video bad.mp4 > /dev/null", "--video");
    expect_usage("- --script - -o bad.wav < /dev/null", "--script");
}

TEST_F(LifeVerb, PrintsNothingThatATerminalObeys)
{
    write("n.rle", "#N \033[31mred\xC2\x9B"
                   "32m\u00E9\no!\n");
    const Outcome run = quern("life n.rle --size 64x8 --seconds 0.1 -o 'a\033[1m.wav'");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("?[31mred?32m\u00E9: ")) << run.out;
    EXPECT_EQ((run.out + run.err).find('\033'), std::string::npos) << run.out;
}

TEST_F(LifeVerb, ClipsWhatIsLong)
{
    write("n.rle", "#N " + std::string(79, 'n') + std::string(100'000, '\xC3') + "\no!\n");
    const Outcome run = quern("life n.rle --size 64x8 --seconds 0.1 -o a.wav --masks m.csv");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_LT(run.out.size(), 1000u);
    EXPECT_LT(first_line("m.csv").size(), 300u);
    const std::string longer(100'000, 'x');
    for (const std::string& arguments :
         {"--scale " + longer, "--law " + longer, "--size " + longer, "--script " + longer}) {
        const Outcome refused = quern("life soup -o bad.wav " + arguments);
        EXPECT_NE(refused.exit, 0);
        EXPECT_LT(refused.err.size(), 3000u) << arguments.substr(0, 20);
    }
    EXPECT_NE(quern("life soup -o bad.wav --law " + longer).err.find("natural, strict"), std::string::npos);
}

TEST_F(LifeVerb, RefusesBrokenPatterns)
{
    write("broken.rle", "x = 3, y = 3\nbob$2bx$3o!\n");
    expect_bad_input("broken.rle -o bad.wav", "broken.rle:2:7");
    expect_bad_input("missing.rle -o bad.wav", "missing.rle");
    expect_bad_input("'100o!' --size 64x64 -o bad.wav", "100x1");
    const Outcome run = quern("life " + kGlider + " -o nowhere/bad.wav");
    EXPECT_EQ(run.exit, 1) << run.err;
}

TEST_F(LifeVerb, LeavesAFolderOfPicturesThatHasFilesAsItIs)
{
    std::filesystem::create_directory(file("f"));
    write("f/000000.png", "precious");
    write("f.part", "mine");
    expect_usage(kGlider + " --size 64x64 --generations 3 --frames f", "--frames: found \"f\"");
    EXPECT_EQ(read("f/000000.png"), "precious");
    EXPECT_EQ(read("f.part"), "mine");
    std::filesystem::create_directory(file("empty"));
    EXPECT_EQ(quern("life " + kGlider + " --size 64x64 --generations 3 --frames empty/ -q").exit, 0);
    EXPECT_TRUE(exists("empty/000003.png"));
    EXPECT_FALSE(exists("empty.part"));
}

TEST_F(LifeVerb, TakesPicturesBackAtASignal)
{
    const Outcome run =
        quern("--version > /dev/null; (while [ ! -e new/f.part/000009.png ]; do :; done; "
              "kill -TERM $(cat pid)) & sh -c 'echo $$ > pid; exec \"" QUERN_PROGRAM
              "\" life soup -q --frames new/f --generations 100000'; code=$?; wait; exit $code");
    EXPECT_EQ(run.exit, 128 + 15) << run.err;
    EXPECT_EQ(listing(), std::vector<std::string>{"pid"});
}

TEST_F(LifeVerb, RefusesFilesInsideTheFolderOfPictures)
{
    expect_usage("soup --seconds 1 --frames bad -o bad/x.wav", "another place");
    expect_usage("soup --seconds 1 --frames bad/ --masks ./bad/x.csv", "another place");
    expect_usage("soup --seconds 1 --frames -", "--frames");
}

TEST_F(LifeVerb, KeepsATableOnStandardOutputPure)
{
    for (const char* also : {"", " --json"}) {
        const Outcome run = quern("life " + kGlider + " --generations 2 --masks -" + also);
        EXPECT_EQ(run.exit, 0) << run.err;
        EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 5) << run.out;
        EXPECT_FALSE(run.err.empty());
    }
    expect_usage(kGlider + " --generations 2 --masks - --events -", "another place");
}

TEST_F(LifeVerb, GateTakesNothingOfALife)
{
    expect_usage("'bo!' -o bad.wav gate", "expected gate without it");
    expect_usage("gate x", "expected gate without it");
}
