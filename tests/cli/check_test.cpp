// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "quern/bank/built_in.hpp"
#include "quern/formats/wav_writer.hpp"

using namespace quern::test;
using nlohmann::json;

namespace {

class CheckTest : public ProgramTest {
protected:
    /// Writes a built-in recording as WAV; `gain(progress)` shapes it.
    template <class Gain> void write_roll(const std::string& name, Gain gain) const
    {
        const quern::grain::Recording roll =
            quern::bank::synthesise(*quern::bank::find("concrete_rough_hard"));
        std::vector<float> samples = roll.samples;
        for (std::size_t n = 0; n < samples.size(); ++n)
            samples[n] *=
                static_cast<float>(gain(static_cast<double>(n) / static_cast<double>(samples.size())));
        auto writer = quern::formats::WavWriter::open(
            file(name), {1, roll.rate, *quern::formats::sample_format_named("s16"), samples.size()});
        ASSERT_TRUE(writer);
        ASSERT_TRUE(writer->write(samples));
        ASSERT_TRUE(writer->commit());
    }
    void write_clean(const std::string& name) const
    {
        write_roll(name, [](double) { return 1.0; });
    }
};

} // namespace

TEST_F(CheckTest, ACleanRecordingPassesWithoutAFinding)
{
    write_clean("concrete_rough_hard.wav");
    const Outcome run = quern("check concrete_rough_hard.wav");
    EXPECT_EQ(run.exit, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("for concrete_rough_hard"), std::string::npos) << "known by its name";
    EXPECT_NE(run.out.find("usable as a roll from slow to fast (nothing found)"), std::string::npos)
        << run.out;
    const json told = json::parse(quern("check concrete_rough_hard.wav --json").out);
    EXPECT_EQ(told["verdict"], "usable");
    EXPECT_TRUE(told["findings"].empty());
    EXPECT_EQ(told["figures"]["level_dbfs"].size(), 20u);
    EXPECT_EQ(told["position"]["points"].size(), 4u);
}

TEST_F(CheckTest, AWarningPassesAndAnErrorDoesNot)
{
    write_roll("quiet.wav", [](double) { return 0.3; });
    const Outcome warned = quern("check quiet.wav");
    EXPECT_EQ(warned.exit, 0) << warned.out;
    EXPECT_NE(warned.out.find("usable with warnings"), std::string::npos) << warned.out;
    EXPECT_NE(warned.out.find("level_db"), std::string::npos) << "says what to do";

    write_roll("flat.wav", [](double progress) { return std::pow(10.0, -10.0 * progress / 20.0); });
    const Outcome refused = quern("check flat.wav --write-tuning no.toml");
    EXPECT_EQ(refused.exit, 3);
    EXPECT_NE(refused.out.find("not usable"), std::string::npos) << refused.out;
    EXPECT_FALSE(exists("no.toml"));
    EXPECT_EQ(json::parse(quern("check flat.wav --json").out)["usable"], false);
}

TEST_F(CheckTest, TheTuningItWritesIsOneThatRenderTakes)
{
    write_roll("mine.wav", [](double) { return 0.5; });
    ASSERT_EQ(quern("check mine.wav --member wood_ramp_hard --write-tuning one.toml").exit, 0);
    const std::string one = read("one.toml");
    EXPECT_NE(one.find("[surface.wood_ramp_hard]"), std::string::npos) << one;
    EXPECT_EQ(one.find("[surface.concrete"), std::string::npos) << one;
    ASSERT_EQ(quern("check mine.wav --write-tuning all.toml").exit, 0);
    const std::string all = read("all.toml");
    EXPECT_NE(all.find("[surface.asphalt_rough_hard]"), std::string::npos) << all;
    EXPECT_NE(all.find("[surface.wood_ramp_soft]"), std::string::npos) << all;
    EXPECT_NE(all.find("level_db = "), std::string::npos) << all;
    write("ride.csv", ride_csv(3.0, 6.0));
    for (const char* tuning : {"one.toml", "all.toml"}) {
        const Outcome run =
            quern(std::string("render ride.csv -q --recording mine.wav -o x.wav --tuning ") + tuning);
        EXPECT_EQ(run.exit, 0) << run.err;
    }
}

TEST_F(CheckTest, OneAdviceServesAllPlacesOfAFault)
{
    write_roll("gaps.wav", [](double progress) { return std::fmod(progress * 8.0, 1.0) < 0.01 ? 0.0 : 1.0; });
    const std::string text = quern("check gaps.wav").out;
    std::size_t gaps = 0, advice = 0;
    for (std::size_t at = 0; (at = text.find("it is silent for", at)) != std::string::npos; ++at)
        ++gaps;
    for (std::size_t at = 0; (at = text.find("> a lost buffer", at)) != std::string::npos; ++at)
        ++advice;
    EXPECT_GE(gaps, 5u) << text;
    EXPECT_EQ(advice, 1u) << text;
}

TEST_F(CheckTest, RefusesWhatItCannotCheck)
{
    write("noise.wav", "RIFFnothing");
    expect_refused(quern("check noise.wav"), "noise.wav");
    expect_refused(quern("check missing.wav"), "missing.wav");
    std::filesystem::create_directory(file("empty"));
    expect_refused(quern("check empty"), "expected one");
    write_clean("a.wav");
    EXPECT_EQ(quern("check a.wav --channel 2").exit, 2);
    EXPECT_EQ(quern("check a.wav --member gravel").exit, 2);
    EXPECT_EQ(quern("check a.wav --write-tuning a.wav").exit, 2) << "would replace its input";
    EXPECT_EQ(quern("check a.wav --write-tuning -").exit, 2);
    EXPECT_EQ(quern("check a.wav --member x_jet_rolling --write-tuning t.toml").exit, 2);
    EXPECT_EQ(quern("check a.wav --write-tuning nowhere/t.toml").exit, 1);
}

TEST_F(CheckTest, SurveyReadsArchivesAndFolders)
{
    const std::string archive = std::string(QUERN_TEST_DATA) + "/eaac/grains_eb3_shift4.big";
    const Outcome text = quern("survey " + archive);
    EXPECT_EQ(text.exit, 0) << text.err;
    EXPECT_NE(text.out.find("seek row 0"), std::string::npos) << text.out;
    const json told = json::parse(quern("survey " + archive + " --json").out);
    ASSERT_EQ(told.size(), 1u);
    const json& row = told[0]["seek_row"];
    EXPECT_EQ(row[2], told[0]["samples"]) << "the row covers the whole stream";
    EXPECT_EQ(row[3], 1);
    // Header, seek header and columns, then the side data and its padding.
    EXPECT_EQ(told[0]["header_bytes"].get<int>(), 8 + 24 + told[0]["side_bytes"].get<int>());
    EXPECT_GE(told[0]["side_bytes"].get<int>(), row[1].get<int>());

    std::filesystem::create_directory(file("bank"));
    write_clean("bank/loud.wav");
    write_roll("bank/quiet.wav", [](double) { return 0.5; });
    const json two = json::parse(quern("survey bank --json").out);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_NEAR(two[0]["against_others_db"].get<double>(), 6.02, 0.03);
    EXPECT_NEAR(two[1]["against_others_db"].get<double>(), -6.02, 0.03);
}

TEST_F(CheckTest, SurveyGoesOnAfterABadRecording)
{
    std::filesystem::create_directory(file("bank"));
    write_clean("bank/a.wav");
    write("bank/b.wav", "RIFF");
    const Outcome run = quern("survey bank missing.big");
    EXPECT_EQ(run.exit, 3);
    EXPECT_NE(run.err.find("b.wav"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("missing.big"), std::string::npos) << run.err;
    EXPECT_NE(run.out.find("-22.8"), std::string::npos) << run.out;
}

TEST_F(CheckTest, AReaderThatHasHadEnoughIsNoErrorToTellOf)
{
    std::filesystem::create_directory(file("bank"));
    write_clean("bank/a.wav");
    const Outcome run = quern("survey bank --svg bank.svg | true");
    EXPECT_EQ(run.err.find("cannot write"), std::string::npos) << run.err;
    EXPECT_TRUE(exists("bank.svg"));
}

TEST_F(CheckTest, SurveyDraws)
{
    std::filesystem::create_directory(file("bank"));
    write_clean("bank/one&two.wav");
    write_clean("bank/three.wav");
    ASSERT_EQ(quern("survey bank --svg s.svg -q").exit, 0);
    const std::string svg = read("s.svg");
    EXPECT_TRUE(svg.starts_with("<?xml")) << svg.substr(0, 60);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_NE(svg.find("one&amp;two"), std::string::npos);
    EXPECT_NE(svg.find("class=\"level\""), std::string::npos);
    EXPECT_EQ(quern("survey bank --svg bank/three.wav").exit, 2) << "would replace an input";
    EXPECT_EQ(read("s.svg"), svg);
}
