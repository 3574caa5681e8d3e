// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a designer's file may do, and what it is told when it may not.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"

namespace quern::formats {
namespace {

using Names = std::vector<std::string>;

bed::SurfaceTuning& surface(bed::Tuning& tuning, bed::Member member)
{
    return tuning.surface[static_cast<std::size_t>(member)];
}

Names changed_by(const std::string& text)
{
    const Result<bed::Tuning> read = parse_tuning(text, bed::default_tuning(), "mine.toml");
    EXPECT_TRUE(read) << read.error().text();
    return read ? tuning_differences(bed::default_tuning(), *read) : Names{"refused"};
}

// "place: message" of a text that must be refused.
std::string refusal(const std::string& text)
{
    const Result<bed::Tuning> read = parse_tuning(text, bed::default_tuning(), "mine.toml");
    EXPECT_FALSE(read) << text;
    if (read)
        return "accepted";
    EXPECT_EQ(read.error().code, Error::Code::bad_input);
    return read.error().text();
}

class TuningFolder : public testing::Test {
protected:
    void SetUp() override
    {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        root_ = std::filesystem::path(testing::TempDir()) / (std::string("quern_tuning_") + info->name());
        std::filesystem::remove_all(root_);
        std::filesystem::create_directories(root_);
    }
    void TearDown() override { std::filesystem::remove_all(root_); }
    std::string write(const std::string& name, const std::string& text)
    {
        std::ofstream(root_ / name, std::ios::binary) << text;
        return (root_ / name).string();
    }
    std::filesystem::path root_;
};

TEST(TuningRead, AnOverrideChangesOnlyItsField)
{
    EXPECT_EQ(changed_by(""), Names{});
    EXPECT_EQ(changed_by("[surface.wood_ramp_hard]\nlevel_db = -3.5\n"),
              Names{"surface.wood_ramp_hard.level_db"});
    EXPECT_EQ(changed_by("[owner]\nrocket = { window_s = 2.0 }\n"), Names{"owner.rocket.window_s"});
    EXPECT_EQ(changed_by("[owner.wobble_a]\ngain_high = 0.2\n"), Names{"owner.wobble_a.gain_high"});
    EXPECT_EQ(changed_by("[map.surface.9]\nsoft = \"wood_ramp_soft\"\n"), Names{"map.surface.9.soft"});
    EXPECT_EQ(changed_by("[seam.12]\nclick_gain = 1\n"), Names{"seam.12.click_gain"});
    EXPECT_EQ(changed_by("mix.env_send = 0.1\n"), Names{"mix.env_send"});
    EXPECT_EQ(changed_by("[layers]\nwind_top_kmh = 60\n"), Names{"layers.wind_top_kmh"});
}

TEST(TuningRead, TheHandbooksExampleDoesWhatItSays)
{
    std::ostringstream handbook;
    handbook << std::ifstream(std::string(QUERN_SOURCE_DIR) + "/docs/tuning.md").rdbuf();
    const std::string fence = "```toml\n";
    const std::size_t from = handbook.str().find(fence) + fence.size();
    const std::string example = handbook.str().substr(from, handbook.str().find("```", from) - from);
    EXPECT_EQ(changed_by(example),
              (Names{"surface.wood_ramp_hard.max_kmh", "surface.wood_ramp_hard.level_db", "owner.send_max"}));
}

TEST(TuningRead, ADesignersTrimReachesTheRecording)
{
    const auto read = parse_tuning("[surface.wood_ramp_hard]\nlevel_db = -3.5\n", bed::default_tuning());
    ASSERT_TRUE(read);
    bed::Tuning tuning = *read;
    EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_hard).level_db, -3.5f);
    EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_soft).level_db, 0.0f);
}

TEST(TuningRead, ADefaultMovesTheRecordingsThatShareIt)
{
    // Every recording has its own max_kmh; only metal has its own special_gain.
    EXPECT_EQ(changed_by("[surface.default]\nmax_kmh = 70.0\n"), Names{"surface.default.max_kmh"});
    const Names special = changed_by("[surface.default]\nspecial_gain = 0.7\n");
    EXPECT_EQ(special.size(), bed::kSurfaceMembers); // the default itself, and all but metal
    for (const std::string& name : special)
        EXPECT_EQ(name.find("metal"), std::string::npos) << name;
}

TEST(TuningRead, ARecordingsOwnValueBeatsTheDefaultWhateverTheOrder)
{
    for (const char* text :
         {"[surface.default]\nslope_up = 5.0\n[surface.wood_ramp_hard]\nslope_up = 7.0\n",
          "[surface.wood_ramp_hard]\nslope_up = 7.0\n[surface.default]\nslope_up = 5.0\n"}) {
        const auto read = parse_tuning(text, bed::default_tuning());
        ASSERT_TRUE(read);
        bed::Tuning tuning = *read;
        EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_hard).slope_up, 7.0f);
        EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_soft).slope_up, 5.0f);
        EXPECT_EQ(tuning.fallback.slope_up, 5.0f);
    }
}

TEST(TuningRead, TheOriginalsNamesAreAcceptedAndIgnored)
{
    EXPECT_EQ(changed_by("[owner]\nclass = \"6E878344774A7999\"\nkey = \"D7EDBD362D7D2152\"\n"
                         "send_max = { value = 2.0, key = \"D900C07BE7C5450F\" }\n"),
              Names{"owner.send_max"});
}

TEST(TuningRead, AValueOutsideItsRangeIsShownWithTheRange)
{
    EXPECT_EQ(refusal("[surface.wood_ramp_hard]\nmax_kmh = -3\n"),
              "mine.toml:2:11: surface.wood_ramp_hard.max_kmh: found -3, expected 1 to 300 km/h");
    EXPECT_EQ(refusal("[surface.default]\nposition = [0.0, 0.5, 2.5, 1.0]\n"),
              "mine.toml:2:23: surface.default.position[2]: found 2.5, expected -1 to 2");
    EXPECT_EQ(refusal("[owner]\nsend_max = { key = \"D900C07BE7C5450F\", value = 17.5 }\n"),
              "mine.toml:2:48: owner.send_max: found 17.5, expected 0 to 16");
    EXPECT_EQ(refusal("[seam.3]\nmode = 3\n"),
              "mine.toml:2:8: seam.3.mode: found 3, expected a whole number, 0 to 2");
    EXPECT_EQ(refusal("[surface.default.player_a]\nattack_s = 0\n"),
              "mine.toml:2:12: surface.default.player_a.attack_s: found 0, expected 0.001 to 10 s");
}

TEST(TuningRead, ANumberThatIsNotFiniteIsRefused)
{
    EXPECT_EQ(refusal("[mix]\nlevel_b = nan\n"), "mine.toml:2:11: mix.level_b: found nan, expected 0 to 4");
    EXPECT_EQ(refusal("[mix]\nlevel_b = -inf\n"), "mine.toml:2:11: mix.level_b: found -inf, expected 0 to 4");
    EXPECT_EQ(refusal("[mix]\nlevel_b = 1e300\n"),
              "mine.toml:2:11: mix.level_b: found 1e+300, expected 0 to 4");
}

TEST(TuningRead, AWrongTypeIsNamed)
{
    EXPECT_EQ(refusal("[mix]\nlevel_b = \"loud\"\n"),
              "mine.toml:2:11: mix.level_b: found the text \"loud\", expected 0 to 4");
    EXPECT_EQ(refusal("[mix]\nlevel_b = true\n"), "mine.toml:2:11: mix.level_b: found true, expected 0 to 4");
    EXPECT_EQ(refusal("[mix]\nlevel_b = [0.5]\n"),
              "mine.toml:2:11: mix.level_b: found a list of 1, expected 0 to 4");
    EXPECT_EQ(refusal("[mix]\nlevel_b = 1979-05-27\n"),
              "mine.toml:2:11: mix.level_b: found a date or time, expected 0 to 4");
    EXPECT_EQ(
        refusal("[mix]\nnear_m = [4.0, 4.0, 1.0]\n"),
        "mine.toml:2:10: mix.near_m: found a list of 3, expected a list of 4 numbers, each 0 to 10000 m");
    EXPECT_EQ(refusal("[owner.wobble_a]\nms_low = 15.5\n"),
              "mine.toml:2:10: owner.wobble_a.ms_low: found 15.5, expected a whole number, 1 to 10000 ms");
    EXPECT_EQ(refusal("[map.surface.1]\ngrain = 1\n"),
              "mine.toml:2:9: map.surface.1.grain: found 1, expected true or false");
    EXPECT_EQ(
        refusal("[map.surface.1]\nsoft = \"x_jet_rolling\"\n")
            .rfind("mine.toml:2:8: map.surface.1.soft: found the text \"x_jet_rolling\", expected one of "
                   "asphalt_rough_hard, ",
                   0),
        0u);
    EXPECT_EQ(refusal("owner = 3\n"), "mine.toml:1:9: owner: found 3, expected a table");
    EXPECT_EQ(refusal("[surface]\ndefault = 3\n"),
              "mine.toml:2:11: surface.default: found 3, expected a table");
    EXPECT_EQ(refusal("[surface.default]\nplayer_a = 0.1\n"),
              "mine.toml:2:12: surface.default.player_a: found 0.1, expected a table");
}

TEST(TuningRead, AnUnknownNameIsRefusedWithTheNearestOne)
{
    EXPECT_EQ(refusal("[surfaces.default]\n"),
              "mine.toml:1:2: surfaces: unknown table, did you mean surface?");
    EXPECT_EQ(refusal("[surface.wood_ramp_hart]\n"),
              "mine.toml:1:10: surface.wood_ramp_hart: unknown table, did you mean wood_ramp_hard?");
    EXPECT_EQ(refusal("[seam.16]\n"), "mine.toml:1:7: seam.16: unknown table, expected seam.0 to seam.15");
    EXPECT_EQ(refusal("[map.surface.14]\n"),
              "mine.toml:1:14: map.surface.14: unknown table, expected map.surface.0 to map.surface.13");
    EXPECT_EQ(refusal("[mix]\nlevel_c = 1.0\n"),
              "mine.toml:2:1: mix.level_c: unknown field, did you mean level_b?");
    EXPECT_EQ(refusal("[owner.rocket]\nattack = 1.0\n"),
              "mine.toml:2:1: owner.rocket.attack: unknown field, did you mean attack_s?");
    EXPECT_EQ(refusal("[map]\ncolour = 1\n"),
              "mine.toml:2:1: map.colour: unknown field, expected one of surface_of_material, surface");
    EXPECT_EQ(refusal("[owner]\nsend_max = { value = 2.0, unit = \"x\" }\n"),
              "mine.toml:2:27: owner.send_max.unit: unknown field, expected one of value, key");
    EXPECT_EQ(
        refusal("[owner]\nsend_max = { key = \"D900C07BE7C5450F\" }\n"),
        "mine.toml:2:12: owner.send_max: found a table, expected 0 to 16, or { value = ..., key = \"...\" }");
}

TEST(TuningRead, AMalformedKeyIsRefused)
{
    const std::string wanted = "expected a name of 16 hexadecimal digits (0-9, A-F)";
    EXPECT_EQ(refusal("[owner]\nkey = \"d7ed\"\n"),
              "mine.toml:2:7: owner.key: found the text \"d7ed\", " + wanted);
    EXPECT_EQ(refusal("[owner]\nsend_max = { value = 2.0, key = 5 }\n"),
              "mine.toml:2:33: owner.send_max.key: found 5, " + wanted);
}

TEST(TuningRead, RampsThatEndBeforeTheyStartAreRefused)
{
    EXPECT_EQ(refusal("[owner]\nsend_start_kmh = 80.0\n"),
              "mine.toml:2:18: owner.send_end_kmh: found 70 km/h, expected above send_start_kmh (80 km/h)");
    EXPECT_EQ(
        refusal("[owner]\nrocket_top_kmh = 35.0\n"),
        "mine.toml:2:18: owner.rocket_top_kmh: found 35 km/h, expected above rocket_start_kmh (35 km/h)");
    EXPECT_EQ(refusal("[owner.wobble_b]\ngain_high = 0.11\n"),
              "mine.toml:2:13: owner.wobble_b.gain_high: found 0.11, expected at least 0.02 above "
              "wobble_b.gain_low (0.1)");
    EXPECT_EQ(refusal("[mix]\nfar_m = [50.0, 40.0, 0.5, 40.0]\n"),
              "mine.toml:2:9: mix.far_m[2]: found 0.5 m, expected above near_m (1 m)");
    EXPECT_EQ(refusal("[mix]\npitch_mps = [0.0, 1.0, 1.0, 6.0]\n"),
              "mine.toml:2:13: mix.pitch_mps[2]: found 1 m/s, expected above the value before it (1 m/s)");
    EXPECT_EQ(refusal("[seam.0]\nmode = 1\n"),
              "mine.toml:2:8: seam.0.grid_m: found 0.0 m, expected 0.01 to 100 m while mode = 1");
    EXPECT_EQ(refusal("[seam.10]\nspacing_cm = 0.5\n"),
              "mine.toml:2:14: seam.10.spacing_cm: found 0.5 cm, expected 1 to 10000 cm while mode = 2");
}

TEST(TuningRead, TextThatIsNotTomlIsRefusedWhereItBreaks)
{
    EXPECT_EQ(refusal("[owner]\nsend_max = \n").rfind("mine.toml:2:12: ", 0), 0u);
    EXPECT_EQ(refusal("[owner]\nsend_max = 1.0\nsend_max = 2.0\n").rfind("mine.toml:3:", 0), 0u);
    EXPECT_EQ(refusal("\xff\xfe").rfind("mine.toml:1:", 0), 0u);
    EXPECT_EQ(refusal("x = " + std::string(5000, '[')).rfind("mine.toml:1:", 0), 0u);
}

TEST(TuningRead, ItSaysWhoSetAField)
{
    TuningSources sources;
    const auto read = parse_tuning("[owner]\nsend_max = 2.0\n[surface.default]\nslope_up = 9.0\n",
                                   bed::default_tuning(), "mine.toml", &sources);
    ASSERT_TRUE(read);
    EXPECT_EQ(sources, (TuningSources{{"owner.send_max", "mine.toml:2:12"},
                                      {"surface.default.slope_up", "mine.toml:4:12"}}));
}

TEST_F(TuningFolder, AFolderIsReadAsOneTuning)
{
    write("a.toml", "[surface.wood_ramp_hard]\nslope_up = 7.0\n");
    write("b.toml", "[surface.default]\nslope_up = 5.0\n[owner]\nsend_max = 2.0\n");
    write("notes.txt", "not a tuning");
    const auto read = read_tuning(root_, bed::default_tuning());
    ASSERT_TRUE(read) << read.error().text();
    bed::Tuning tuning = *read;
    EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_hard).slope_up, 7.0f);
    EXPECT_EQ(surface(tuning, bed::Member::wood_ramp_soft).slope_up, 5.0f);
    EXPECT_EQ(tuning.owner.send_max, 2.0f);
}

TEST_F(TuningFolder, AFieldSetByTwoFilesIsRefused)
{
    const std::string first = write("a.toml", "[owner]\nsend_max = 1.0\n");
    const std::string second = write("b.toml", "\n[owner]\nsend_max = 2.0\n");
    const auto read = read_tuning(root_, bed::default_tuning());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text(), second + ":3:12: owner.send_max: set twice, first at " + first + ":2:12");
}

TEST_F(TuningFolder, AFileIsReadByItsPath)
{
    const std::string file = write("mine.toml", "[mix]\nenv_send = 9.0\n");
    const auto read = read_tuning(file, bed::default_tuning());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().where, file + ":2:12");
}

TEST_F(TuningFolder, WhatCannotBeReadIsSaidSo)
{
    auto read = read_tuning(root_ / "absent.toml", bed::default_tuning());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Error::Code::io);
    EXPECT_EQ(read.error().where, (root_ / "absent.toml").string());

    read = read_tuning(root_, bed::default_tuning());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "found no .toml file in this folder");

    const std::string large = write("large.toml", std::string((1 << 20) + 1, '#'));
    read = read_tuning(large, bed::default_tuning());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "found more than 1048576 bytes, expected a tuning of at most that many");
}

} // namespace
} // namespace quern::formats
