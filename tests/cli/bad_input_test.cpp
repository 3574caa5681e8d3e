// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <limits>
#include <string>

using namespace quern::test;

namespace {

class BadInputTest : public ProgramTest {
protected:
    /// Renders into bad.wav, which must not come to be.
    void expect_no_render(const std::string& arguments, const std::string& place) const
    {
        const std::vector<std::string> before = listing();
        const Outcome run = quern("render " + arguments + " -o bad.wav");
        quern::test::expect_refused(run, place);
        EXPECT_EQ(listing(), before) << "nothing is left behind by " << arguments;
        EXPECT_TRUE(run.out.empty()) << run.out;
    }
};

} // namespace

TEST_F(BadInputTest, RidesAreRefusedWithTheirPlace)
{
    expect_no_render("missing.csv", "missing.csv");
    write("empty.csv", "");
    expect_no_render("empty.csv", "empty.csv");
    write("words.csv", "time_s,speed_mps\n0,fast\n");
    expect_no_render("words.csv", "words.csv:2");
    write("nan.csv", "time_s,speed_mps\n0,1\n1,nan\n");
    expect_no_render("nan.csv", "nan.csv:3");
    write("columns.csv", "time_s,altitude\n0,1\n");
    expect_no_render("columns.csv", "columns.csv:1");
    write("broken.gpx", "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg><trkpt lat=");
    expect_no_render("broken.gpx", "broken.gpx");
    write("empty.gpx", "<?xml version=\"1.0\"?><gpx version=\"1.1\"></gpx>");
    expect_no_render("empty.gpx", "empty.gpx");
    write("script.toml", "name = \"x\"\n[[step]\n");
    expect_no_render("script.toml", "script.toml:2");
}

TEST_F(BadInputTest, RecordingsAreRefusedWithTheirPlace)
{
    expect_no_render("demo --recording missing.wav", "missing.wav");
    write("text.wav", "this is not sound");
    expect_no_render("demo --recording text.wav", "text.wav:0x0");
    write("empty.wav", "");
    expect_no_render("demo --recording empty.wav", "empty.wav:0x0");
}

TEST_F(BadInputTest, ACutOffRecordingIsRefused)
{
    ASSERT_EQ(quern("render demo --to 2 --format f32 -o whole.wav").exit, 0);
    write("cut.wav", read("whole.wav").substr(0, 10000));
    std::filesystem::remove(file("whole.wav"));
    expect_no_render("demo --recording cut.wav", "cut.wav:0x2710");
}

TEST_F(BadInputTest, BanksAreRefusedWithTheirPlace)
{
    expect_no_render("demo --bank nowhere", "nowhere");
    std::filesystem::create_directory(file("bank"));
    expect_no_render("demo --bank bank", "bank: ");
    write("bank/wood_ramp_hard.wav", "noise");
    expect_no_render("demo --bank bank", "wood_ramp_hard.wav:0x0");
}

TEST_F(BadInputTest, TuningsAreRefusedWithFileFieldAndRange)
{
    expect_no_render("demo --tuning missing.toml", "missing.toml");
    write("typo.toml", "[owner]\nsend_maximum = 3.0\n");
    expect_no_render("demo --tuning typo.toml", "typo.toml:2");
    write("range.toml", "[owner]\nsend_max = -1e9\n");
    expect_no_render("demo --tuning range.toml", "send_max");
    write("syntax.toml", "[owner\n");
    expect_no_render("demo --tuning syntax.toml", "syntax.toml:1");
}

TEST_F(BadInputTest, RideConstantsAreRefusedWithTheirPlace)
{
    expect_no_render("demo --ride-constants missing.toml", "missing.toml");
    write("far.toml", "[script]\npush_gain_kmh = 900\n");
    expect_no_render("demo --ride-constants far.toml", "far.toml:2");
}

TEST_F(BadInputTest, AnOldOutputSurvivesAFailedRender)
{
    write("keep.wav", "precious");
    EXPECT_EQ(quern("render missing.csv -o keep.wav").exit, 3);
    EXPECT_EQ(read("keep.wav"), "precious");
}

TEST_F(BadInputTest, VectorFilesThatCannotBeReadAreExitThree)
{
    const Outcome missing = quern("vectors check missing.tsv");
    expect_refused(missing, "missing.tsv");
    write("strange.tsv", "# nothing\na\tb\n1\t2\n");
    const Outcome strange = quern("vectors check strange.tsv");
    expect_refused(strange, "strange");
    write("rng.tsv", "# rng\nseed\tn\n1\n");
    const Outcome ragged = quern("vectors check rng.tsv");
    expect_refused(ragged, "rng.tsv:3");
}

TEST_F(BadInputTest, TracesAreRefusedWithTheirLine)
{
    write("t.tsv", "# x\nGSTART\t1\tmany\tx\n");
    const Outcome run = quern("trace stats t.tsv");
    expect_refused(run, "t.tsv:2");
    const std::string words = "\t00000001.00000002.00000003.00000004.00000005.00000006\t";
    const std::string start = words + "player=0A\tmember=wood_ramp_hard\n";
    write("fall.tsv", "GSTART\t1\t9" + start + "GSTART\t1\t8" + start);
    expect_refused(quern("trace stats fall.tsv"), "fall.tsv:2: found block 8, expected 9");
    write("far.tsv", "# x\nGSTART\t1\t18446744073709551615" + start);
    expect_refused(quern("trace stats far.tsv"), "far.tsv:2: found block");
    write("frame.tsv", "GSTART\t-1\t9" + start);
    expect_refused(quern("trace stats frame.tsv"), "frame.tsv:1: found frame");
    write("player.tsv", "GSTART\t1\t9" + words + "player=2C\tmember=wood_ramp_hard\n");
    expect_refused(quern("trace stats player.tsv"), "player.tsv:1: found player");
    write("member.tsv", "GSTART\t1\t9" + words + "player=0A\tmember=lava\n");
    expect_refused(quern("trace stats member.tsv"), "member.tsv:1: found member");
    write("none.tsv", "# x\n");
    expect_refused(quern("trace stats none.tsv"), "none.tsv");
    expect_refused(quern("trace stats missing.tsv"), "missing.tsv");
}

TEST_F(BadInputTest, EndlessAndFolderTracesAreRefused)
{
    for (const char* path : {"/dev/zero", "."}) {
        const Outcome run = quern(std::string("trace stats ") + path);
        EXPECT_EQ(run.exit, 3) << path;
        EXPECT_NE(run.err.find("expected a trace"), std::string::npos) << run.err;
    }
}

TEST_F(BadInputTest, OutputThatCannotBeWrittenIsExitOne)
{
    const Outcome nowhere = quern("render demo --to 1 -o no/such/folder/x.wav");
    EXPECT_EQ(nowhere.exit, 1);
    EXPECT_NE(nowhere.err.find("no/such/folder/x.wav"), std::string::npos) << nowhere.err;
    const Outcome folder = quern("render demo --to 1 -o .");
    EXPECT_EQ(folder.exit, 1);
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    const Outcome full = quern("render demo --to 1 -o /dev/full");
    EXPECT_EQ(full.exit, 1);
    EXPECT_NE(full.err.find("/dev/full: cannot write"), std::string::npos) << full.err;
    const Outcome trace = quern("render demo --to 1 -o x.wav --trace /dev/full");
    EXPECT_EQ(trace.exit, 1);
    EXPECT_EQ(quern("render demo --to 1 -o - > /dev/full").exit, 1);
    EXPECT_FALSE(exists("x.wav.part"));
}
