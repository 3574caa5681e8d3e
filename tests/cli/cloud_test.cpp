// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "quern/dsp/simd_target.hpp"
#include "tests/support/audio_scan.hpp"

using namespace quern::test;
using nlohmann::json;

namespace {

class CloudVerb : public ProgramTest {
protected:
    void expect_usage(const std::string& arguments, const std::string& says) const
    {
        const Outcome run = quern("cloud " + arguments);
        EXPECT_EQ(run.exit, 2) << arguments << "\n" << run.err;
        EXPECT_NE(run.err.find(says), std::string::npos) << arguments << "\n" << run.err;
        EXPECT_FALSE(exists("bad.wav")) << arguments;
    }
    json summary(const std::string& arguments) const
    {
        const Outcome run = quern("cloud " + arguments + " --json");
        EXPECT_EQ(run.exit, 0) << run.err;
        return run.exit == 0 ? json::parse(run.out) : json();
    }
};

void expect_no_click(const Wav& wav)
{
    EXPECT_FALSE(first_non_finite(wav.samples));
    for (std::size_t channel = 0; channel < 2; ++channel)
        EXPECT_TRUE(find_clicks(wav.samples, 2, channel).empty()) << "channel " << channel;
}

} // namespace

TEST_F(CloudVerb, MakesSoundOfNothingButTheProgram)
{
    const json told = summary("demo -o c.wav --seconds 3 --format f32");
    const Wav wav = parse_wav(read("c.wav"));
    EXPECT_EQ(wav.frames(), 144000u);
    EXPECT_EQ(wav.channels, 2);
    EXPECT_GT(peak(wav.samples), 0.05f);
    EXPECT_GT(told["grains_started"], 60);
    EXPECT_EQ(told["grains_stolen"], 0);
    EXPECT_EQ(told["grains_refused"], 0);
    EXPECT_EQ(told["events_refused"], 0);
    EXPECT_EQ(told["notes_started"], 1);
    EXPECT_GT(told["grains_peak"], 2);
    expect_no_click(wav);
    // The end is the note's own, not a cut.
    EXPECT_LT(peak(std::span(wav.samples).last(20)), 0.001f);
}

TEST_F(CloudVerb, WritesTheSameBytesForEveryBlockAndTarget)
{
    const std::string what = "cloud demo --preset swarm --seconds 2 --grains 64 --set density=3000 -q ";
    ASSERT_EQ(quern(what + "-o a.wav").exit, 0);
    const std::string expected = read("a.wav");
    for (const char* block : {"1", "100", "128", "4096"}) {
        ASSERT_EQ(quern(what + "-o b.wav --block " + block).exit, 0);
        EXPECT_TRUE(read("b.wav") == expected) << block;
    }
    using quern::dsp::SimdTarget;
    for (const SimdTarget target :
         {SimdTarget::scalar, SimdTarget::sse4, SimdTarget::avx2, SimdTarget::avx512}) {
        if (!quern::dsp::is_available(target))
            continue;
        const std::string name(quern::dsp::name_of(target));
        ASSERT_EQ(quern("--simd " + name + " " + what + "-o b.wav").exit, 0);
        EXPECT_TRUE(read("b.wav") == expected) << name;
    }
}

TEST_F(CloudVerb, NoCrowdOfNotesIsTooLargeForAnyBlock)
{
    // More events on one frame than the instrument's queue can have, and one long note behind them.
    constexpr int kCrowd = 550'000;
    std::string events("\x00\x90\x30\x40", 4);
    for (int i = 1; i < kCrowd; ++i)
        events += std::string("\x00\x30\x40", 3);
    events += std::string("\x60\x30\x00\x00\x3C\x7F\x60\x3C\x00\x00\xFF\x2F\x00", 13);
    std::string song("MThd\0\0\0\6\0\0\0\1\0\x60MTrk", 18);
    for (int shift = 24; shift >= 0; shift -= 8)
        song += static_cast<char>(events.size() >> shift & 0xFF);
    write("crowd.mid", song + events);
    const std::string common = "demo --midi crowd.mid --polyphony 1 --format f32 -o ";
    const json told = summary(common + "a.wav --block 1024");
    EXPECT_EQ(told["events_refused"], 0);
    const Wav wav = parse_wav(read("a.wav"));
    EXPECT_GT(peak(std::span(wav.samples).subspan(2 * 36000, 2 * 4800)), 0.01f) << "the long note";
    EXPECT_EQ(summary(common + "b.wav --block 65536")["events_refused"], 0);
    EXPECT_TRUE(read("a.wav") == read("b.wav"));
}

TEST_F(CloudVerb, ANoteThatTheEndCutsIsFadedOut)
{
    for (const std::string what : {"--set release=20", "--notes C4:0-4", "--notes C4:0-0.9 --rate 44100"}) {
        const std::string line = "demo -o f.wav --format f32 --seconds 1 --set density=400 " + what;
        const json told = summary(line);
        ASSERT_EQ(told["notes"].size(), 1u) << told.dump();
        const Wav wav = parse_wav(read("f.wav"));
        EXPECT_LT(peak(std::span(wav.samples).last(2)), 1e-4f) << what;
        EXPECT_GT(peak(std::span(wav.samples).last(2 * 700).first(400)), 0.005f) << what;
        expect_no_click(wav);
        const std::string expected = read("f.wav");
        summary(line + " --block 7");
        EXPECT_TRUE(read("f.wav") == expected) << what;
    }
    // What falls silent in time is left as it is.
    EXPECT_TRUE(summary("demo -o f.wav --seconds 1")["notes"].empty());
    EXPECT_TRUE(summary("demo -o f.wav --seconds 1 --notes C4:0-0.7")["notes"].empty());
}

TEST_F(CloudVerb, EveryPresetPlaysAndNoneClicksWhoseGrainsOverlap)
{
    const json lists = summary("--list-presets");
    ASSERT_GE(lists["presets"].size(), 5u);
    int scanned = 0;
    for (const json& preset : lists["presets"]) {
        const std::string name = preset["name"];
        const json told = summary("demo -o c.wav --format f32 --seconds 4 --preset " + name);
        EXPECT_GT(told["grains_started"], 10) << name;
        const Wav wav = parse_wav(read("c.wav"));
        EXPECT_FALSE(first_non_finite(wav.samples)) << name;
        EXPECT_GT(peak(wav.samples), 0.02f) << name;
        // The grains of these two stand alone in silence, struck, and are meant to tick.
        if (name == "rain" || name == "pulse")
            continue;
        SCOPED_TRACE(name);
        expect_no_click(wav);
        ++scanned;
    }
    EXPECT_GE(scanned, 4);
}

TEST_F(CloudVerb, PlaysNotesOfTheLineAndOfAMidiFile)
{
    const json line = summary("demo -o n.wav --notes 'C4:0-0.5 E4:0.25-1@0.5 67:0.5-1.5'");
    EXPECT_EQ(line["notes_started"], 3);
    EXPECT_NEAR(line["seconds"].get<double>(), 1.5 + 0.3 + 0.1, 1e-6)
        << "the last note, its release, a little";
    // Two notes at once for a beat, half a second.
    std::string song("MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0", 21);
    const std::string events("\x00\x90\x3C\x40\x00\x40\x7F\x60\x3C\x00\x00\x40\x00\x00\xFF\x2F\x00", 17);
    song += static_cast<char>(events.size());
    write("song.mid", song + events);
    const json midi = summary("demo -o m.wav --midi song.mid --set release=0.1");
    EXPECT_EQ(midi["notes_started"], 2);
    EXPECT_NEAR(midi["seconds"].get<double>(), 0.7, 1e-6);
    const json few = summary("demo -o m.wav --midi song.mid --polyphony 1");
    EXPECT_EQ(few["notes_given_way"], 1);
    expect_no_click(parse_wav(read("n.wav")));
}

TEST_F(CloudVerb, OverloadIsCountedAndDoesNotClick)
{
    const json told =
        summary("demo -o o.wav --format f32 --seconds 2 --grains 32 --set density=3200 --set duration=0.1");
    EXPECT_EQ(told["grains_peak"], 32);
    EXPECT_GT(told["grains_stolen"], 4000);
    EXPECT_EQ(told["steals_unbridged"], 0);
    expect_no_click(parse_wav(read("o.wav")));
}

TEST_F(CloudVerb, EveryStealIsBridgedAtTheLargestDensity)
{
    const std::string common = "demo -o o.wav --set density=100000 ";
    const json one = summary(common + "--seconds 0.5 --grains 256 --set duration=0.0256");
    EXPECT_GT(one["grains_stolen"], 40000);
    EXPECT_EQ(one["steals_unbridged"], 0);
    const json four = summary(common + "--set duration=0.1 --notes 'C4:0-0.3 E4:0-0.3 G4:0-0.3 C5:0-0.3'");
    EXPECT_GT(four["grains_stolen"], 100000);
    EXPECT_EQ(four["steals_unbridged"], 0);
}

TEST_F(CloudVerb, LoudnessAndRateAreThoseAskedFor)
{
    const json told = summary("demo -o l.wav --seconds 4 --loudness -23 --rate 44100");
    EXPECT_NEAR(told["loudness_lufs"].get<double>(), -23.0, 0.1);
    EXPECT_EQ(parse_wav(read("l.wav")).rate, 44100u);
    EXPECT_EQ(parse_wav(read("l.wav")).frames(), 4u * 44100u);
}

TEST_F(CloudVerb, DropOutsOfTheSoundAreSoftenedAndTold)
{
    // A tone that is lost for a hundredth of a second, as 16-bit WAV.
    std::string samples;
    for (int i = 0; i < 24000; ++i) {
        const bool lost = i >= 12005 && i < 12500;
        const int value = lost ? 0 : static_cast<int>(20000.0 * std::sin(0.01 * i));
        samples += static_cast<char>(value & 0xFF);
        samples += static_cast<char>(value >> 8 & 0xFF);
    }
    std::string wav(
        "RIFF\xA4\xBB\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xBB\0\0\0\x77\1\0\2\0\x10\0data\x80\xBB\0\0", 44);
    write("lost.wav", wav + samples);
    const json told = summary("lost.wav -o d.wav --format f32 --seconds 3 --set density=20");
    ASSERT_EQ(told["notes"].size(), 1u) << told.dump();
    EXPECT_NE(told["notes"][0].get<std::string>().find("0.250"), std::string::npos) << told["notes"][0];
    expect_no_click(parse_wav(read("d.wav")));
}

TEST_F(CloudVerb, WhatIsTooShortOnceSilenceIsDroppedSaysSo)
{
    std::string samples(2 * 2000, '\0');
    for (std::size_t i = 2000; i < 2300; ++i)
        samples[i] = '\x20';
    std::string wav(
        "RIFF\xC4\x0F\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xBB\0\0\0\x77\1\0\2\0\x10\0data\xA0\x0F\0\0", 44);
    write("short.wav", wav + samples);
    expect_refused(quern("cloud short.wav -o bad.wav"), "of silence at its ends were dropped");
}

TEST_F(CloudVerb, DrawsASmallSpectrogram)
{
    ASSERT_EQ(quern("cloud demo -q -o /dev/null --seconds 2 --spectrogram s.svg").exit, 0);
    const std::string svg = read("s.svg");
    EXPECT_TRUE(svg.starts_with("<svg") || svg.starts_with("<?xml")) << svg.substr(0, 40);
    EXPECT_NE(svg.find("10 kHz"), std::string::npos);
    EXPECT_LT(svg.size(), 150000u);
}

TEST_F(CloudVerb, WhatTheLineGetsWrongIsExitTwo)
{
    expect_usage("", "FILE");
    expect_usage("demo", "--output");
    expect_usage("demo -o bad.wav --set density", "PARAMETER=VALUE");
    expect_usage("demo -o bad.wav --set loud=1", "density, irregularity");
    expect_usage("demo -o bad.wav --set density=0", "density from 0.1 to 100000");
    expect_usage("demo -o bad.wav --set density=nan", "density from 0.1 to 100000");
    expect_usage("demo -o bad.wav --set gain=3x", "gain from -60 to 24");
    expect_usage("demo -o bad.wav --preset nope", "expected one of freeze");
    expect_usage("demo -o bad.wav --notes 'H3:0-1'", "H3:0-1");
    expect_usage("demo -o bad.wav --notes 'C3:2-1'", "C3:2-1");
    expect_usage("demo -o bad.wav --notes ' '", "found none");
    expect_usage("demo -o bad.wav --notes C3:0-1 --midi x.mid", "--midi");
    expect_usage("demo -o bad.wav --block 0", "--block");
    expect_usage("demo -o bad.wav --grains 65537", "--grains");
    expect_usage("demo -o bad.wav --seconds 700 --spectrogram s.svg", "--spectrogram");
    expect_usage("demo -o bad.wav --spectrogram bad.wav", "expected another place");
}

TEST_F(CloudVerb, WrongFilesAreExitThreeAndNamed)
{
    write("p.toml", "[parameters]\ndensity = -1\n");
    expect_refused(quern("cloud demo -o bad.wav --patch p.toml"), "p.toml:2:11");
    write("m.mid", "no MIDI");
    expect_refused(quern("cloud demo -o bad.wav --midi m.mid"), "m.mid:0x0");
    write("s.wav", "no sound");
    expect_refused(quern("cloud s.wav -o bad.wav"), "s.wav:0x0");
    expect_refused(quern("cloud nowhere.wav -o bad.wav"), "nowhere.wav");
    EXPECT_EQ(quern("cloud demo -o nowhere/at/all.wav").exit, 1);
    EXPECT_FALSE(exists("bad.wav"));
}

TEST_F(CloudVerb, TheDocumentHasTheTableThatTheProgramPrints)
{
    std::ifstream file(QUERN_SOURCE_DIR "/docs/cloud.md");
    std::ostringstream text;
    text << file.rdbuf();
    const json lists = summary("--list-parameters");
    ASSERT_GE(lists["parameters"].size(), 20u);
    EXPECT_TRUE(
        std::regex_search(quern("cloud --list-parameters").out,
                          std::regex(R"(\ndensity +0\.1 +100000 +40 +grains/s +exponential +Grains)")));
    for (const json& p : lists["parameters"]) {
        std::ostringstream line;
        line << "| `" << p["id"].get<std::string>() << "` | " << p["low"].get<double>() << " to "
             << p["high"].get<double>() << " | " << p["default"].get<double>() << " | "
             << p["unit"].get<std::string>() << " | " << p["curve"].get<std::string>() << " | "
             << p["meaning"].get<std::string>() << " |";
        const std::string row = line.str();
        EXPECT_NE(text.str().find(row), std::string::npos) << "docs/cloud.md has no line\n" << row;
    }
}
