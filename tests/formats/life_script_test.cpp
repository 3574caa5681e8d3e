// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "quern/formats/life/life_script.hpp"

namespace quern::formats {
namespace {

Result<LifeScript> parse(std::string_view text)
{
    return parse_life_script(text, "s.toml", [](const std::string& pattern) -> Result<PatternFile> {
        if (pattern == "block.rle")
            return parse_pattern("2o$2o!", pattern);
        return parse_pattern(pattern, "pattern");
    });
}

std::string error_of(std::string_view text)
{
    const Result<LifeScript> script = parse(text);
    return script ? "none" : script.error().text();
}

constexpr std::string_view kScript = R"(
description = "A ship, and what meets it"
[roi]
x = 100
y = -8
[[stamp]]
generation = 10
pattern = "block.rle"
x = 5
y = 6
[[stamp]]
generation = 0
pattern = "bob$2bo$3o!"
x = 110
y = 0
team = 3
tag = 1
mode = "set"
[[stamp]]
generation = 10
pattern = "block.rle"
x = -7
y = 8
mode = "xor"
[[move]]
from_generation = 2
to_generation = 4
dx = 1
[[move]]
generation = 4
dy = -1
[[fire]]
generation = 30
x = 1
y = 2
[[fire]]
generation = 12
x = 124
y = 16
[[scale]]
generation = 20
name = "hirajoshi"
base_hz = 330
[[scale]]
generation = 5
cents = [0, 386.3, 702]
octaves = 2
)";

TEST(LifeScript, SaysWhatHappensInAGeneration)
{
    const Result<LifeScript> script = parse(kScript);
    ASSERT_TRUE(script.ok()) << script.error().text();
    EXPECT_EQ(script->description, "A ship, and what meets it");
    EXPECT_EQ(script->roi, (life::Roi{100, -8}));
    EXPECT_EQ(script->last_generation(), 30u);

    const LifeStep start = script->at(0);
    ASSERT_EQ(start.stamps.size(), 1u);
    EXPECT_EQ(start.stamps[0].pattern->width, 3);
    EXPECT_EQ(start.stamps[0].x, 110);
    EXPECT_EQ(start.stamps[0].team, 3);
    EXPECT_EQ(start.stamps[0].tag, 1);
    EXPECT_EQ(start.stamps[0].mode, life::StampMode::replace);
    EXPECT_TRUE(start.shifts.empty());
    EXPECT_TRUE(start.fires.empty());
    EXPECT_EQ(start.scale, nullptr);

    const LifeStep ten = script->at(10);
    ASSERT_EQ(ten.stamps.size(), 2u);
    EXPECT_EQ(ten.stamps[0].x, 5);
    EXPECT_EQ(ten.stamps[0].team, 0);
    EXPECT_EQ(ten.stamps[0].mode, life::StampMode::merge);
    EXPECT_EQ(ten.stamps[1].y, 8);
    EXPECT_EQ(ten.stamps[1].mode, life::StampMode::toggle);
    EXPECT_EQ(ten.stamps[0].pattern, ten.stamps[1].pattern) << "read once";
    EXPECT_TRUE(life::is_valid({{}, ten.stamps}));

    EXPECT_TRUE(script->at(1).shifts.empty());
    EXPECT_EQ(script->at(2).shifts, (std::vector{LifeShift{1, 0}}));
    EXPECT_EQ(script->at(4).shifts, (std::vector{LifeShift{1, 0}, LifeShift{0, -1}}));
    EXPECT_TRUE(script->at(5).shifts.empty());

    ASSERT_EQ(script->at(12).fires.size(), 1u);
    EXPECT_EQ(script->at(12).fires[0], (LifeFire{12, 124, 16}));
    EXPECT_EQ(script->at(30).fires[0], (LifeFire{30, 1, 2}));
    EXPECT_TRUE(script->at(29).fires.empty());

    ASSERT_NE(script->at(20).scale, nullptr);
    EXPECT_EQ(script->at(20).scale->scale.name, "hirajoshi");
    EXPECT_EQ(script->at(20).scale->base_hz, 330.0);
    ASSERT_NE(script->at(5).scale, nullptr);
    EXPECT_EQ(script->at(5).scale->scale.cents, (std::vector{0.0f, 386.3f, 702.0f}));
    EXPECT_EQ(script->at(5).scale->scale.octaves, 2);
    EXPECT_EQ(script->at(5).scale->base_hz, std::nullopt);
}

TEST(LifeScript, FindsTheMovesOfEachGenerationAmongMany)
{
    struct Written {
        std::uint32_t from, to;
        LifeShift shift;
    };
    std::minstd_rand generator(3);
    const auto random = [&](std::uint32_t below) {
        return static_cast<std::uint32_t>(generator() / 64 % below);
    };
    std::vector<Written> moves;
    for (std::uint32_t i = 0; i < 700; ++i) {
        const std::uint32_t from = 1 + random(900);
        const std::uint32_t length = i % 100 == 0 ? 600 : random(9); // a few go on over many others
        moves.push_back(
            {from,
             from + length,
             {static_cast<std::int32_t>(random(3)) - 1, static_cast<std::int32_t>(random(3)) - 1}});
    }
    std::string text = "[roi]\nx = 0\ny = 0\n";
    for (const Written& move : moves)
        text += "[[move]]\nfrom_generation = " + std::to_string(move.from) +
                "\nto_generation = " + std::to_string(move.to) + "\ndx = " + std::to_string(move.shift.dx) +
                "\ndy = " + std::to_string(move.shift.dy) + "\n";
    const Result<LifeScript> script = parse(text);
    ASSERT_TRUE(script.ok()) << script.error().text();
    for (std::uint32_t generation = 0; generation < 1600; ++generation) {
        std::vector<LifeShift> expected;
        for (const Written& move : moves) {
            if (move.from <= generation && generation <= move.to)
                expected.push_back(move.shift);
        }
        ASSERT_EQ(script->at(generation).shifts, expected) << generation;
    }
}

TEST(LifeScript, LeavesItsPatternsToItsCopies)
{
    std::optional<LifeScript> script(*parse(kScript));
    const LifeScript copy = *script;
    script.reset();
    EXPECT_EQ(copy.at(10).stamps[0].pattern->cells, (std::vector<std::uint8_t>{1, 1, 1, 1}));
}

TEST(LifeScript, ReadsTheOneInTheHandbook)
{
    std::ifstream page(std::string(QUERN_SOURCE_DIR) + "/docs/life.md");
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    constexpr std::string_view kOpening = "```toml\n";
    const std::size_t begin = text.find(kOpening, text.find("## Scripts")) + kOpening.size();
    const Result<LifeScript> script = parse(text.substr(begin, text.find("```", begin) - begin));
    ASSERT_TRUE(script.ok()) << script.error().text();
    EXPECT_EQ(script->at(0).stamps.size(), 1u);
    EXPECT_EQ(script->at(60).shifts.size(), 1u);
    EXPECT_EQ(script->last_generation(), 120u);
}

TEST(LifeScript, MayBeEmpty)
{
    const Result<LifeScript> script = parse("");
    ASSERT_TRUE(script.ok());
    EXPECT_EQ(script->last_generation(), 0u);
    EXPECT_TRUE(script->at(0).stamps.empty());
}

TEST(LifeScript, SaysWhereItIsBroken)
{
    EXPECT_EQ(error_of("[[stamps]]\n"),
              "s.toml:1:1: script: unknown 'stamps', expected one of description, roi, "
              "stamp, move, fire, scale");
    EXPECT_EQ(
        error_of("[[stamp]]\ngeneration = 3\npattern = 'o!'\nx = 0\ny = 0\nteem = 2\n"),
        "s.toml:6:8: stamp: unknown 'teem', expected one of generation, pattern, x, y, team, tag, mode");
    EXPECT_EQ(error_of("[[stamp]]\npattern = 'o!'\n"),
              "s.toml:1:1: stamp: 'generation' is missing, expected a whole number from 0 to 1000000000");
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 'x'\n"),
              "s.toml:2:14: stamp: 'generation': found 'x', expected a "
              "whole number from 0 to 1000000000");
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 1\npattern = 'o!'\nx = 1.5\n"),
              "s.toml:4:5: stamp: 'x': found 1.5, expected a whole number from -1000000 to 1000000");
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 1\npattern = 'o!'\nx = 1\ny = 1\nteam = 4\n"),
              "s.toml:6:8: stamp: 'team': found 4, expected a whole number from 0 to 3");
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 1\npattern = 'o!'\nx = 1\ny = 1\nmode = 'and'\n"),
              "s.toml:6:8: stamp: 'mode': found 'and', expected or, set or xor");
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 1\npattern = '2oz!'\nx = 1\ny = 1\n"),
              "s.toml:3:11: stamp: 'pattern': pattern:1:3: found 'z', a cell of a pattern with more than two "
              "states, expected b, o, $ or !");
    EXPECT_EQ(error_of("[[fire]]\ngeneration = 0\n"),
              "s.toml:2:14: fire: 'generation': found 0, expected a whole number from 1 to 1000000000");
    EXPECT_EQ(error_of("fire = 3\n"), "s.toml:1:8: script: 'fire' must be a list of tables: [[fire]]");
    EXPECT_EQ(error_of("[roi]\nx = 1\n"),
              "s.toml:1:1: roi: 'y' is missing, expected a whole number from -1000000 to 1000000");
    EXPECT_EQ(error_of("x = \n").substr(0, 9), "s.toml:1:");
}

TEST(LifeScript, RefusesMovesThatCannotBe)
{
    EXPECT_EQ(error_of("[[move]]\ngeneration = 3\ndx = 1\n"),
              "s.toml:1:1: move: found no [roi], expected one: it is what moves");
    constexpr const char* kRoi = "roi = { x = 0, y = 0 }\n";
    EXPECT_EQ(error_of(std::string(kRoi) + "[[move]]\nfrom_generation = 3\nto_generation = 2\n"),
              "s.toml:4:17: move: 'to_generation': found 2, expected 'from_generation' or later");
    EXPECT_EQ(error_of(std::string(kRoi) + "[[move]]\ngeneration = 3\ndx = 2\n"),
              "s.toml:4:6: move: 'dx': found 2, expected a whole number from -1 to 1");
    EXPECT_EQ(error_of(std::string(kRoi) + "[[move]]\ngeneration = 3\ndx = 1.0\n"),
              "s.toml:4:6: move: 'dx': found 1.0, a decimal number, expected a whole number from -1 to 1");
    EXPECT_EQ(error_of(std::string(kRoi) + "[[move]]\ngeneration = 3\nto_generation = 5\n"),
              "s.toml:4:17: move: unknown 'to_generation', expected one of generation, dx, dy");
}

TEST(LifeScript, RefusesScalesThatCannotBe)
{
    EXPECT_EQ(
        error_of("[[scale]]\ngeneration = 0\nname = 'blues'\n"),
        "s.toml:3:8: scale: 'name': found 'blues', expected major_pentatonic, minor_pentatonic, whole_tone, "
        "hirajoshi, chromatic");
    for (const char* cents : {"[0, 1200]", "[0, 700, 700]", "[-1]", "[0, 'x']", "[0, nan]"})
        EXPECT_NE(error_of(std::string("[[scale]]\ngeneration = 0\ncents = ") + cents + "\n")
                      .find(": scale: 'cents': expected numbers from 0 to below 1200 that rise"),
                  std::string::npos)
            << cents;
    EXPECT_EQ(error_of("[[scale]]\ngeneration = 0\ncents = []\n"),
              "s.toml:3:9: scale: 'cents': found 0 steps, expected 1 to 128");
    EXPECT_EQ(error_of("[[scale]]\ngeneration = 4\nname = 'chromatic'\n[[scale]]\ngeneration = 4\nname = "
                       "'chromatic'\n"),
              "s.toml:5:14: scale: found a second one in generation 4");
}

TEST(LifeScript, RefusesMoreThanAFieldTakes)
{
    const auto with_stamps = [](int stamps, const std::string& pattern) {
        std::string text;
        for (int i = 0; i < stamps; ++i)
            text += "[[stamp]]\ngeneration = " + std::to_string(7 + i / 64) + "\nx = 1\ny = 1\npattern = '" +
                    pattern + (i % 2 == 0 ? "" : std::to_string(i)) + "'\n";
        return text;
    };
    EXPECT_EQ(parse(with_stamps(64, "o!"))->at(7).stamps.size(), 64u);
    EXPECT_EQ(parse(with_stamps(100, "o!"))->at(8).stamps.size(), 36u);
    EXPECT_EQ(error_of(with_stamps(64, "o!") + "[[stamp]]\ngeneration = 7\npattern = 'o!'\nx = 0\ny = 0\n"),
              "s.toml:322:14: stamp: found more than 64 in generation 7, expected at most that many");
    EXPECT_EQ(error_of(with_stamps(64, "4096o1023$o!")),
              "s.toml:80:11: stamp: found patterns of more than 33554432 cells together, expected at most "
              "that many");
}

TEST(LifeScript, RefusesMoreShotsThanMayWait)
{
    const auto shots = [](int count, int generation) {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += "[[fire]]\ngeneration = " + std::to_string(generation) + "\nx = 1\ny = 1\n";
        return text;
    };
    EXPECT_EQ(parse(shots(256, 7) + shots(256, 8))->at(7).fires.size(), 256u);
    EXPECT_EQ(error_of(shots(256, 7) + shots(1, 8) + shots(1, 7)),
              "s.toml:1030:14: fire: found more than 256 in generation 7, expected at most that many");
}

TEST(LifeScript, RefusesMoreMovesThan64InAGeneration)
{
    std::string text = "roi = { x = 0, y = 0 }\n";
    const auto add = [&text](int from, int to) {
        text += "[[move]]\nfrom_generation = " + std::to_string(from) +
                "\nto_generation = " + std::to_string(to) + "\ndx = 1\n";
    };
    for (int i = 0; i < 64; ++i)
        add(10, 1'000'000'000);
    add(1, 9);
    ASSERT_TRUE(parse(text).ok()) << error_of(text);
    EXPECT_EQ(parse(text)->at(10).shifts.size(), 64u);
    add(2, 10);
    add(3, 11);
    EXPECT_EQ(error_of(text),
              "s.toml:262:1: move: found more than 64 in generation 10, expected at most that many");
}

TEST(LifeScript, LeavesStandardInputAlone)
{
    EXPECT_EQ(error_of("[[stamp]]\ngeneration = 1\npattern = '-'\nx = 1\ny = 1\n"),
              "s.toml:3:11: stamp: 'pattern': found '-', expected run lengths, or the path of a file");
}

TEST(LifeScript, FindsPatternsBesideItself)
{
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "quern_script";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "block.rle") << "2o$2o!";
    std::ofstream(folder / "s.toml") << kScript;
    const Result<LifeScript> script = read_life_script((folder / "s.toml").string());
    ASSERT_TRUE(script.ok()) << script.error().text();
    EXPECT_EQ(script->at(10).stamps[0].pattern->cells.size(), 4u);
    std::ofstream(folder / "my!gun.rle") << "5o!";
    std::ofstream(folder / "named.toml")
        << "[[stamp]]\ngeneration = 1\npattern = 'my!gun.rle'\nx = 1\ny = 1\n";
    const Result<LifeScript> named = read_life_script((folder / "named.toml").string());
    ASSERT_TRUE(named.ok()) << named.error().text();
    EXPECT_EQ(named->at(1).stamps[0].pattern->width, 5);
    std::filesystem::remove(folder / "block.rle");
    EXPECT_EQ(read_life_script((folder / "s.toml").string()).error().text(),
              (folder / "s.toml").string() + ":8:11: stamp: 'pattern': " + (folder / "block.rle").string() +
                  ": cannot open: No such file or directory");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace quern::formats
