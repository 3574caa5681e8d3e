// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace quern::test;

namespace {

class UsageTest : public ProgramTest {
protected:
    void expect_usage(const std::string& arguments, const std::string& says) const
    {
        const Outcome run = quern(arguments);
        EXPECT_EQ(run.exit, 2) << arguments << "\n" << run.err;
        EXPECT_NE(run.err.find(says), std::string::npos) << arguments << "\n" << run.err;
        EXPECT_TRUE(run.out.empty()) << run.out;
        EXPECT_TRUE(listing().empty()) << arguments << " left " << listing().front();
    }
};

} // namespace

TEST_F(UsageTest, EveryVerbExplainsItself)
{
    for (const char* verb : {"", "render", "bank", "vectors", "vectors check", "vectors make", "vectors list",
                             "trace", "trace stats", "cloud"}) {
        const Outcome run = quern(std::string(verb) + " --help");
        EXPECT_EQ(run.exit, 0) << verb;
        EXPECT_NE(run.out.find("Usage:"), std::string::npos) << verb;
    }
    const std::string help = quern("render --help").out;
    for (const char* option : {"--surface",
                               "--bank",
                               "--recording",
                               "--tuning",
                               "--seed",
                               "--fidelity",
                               "--channels",
                               "--format",
                               "--rate",
                               "--from",
                               "--to",
                               "--gain",
                               "--loudness",
                               "--speed-scale",
                               "--max-kmh",
                               "--stems",
                               "--silent-surfaces",
                               "--trace",
                               "--block",
                               "--control-rate",
                               "--save-ride",
                               "--soft",
                               "--json"})
        EXPECT_NE(help.find(option), std::string::npos) << option;
}

TEST_F(UsageTest, VersionGoesToStandardOutput)
{
    const Outcome run = quern("--version");
    EXPECT_EQ(run.exit, 0);
    EXPECT_TRUE(run.out.starts_with("quern ")) << run.out;
}

TEST_F(UsageTest, NonsenseIsExitTwo)
{
    expect_usage("", "expected a verb");
    expect_usage("frobnicate", "frobnicate");
    expect_usage("render", "RIDE");
    expect_usage("render demo", "--output");
    expect_usage("render demo -o bad.wav --channels 3", "--channels");
    expect_usage("render demo -o bad.wav --rate 96000", "--rate");
    expect_usage("render demo -o bad.wav --format mp3", "--format");
    expect_usage("render demo -o bad.wav --gain nan", "--gain");
    expect_usage("render demo -o bad.wav --gain 3 --loudness -18", "--loudness");
    expect_usage("render demo -o bad.wav --block 0", "--block");
    expect_usage("render demo -o bad.wav --control-rate 50", "--control-rate");
    expect_usage("render demo -o bad.wav --speed-scale 0", "--speed-scale");
    expect_usage("render demo -o bad.wav --max-kmh inf", "--max-kmh");
    expect_usage("render demo -o bad.wav --bank a --recording b.wav", "--recording");
    expect_usage("render demo -o bad.wav --silent-surfaces loud", "--silent-surfaces");
    expect_usage("render demo -o bad.wav --nonsense", "--nonsense");
}

TEST_F(UsageTest, NamesThatPromiseAnotherKindOfFileAreRefused)
{
    expect_usage("render demo -o ride.mp3", "found ride.mp3, expected a name for a WAV file");
    expect_usage("cloud demo -o cloud.FLAC", "expected a name for a WAV file");
    expect_usage("pool -o pool.ogg", "expected a name for a WAV file");
    expect_usage("plot demo -o demo.jpg", "found demo.jpg, expected a name that ends in .svg or .png");
    expect_usage("survey bank --svg bank.pdf", "ends in .svg or .png");
    expect_usage("cloud demo -o cloud.wav --spectrogram cloud.webp", "ends in .svg or .png");
}

TEST_F(UsageTest, WhatIsMissingIsSaidWithAnExample)
{
    expect_usage("render demo", "-o FILE");
    expect_usage("plot demo", "-o FILE");
    expect_usage("explain", "expected one of tags, surface, picks, fidelity or tuning");
    expect_usage("explain tags", "Run quern explain --help");
    expect_usage("render demo -o x.wav --surface custard",
                 "wood_ramp, concrete_aggregate, metal_smooth, surface:N");
    const Outcome ride = quern("render demoo -o x.wav");
    EXPECT_EQ(ride.exit, 3);
    EXPECT_NE(ride.err.find("built-in rides are demo"), std::string::npos) << ride.err;
    EXPECT_TRUE(
        quern("explain surface custard").err.find("wood_ramp, concrete_aggregate, metal_smooth, surface:N") !=
        std::string::npos)
        << "each once";
}

TEST_F(UsageTest, ValuesAreRefusedWithWhatWasExpected)
{
    expect_usage("pool --seconds nan -o bad.wav", "found nan, expected 0.001 to 3600");
    expect_usage("plot demo --from nan", "found nan, expected 0 to 1000000");
    expect_usage("pack x.wav --channel 65 -o bad.grain", "found 65, expected 1 to 64");
    expect_usage("cloud demo -o bad.wav --rate nan", "found nan, expected one of 48000, 44100");
    expect_usage("cloud demo -o bad.wav --seed 4294967296", "found 4294967296, expected 0 to 4294967295");
    expect_usage("cloud demo -o bad.wav --seed 1e3", "found 1e3, expected a whole number");
}

/// As a script passes a variable that was never set: the default in its place would be another sound.
TEST_F(UsageTest, AnEmptyValueIsNoWishForTheDefault)
{
    for (const char* rest :
         {"cloud demo -o bad.wav --patch ''", "cloud demo -o bad.wav --midi ''",
          "cloud demo -o bad.wav --notes ''", "render demo -o bad.wav --bank ''",
          "render demo -o bad.wav --recording ''", "bank --bank ''", "inspect ''", "survey ''", "extract ''"})
        expect_usage(rest, "found \"\", expected a value");
}

TEST_F(UsageTest, FidelityNamesTheSwitchesThereAre)
{
    expect_usage("render demo -o bad.wav --fidelity nope=1", "fade_origin, voice_latency");
    expect_usage("render demo -o bad.wav --fidelity fade_origin", "fade_origin=0 or fade_origin=1");
    expect_usage("render demo -o bad.wav --fidelity fade_origin=2", "fade_origin=0 or fade_origin=1");
}

TEST_F(UsageTest, ValuesThatTheRideContradictsAreExitTwo)
{
    expect_usage("render demo -o bad.wav --surface custard", "custard");
    expect_usage("render demo -o bad.wav --from 10 --to 5", "--from");
    expect_usage("render demo -o bad.wav --from 99999", "--from");
    expect_usage("render demo -o bad.wav --member metal_smooth_hard", "--member");
    expect_usage("vectors make nonsense", "expected one of");
}
