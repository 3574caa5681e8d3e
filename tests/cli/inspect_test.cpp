// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "game_files.hpp"
#include "program.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

using namespace quern::test;
using nlohmann::json;

namespace {

class InspectTest : public ProgramTest {
protected:
    json inspect(const std::string& arguments, int exit = 0) const
    {
        const Outcome run = quern("inspect --json " + arguments);
        EXPECT_EQ(run.exit, exit) << run.err;
        return json::parse(run.out);
    }
};

/// {"offset", "value"} of a field, without its text.
json field(const json& part, const std::string& name)
{
    return json{{"offset", part.at(name).at("offset")}, {"value", part.at(name).at("value")}};
}

} // namespace

TEST_F(InspectTest, ARecordingIsShownFieldByField)
{
    write("x.grain", grain_44100());
    const json all = inspect("x.grain");
    ASSERT_EQ(all.size(), 1u);
    const json& sound = all[0]["sounds"][0];
    EXPECT_EQ(sound["codec"], "EA-XMA");
    EXPECT_EQ(sound["samples"], 11062);
    EXPECT_EQ(sound["rate"], 44100);
    EXPECT_EQ(sound["duration_bits"], "3E806DF8");
    EXPECT_TRUE(sound["findings"].empty());
    EXPECT_FALSE(sound.contains("levels"));
    const json& grain = sound["grain"];
    EXPECT_EQ(field(grain, "stream_at"), (json{{"offset", 0}, {"value", 48}}));
    EXPECT_EQ(grain["duration"]["offset"], 4);
    EXPECT_EQ(field(grain["seek_table"], "pre_roll"), (json{{"offset", 10}, {"value", 384}}));
    EXPECT_EQ(grain["seek_table"]["rows"][0],
              (json{{"start", 0}, {"bytes", 22222}, {"side", 15}, {"samples", 11062}, {"key", 1}}));
    EXPECT_EQ(grain["seek_table"]["side_data"].size(), 11u);
    EXPECT_EQ(field(grain["stream"]["header"], "channels"), (json{{"offset", 49}, {"value", 1}}));
    EXPECT_EQ(grain["stream"]["blocks"][0]["offset"], 56);
    EXPECT_EQ(grain["stream"]["chunks"][0]["packets"], 11);

    const std::string text = quern("inspect x.grain").out;
    EXPECT_TRUE(text.starts_with("x.grain: grain, EA-XMA, 1 channel, 44100 Hz, 11062 samples, 0.250839 s"));
    EXPECT_NE(text.find("0x4  duration   0.250839 s (3E806DF8)\n"), std::string::npos) << text;
}

TEST_F(InspectTest, AnArchiveIsListedWithWhatIsInIt)
{
    write("x.big", data_file("grains_eb3_shift4.big"));
    const json file = inspect("x.big")[0];
    EXPECT_EQ(file["form"], "EB v3");
    EXPECT_EQ(field(file["archive"]["header"], "shift"), (json{{"offset", 10}, {"value", 4}}));
    const json& member = file["archive"]["members"][0];
    EXPECT_EQ(member["path"], "eaxma_44100.grain");
    EXPECT_EQ(member["hash"], "6B5FB348");
    EXPECT_EQ(member["size"], 22278);
    EXPECT_EQ(file["sounds"][0]["samples"], 11062);
    EXPECT_NE(quern("inspect x.big").out.find("eaxma_44100.grain  EA-XMA         1  44100    11062"),
              std::string::npos);
    EXPECT_NE(quern("inspect --members x.big").out.find("x.big(eaxma_44100.grain): grain"),
              std::string::npos);
}

TEST_F(InspectTest, DamageInAMemberCountsWhenItWasAskedFor)
{
    write("x.big", data_file("classic_bigf.big")); // its stream is cut short
    const json file = inspect("x.big")[0];
    EXPECT_EQ(file["archive"]["header"]["tag"]["value"], "L225");
    EXPECT_EQ(file["sounds"][0]["error"]["where"], "x.big(data/audio/a.snr):0x9");
    inspect("--members x.big", 3);
    expect_refused(quern("inspect --decode x.big"), "x.big(data/audio/a.snr):0x9");
}

TEST_F(InspectTest, LevelAndLoudnessNeedDecoding)
{
    write("x.sps", data_file("xas1_v1.sps"));
    const json sound = inspect("--decode x.sps")[0]["sounds"][0];
    EXPECT_NEAR(sound["levels"]["peak_dbfs"].get<double>(), -2.4, 0.3);
    EXPECT_TRUE(sound["levels"]["loudness_lufs"].is_null()); // below 0.4 s there is none
    EXPECT_EQ(sound["stream"]["blocks"].size(), 2u);
    ASSERT_EQ(quern("render demo --to 2 -o x.wav").exit, 0);
    const json wave = inspect("--decode x.wav")[0]["sounds"][0];
    EXPECT_EQ(wave["channels"], 2);
    EXPECT_TRUE(wave["levels"]["loudness_lufs"].is_number());
    EXPECT_EQ(field(wave["wave"]["format"], "format_tag"), (json{{"offset", 20}, {"value", 1}}));
}

TEST_F(InspectTest, ASeekTableIsShownRowByRow)
{
    write("x.sek", data_file("eaxma_44100_stream.sek"));
    const json table = inspect("x.sek")[0]["seek_table"];
    ASSERT_EQ(table["rows"].size(), 4u);
    EXPECT_EQ(table["rows"][2],
              (json{{"start", 7808}, {"bytes", 6814}, {"side", 8}, {"samples", 3254}, {"key", 0}}));
    EXPECT_EQ(field(table, "side_data_at"), (json{{"offset", 4}, {"value", 40}}));
}

TEST_F(InspectTest, AllFilesAreShownAndTheExitTellsTheWorst)
{
    write("x.grain", grain_44100());
    write("notes.txt", "nothing to hear\n");
    const Outcome run = quern("inspect notes.txt x.grain missing.big");
    EXPECT_EQ(run.exit, 3);
    EXPECT_TRUE(run.out.starts_with("x.grain: grain")) << run.out;
    EXPECT_NE(run.err.find("quern: notes.txt:0x0: found a file of no kind that is known"), std::string::npos);
    EXPECT_NE(run.err.find("quern: missing.big: "), std::string::npos);
    const json all = inspect("notes.txt x.grain", 3);
    EXPECT_EQ(all[0]["error"]["where"], "notes.txt:0x0");
    EXPECT_EQ(all[1]["sounds"].size(), 1u);
}

TEST_F(InspectTest, FindingsAreShownAndErrorsAmongThemAreExitThree)
{
    std::string grain = grain_44100();
    grain[0x3] = 0x30; // as it is
    grain[0x2F] = 1;   // padding
    write("odd.grain", grain);
    const json odd = inspect("odd.grain")[0]["sounds"][0]["findings"];
    ASSERT_EQ(odd.size(), 1u);
    EXPECT_EQ(odd[0]["severity"], "warning");
    EXPECT_EQ(odd[0]["offset"], 0x2F);
    grain[0x4] = 0x3F; // half a second off
    write("bad.grain", grain);
    expect_refused(quern("inspect bad.grain"), "bad.grain:0x4: duration: found");
}

TEST_F(InspectTest, EveryCutOffRecordingIsRefusedInOneLine)
{
    const std::string grain = grain_44100();
    for (const std::size_t size : {0u, 7u, 31u, 47u, 60u, 5000u}) {
        write("cut.grain", grain.substr(0, size));
        const Outcome run = quern("inspect --decode cut.grain");
        expect_refused(run, "cut.grain");
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    }
}

// Four gigabytes of which the disk holds a few kilobytes. Reading them would take minutes here.
TEST_F(InspectTest, ALargeArchiveIsListedWithoutItsMembersBeingRead)
{
    write("large.big", large_archive_head());
    std::filesystem::resize_file(file("large.big"), kLargeArchiveBytes);
    const json archive = inspect("large.big")[0];
    EXPECT_EQ(archive["archive"]["members"].size(), kLargeArchiveMembers);
    EXPECT_EQ(archive["bytes"], kLargeArchiveBytes);
    EXPECT_TRUE(archive["sounds"].empty());
    EXPECT_NE(quern("inspect large.big").out.find("not looked into: 16 sounds"), std::string::npos);
}
