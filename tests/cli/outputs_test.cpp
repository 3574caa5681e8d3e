// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <csignal>

#include <algorithm>
#include <filesystem>
#include <string>

/// Files that a run makes: each in a place of its own, all of them or none.
using namespace quern::test;

namespace {

class OutputsTest : public ProgramTest {};

} // namespace

TEST_F(OutputsTest, TwoOutputsOfOnePlaceAreRefusedBeforeAnythingIsDone)
{
    write("old.wav", "precious");
    std::filesystem::create_symlink("old.wav", file("link.wav"));
    const std::vector<std::string> before = listing();
    for (const char* options :
         {"-o old.wav --trace old.wav", "-o st/a.wav --stems st", "-o old.wav --save-ride ./sub/../old.wav",
          "-o old.wav --trace link.wav", "-o - --trace -", "-o x.wav --trace t --save-ride t",
          "-o new.wav.part --trace new.wav"}) {
        const Outcome run = quern(std::string("render demo --to 1 ") + options);
        EXPECT_EQ(run.exit, 2) << options << "\n" << run.err;
        EXPECT_NE(run.err.find("expected another place"), std::string::npos) << run.err;
        EXPECT_EQ(listing(), before) << options;
    }
    EXPECT_EQ(read("old.wav"), "precious");
    EXPECT_EQ(quern("render demo --to 1 -q -o /dev/null --trace /dev/null").exit, 0);
}

TEST_F(OutputsTest, AnInputIsNeverReplaced)
{
    write("ride.csv", "time_s,speed_mps\n0,5\n1,5\n");
    write("tuning.toml", "");
    std::filesystem::create_directory(file("bank"));
    write("bank/wood_ramp_hard.wav", "precious");
    for (const char* options :
         {"ride.csv -o ride.csv", "ride.csv -o x.wav --save-ride ./ride.csv",
          "demo --tuning tuning.toml -o tuning.toml", "demo --bank bank -o bank/wood_ramp_hard.wav"}) {
        const Outcome run = quern(std::string("render ") + options);
        EXPECT_EQ(run.exit, 2) << options << "\n" << run.err;
        EXPECT_NE(run.err.find("expected another place"), std::string::npos) << run.err;
    }
    EXPECT_EQ(read("bank/wood_ramp_hard.wav"), "precious");
    EXPECT_EQ(read("tuning.toml"), "");
}

TEST_F(OutputsTest, ALostStandardOutputIsAFailure)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    for (const char* arguments : {"bank", "bank --json", "bank --measure", "cloud demo --seconds 1 -qo -",
                                  "vectors list", "--help", "--version"}) {
        const Outcome run = quern(std::string(arguments) + " > /dev/full");
        EXPECT_EQ(run.exit, 1) << arguments;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << arguments << run.err;
        EXPECT_NE(run.err.find("standard output: cannot write"), std::string::npos) << run.err;
    }
}

TEST_F(OutputsTest, AStandardErrorThatCannotBeWrittenChangesNothing)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(quern("render nosuch.csv -o x.wav 2> /dev/full").exit, 3);
    EXPECT_EQ(quern("render nosuch.csv -o x.wav 2>&-").exit, 3);
    EXPECT_EQ(quern("nonsense 2> /dev/full").exit, 2);
}

TEST_F(OutputsTest, JsonSurvivesAFileNameThatIsNoText)
{
    const Outcome run = quern("render demo --to 0.1 -o \"$(printf 'x\\377.wav')\" --json");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_NE(run.out.find("\"seconds\""), std::string::npos);
}

TEST_F(OutputsTest, NoneAppearsWhenOneCannotBeWritten)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    // So short that the full disk shows only when the trace is closed.
    const Outcome late = quern("render demo --to 0.02 -o x.wav --stems new/parts --trace /dev/full");
    EXPECT_EQ(late.exit, 1) << late.err;
    EXPECT_TRUE(listing().empty()) << listing().front();
    const Outcome early = quern("render demo --to 1 -o x.wav --stems new/parts --trace no/such/folder/t");
    EXPECT_EQ(early.exit, 1);
    EXPECT_TRUE(listing().empty()) << listing().front();
}

TEST_F(OutputsTest, AFolderThatWasThereStays)
{
    std::filesystem::create_directory(file("parts"));
    EXPECT_EQ(quern("render demo --to 1 -o x.wav --stems parts --trace no/such/folder/t").exit, 1);
    EXPECT_EQ(listing(), std::vector<std::string>{"parts"});
}

TEST_F(OutputsTest, ASignalTakesBackWhatIsHalfWritten)
{
    const std::string kill_when_open =
        "--version > /dev/null; (while [ ! -e t.tsv.part ]; do :; done; kill -";
    for (const auto& [name, number] : {std::pair{"INT", SIGINT},
                                       {"TERM", SIGTERM},
                                       {"HUP", SIGHUP},
                                       {"QUIT", SIGQUIT},
                                       {"ALRM", SIGALRM},
                                       {"VTALRM", SIGVTALRM},
                                       {"PROF", SIGPROF},
                                       {"USR1", SIGUSR1},
                                       {"USR2", SIGUSR2},
                                       {"XCPU", SIGXCPU}}) {
        // The program takes the place of a shell that has written its own number down. Some of these would
        // leave an image of its memory.
        const Outcome run = quern(kill_when_open + name +
                                  " $(cat pid)) & sh -c 'ulimit -c 0; echo $$ > pid; exec \"" QUERN_PROGRAM
                                  "\" render demo -q -o x.wav --stems st --trace t.tsv'; "
                                  "code=$?; wait; exit $code");
        EXPECT_EQ(run.exit, 128 + number) << name << run.err;
        EXPECT_EQ(listing(), std::vector<std::string>{"pid"}) << name;
    }
}

TEST_F(OutputsTest, ASoundTooLongForItsFileIsAWrongCommandLine)
{
    write("long.csv", "time_s,speed_mps\n0,5\n14000,5\n");
    for (const char* arguments :
         {"life soup --size 64x64 -o x.wav --seconds 86400 --masks m.csv --frames new/f",
          "life soup --size 64x64 -o x.wav --generations 10000000 --rate 1",
          "cloud demo -o x.wav --seconds 86400",
          "render long.csv -o x.wav --format f32 --channels 6 --stems new/parts"}) {
        const Outcome run = quern(arguments);
        EXPECT_EQ(run.exit, 2) << run.err;
        EXPECT_NE(run.err.find("make it shorter"), std::string::npos) << run.err;
        EXPECT_EQ(listing(), std::vector<std::string>{"long.csv"}) << arguments;
    }
}

TEST_F(OutputsTest, ALongRideIsCutAtTo)
{
    write("long.csv", "time_s,speed_mps\n0,5\n18000,5\n");
    const Outcome whole = quern("render long.csv -o x.wav");
    expect_refused(whole, "long.csv");
    EXPECT_NE(whole.err.find("5 h"), std::string::npos) << whole.err;
    EXPECT_NE(whole.err.find("--to"), std::string::npos) << whole.err;
    const Outcome part = quern("render long.csv -o x.wav --from 1 --to 3 --save-ride r.csv");
    EXPECT_EQ(part.exit, 0) << part.err;
    EXPECT_EQ(parse_wav(read("x.wav")).frames(), 2u * 48000u);
    const std::string rows = read("r.csv");
    EXPECT_NE(rows.find("\n2.98333"), std::string::npos);
    EXPECT_EQ(rows.find("\n3,"), std::string::npos) << "up to --to, and no further";
}

TEST_F(OutputsTest, ACutAtAnotherRateHasTheSamplesOfTheWhole)
{
    write("ride.csv", ride_csv(6.0, 8.0));
    ASSERT_EQ(quern("render ride.csv -q --rate 44100 --format f32 -o whole.wav").exit, 0);
    ASSERT_EQ(quern("render ride.csv -q --rate 44100 --format f32 --to 4 -o part.wav").exit, 0);
    const Wav whole = parse_wav(read("whole.wav"));
    const Wav part = parse_wav(read("part.wav"));
    ASSERT_EQ(part.frames(), 4u * 44100u);
    EXPECT_TRUE(std::equal(part.samples.begin(), part.samples.end(), whole.samples.begin()));
}
