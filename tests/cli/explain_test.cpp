// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "quern/bed/fidelity.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/grain/window_picker.hpp"

using namespace quern::test;
using nlohmann::json;

namespace {

class ExplainTest : public ProgramTest {
protected:
    json ask(const std::string& arguments) const
    {
        const Outcome run = quern(arguments + " --json");
        EXPECT_EQ(run.exit, 0) << arguments << "\n" << run.err;
        return json::parse(run.out);
    }
};

bool holds(const json& rules, const std::string& words)
{
    return rules.dump().find(words) != std::string::npos;
}

} // namespace

TEST_F(ExplainTest, ATagLeadsToItsRecordingRuleByRule)
{
    const json answer = ask("explain tags 57 --soft");
    EXPECT_EQ(answer["surface"], "concrete_smooth");
    ASSERT_EQ(answer["plays"].size(), 2u);
    EXPECT_EQ(answer["plays"][0]["recording"], "concrete_smooth_soft");
    EXPECT_TRUE(holds(answer["rules"], "map.surface_of_material[56] is 4"));
    EXPECT_TRUE(holds(answer["rules"], "one truck sounds per surface"));
    const std::string text = quern("explain tags 57 --soft").out;
    EXPECT_NE(text.find("soft wheels: map.surface.4.soft is concrete_smooth_soft"), std::string::npos)
        << text;
    EXPECT_EQ(ask("explain tags 0 1 57 143").size(), 4u);
}

TEST_F(ExplainTest, StatesOfTheBoardChangeTheAnswer)
{
    const json manual = ask("explain surface wood_ramp --manual");
    EXPECT_EQ(manual["plays"][0]["shift_hz"], 150.0);
    EXPECT_TRUE(holds(manual["rules"], "manual latch"));
    const json air = ask("explain surface wood_ramp --air");
    EXPECT_EQ(air["plays"][0]["recording"], "asphalt_smooth_hard");
    EXPECT_TRUE(air["plays"][0]["gain_db"].is_null()) << "muted";
    EXPECT_TRUE(ask("explain surface wood_ramp --grind")["plays"][0]["gain_db"].is_null());
    EXPECT_TRUE(ask("explain surface wood_ramp --grind --other")["plays"].empty());
    EXPECT_EQ(ask("explain surface wood_ramp --other")["plays"][0]["recording"], "wood_ramp_soft");
    EXPECT_EQ(ask("explain surface wood_ramp --other --fidelity inverted_soft=0")["plays"][0]["recording"],
              "wood_ramp_hard");
    EXPECT_TRUE(holds(ask("explain surface surface:8")["rules"], "is lent that of the nearest one"));
    EXPECT_TRUE(ask("explain surface surface:8 --silent-surfaces silent")["plays"].empty());
}

TEST_F(ExplainTest, PickProbabilitiesAreThoseOfThePicker)
{
    const json answer = ask("explain picks concrete_rough_hard --speed 33");
    ASSERT_EQ(answer["players"].size(), 2u);
    for (const json& player : answer["players"]) {
        const json& windows = player["windows"];
        ASSERT_GT(windows.size(), 1u);
        double bound = 0.0, rolling = 0.0;
        for (std::size_t i = 0; i < windows.size(); ++i) {
            bound += windows[i]["after_bind"].get<double>();
            rolling += windows[i]["rolling"].get<double>();
            double next = 0.0;
            for (const json& share : windows[i]["next"])
                next += share.get<double>();
            EXPECT_NEAR(next, 1.0, 1e-9);
            EXPECT_EQ(windows[i]["next"][i], 0.0) << "never twice in a row";
        }
        EXPECT_NEAR(bound, 1.0, 1e-9);
        EXPECT_NEAR(rolling, 1.0, 1e-9);

        const auto& numbers = quern::bed::default_tuning()
                                  .surface[static_cast<std::size_t>(quern::bed::Member::concrete_rough_hard)];
        const auto& params = player["player"] == "A" ? numbers.player_a : numbers.player_b;
        auto generator = quern::Generator::seeded(77);
        quern::grain::WindowPicker picker;
        constexpr int kPicks = 20000;
        std::vector<double> counts(windows.size(), 0.0);
        for (int i = 0; i < kPicks; ++i) {
            const float start =
                picker
                    .pick(params, answer["seconds"].get<float>(), player["position"].get<float>(), generator)
                    .start;
            std::size_t found = windows.size();
            for (std::size_t k = 0; k < windows.size(); ++k) {
                if (std::fabs(windows[k]["start_s"].get<float>() - start) < 0.001f)
                    found = k;
            }
            ASSERT_LT(found, windows.size()) << "a start that was not told: " << start;
            counts[found] += 1.0;
        }
        double chi_square = 0.0;
        for (std::size_t k = 0; k < windows.size(); ++k) {
            const double expected = kPicks * windows[k]["rolling"].get<double>();
            chi_square += (counts[k] - expected) * (counts[k] - expected) / expected;
        }
        EXPECT_LT(chi_square, 10.83 + 3.0 * static_cast<double>(windows.size())) << "p = 0.001 or so";
    }
}

TEST_F(ExplainTest, PicksAreThoseAtTwentyUnlessToldOtherwise)
{
    EXPECT_EQ(quern("explain picks wood_ramp_hard").out,
              quern("explain picks wood_ramp_hard --speed 20").out);
}

TEST_F(ExplainTest, EverySwitchIsMeasured)
{
    const json answer = ask("explain fidelity");
    ASSERT_EQ(answer["switches"].size(), quern::bed::fidelity_switches().size());
    for (const json& entry : answer["switches"]) {
        const std::string name = entry["switch"];
        const json& own = entry["own_board"];
        EXPECT_FALSE(entry["effect"].get<std::string>().empty());
        EXPECT_EQ(own["difference_db"].is_null(), own["identical"].get<bool>()) << name;
        if (name == "send_on_change") {
            EXPECT_TRUE(own["identical"].get<bool>()) << name;
        } else if (name == "inverted_soft") {
            EXPECT_TRUE(own["identical"].get<bool>() && entry["other_skater"]["audible"].get<bool>()) << name;
        } else {
            EXPECT_FALSE(own["identical"].get<bool>()) << name;
        }
    }
    EXPECT_NE(quern("explain fidelity").out.find("inaudible: traffic only"), std::string::npos);
}

TEST_F(ExplainTest, EveryNumberHasUnitRangeAndPlace)
{
    write("mine.toml", "[owner]\nsend_max = 2.5\n[surface.default]\nmax_kmh = 70\n");
    const json all = ask("explain tuning --tuning mine.toml");
    EXPECT_GT(all.size(), 500u);
    int mine = 0;
    for (const json& line : all) {
        EXPECT_FALSE(line["meaning"].get<std::string>().empty());
        mine += line["set_by"].get<std::string>().starts_with("mine.toml:") ? 1 : 0;
        if (line["field"] == "owner.send_max") {
            EXPECT_EQ(line["value"], 2.5);
            EXPECT_TRUE(line["set_by"].get<std::string>().starts_with("mine.toml:2:")) << line["set_by"];
        }
    }
    EXPECT_GE(mine, 2);
    EXPECT_EQ(ask("explain tuning max_kmh").size(), 14u);
    EXPECT_EQ(ask("explain tuning owner.send_max")[0]["set_by"], "built in");
    EXPECT_NE(quern("explain tuning owner.send_max").out.find("0 to 16"), std::string::npos);
}

TEST_F(ExplainTest, AMomentOfARideIsExplained)
{
    const json answer = ask("render demo --explain 29.5");
    EXPECT_EQ(answer["surface"], "wood_ramp");
    EXPECT_TRUE(holds(answer["rules"], "wood_ramp_hard"));
    ASSERT_EQ(answer["players"].size(), 2u);
    const json& a = answer["players"][0];
    double product = 1.0, sum = 0.0;
    for (const json& factor : a["factors"])
        product *= factor["linear"].get<double>();
    EXPECT_NEAR(20.0 * std::log10(product), a["gain_db"].get<double>(), 0.02) << "the factors make the gain";
    double b_gain = 0.0;
    for (const json& part : answer["players"][1]["factors"]) {
        const double linear = part["linear"].get<double>();
        if (part["factor"].get<std::string>().ends_with("added"))
            b_gain += linear;
        else
            b_gain = (b_gain == 0.0 ? 1.0 : b_gain) * linear;
    }
    EXPECT_NEAR(20.0 * std::log10(b_gain), answer["players"][1]["gain_db"].get<double>(), 0.02)
        << "what is added downhill is a level of its own";
    for (const json& window : a["next"])
        sum += window["probability"].get<double>();
    EXPECT_NEAR(sum, 1.0, 1e-9);
    const std::string text = quern("render demo --explain 29.5").out;
    for (const char* words : {"next grain", "frequency shift", "send to graph 3", "place", "turning"})
        EXPECT_NE(text.find(words), std::string::npos) << words;
    EXPECT_TRUE(listing().empty()) << "an explanation writes nothing";
}

TEST_F(ExplainTest, NonsenseIsExitTwoAndBadFilesAreExitThree)
{
    for (const char* arguments :
         {"explain", "explain why", "explain tags", "explain tags 144", "explain tags 5 --manual --grind",
          "explain surface custard", "explain picks custard --speed 3",
          "explain picks wood_ramp_hard --speed nan", "explain tuning custard",
          "explain fidelity --fidelity custard=1", "render demo --explain 9999",
          "render demo --explain 3 -o x.wav", "render demo --explain nan"}) {
        const Outcome run = quern(arguments);
        EXPECT_EQ(run.exit, 2) << arguments << "\n" << run.err;
        EXPECT_TRUE(run.out.empty()) << arguments;
        EXPECT_TRUE(listing().empty()) << arguments;
    }
    write("bad.toml", "[owner]\nsend_max = -1\n");
    expect_refused(quern("explain tuning --tuning bad.toml"), "bad.toml:2");
}
