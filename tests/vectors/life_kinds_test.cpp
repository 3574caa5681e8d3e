// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <string>

#include "apps/cli/vectors/life_start.hpp"
#include "apps/cli/vectors/vectors.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::vectors {
namespace {

/// A golden file, or the beginning of it: `rows` and what else belongs to the last one's generation.
Table life(const std::string& name, std::size_t rows = 1'000'000)
{
    auto table = read_table(std::string(QUERN_TEST_DATA) + "/life/" + name + ".csv.gz");
    EXPECT_TRUE(table.ok()) << table.error().text();
    while (rows < table->rows.size() && table->at(rows, "gen") == table->at(rows - 1, "gen"))
        ++rows;
    table->rows.resize(std::min(table->rows.size(), rows));
    return *table;
}

std::string verdict(const Table& table)
{
    const auto report = check(table);
    if (!report)
        return report.error().text();
    return std::to_string(report->mismatches) + " mismatches" +
           (report->details.empty() ? "" : ": " + report->details.front());
}

/// Every eighth row, and the last.
void thin(Table& table)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (row % 8 == 0 || row + 1 == table.rows.size())
            rows.push_back(std::move(table.rows[row]));
    table.rows = std::move(rows);
}

TEST(LifeSound, IsTheTableThatItMakes)
{
    const Kind* kind = find_kind("life_sound");
    ASSERT_NE(kind, nullptr);
    Table table = kind->make();
    ASSERT_TRUE(kind->recompute(table).ok());
    const auto kept = read_table(std::string(QUERN_TEST_DATA) + "/life_sound.tsv");
    ASSERT_TRUE(kept.ok()) << kept.error().text();
    EXPECT_EQ(table.rows, kept->rows);
}

TEST(LifeSound, SkipsRowsAndNamesBadOnes)
{
    auto table = read_table(std::string(QUERN_TEST_DATA) + "/life_sound.tsv");
    ASSERT_TRUE(table.ok()) << table.error().text();
    table->rows.resize(24); // of the first case
    thin(*table);
    EXPECT_EQ(verdict(*table), "0 mismatches");
    table->set(1, "gen", "1");
    EXPECT_NE(verdict(*table).find("row 2"), std::string::npos) << verdict(*table);
    table->set(1, "case", "loud");
    EXPECT_NE(verdict(*table).find("loud"), std::string::npos) << verdict(*table);
}

class LifeGolden : public testing::TestWithParam<const char*> {};

TEST_P(LifeGolden, ChecksWithoutAMismatch)
{
    Table table = life(GetParam());
    EXPECT_GT(table.rows.size(), 60u);
    if (table.rows.size() == 1201) // the pentomino; every row takes the whole field's checksum
        thin(table);
    EXPECT_EQ(verdict(table), "0 mismatches");
}

TEST_P(LifeGolden, ReportsAnotherCellInEachResultColumn)
{
    Table table = life(GetParam(), 20);
    for (const std::string_view column : find_kind(table.kind)->results) {
        const std::string before = table.at(7, column);
        table.set(7, column, before + "0");
        const auto report = check(table);
        ASSERT_TRUE(report.ok()) << report.error().text();
        EXPECT_EQ(report->mismatches, 1u) << column;
        EXPECT_EQ(report->details.front().substr(0, 6), "row 8 ") << report->details.front();
        table.set(7, column, before);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, LifeGolden,
                         testing::Values("soup30_seed1", "soup30_256x128_seed7",
                                         "soup30_256x128_seed7_events", "glider_seam", "glider_seam_events",
                                         "glider_bucket", "glider_bucket_events", "r_pentomino",
                                         "still_life"),
                         [](const auto& file) { return std::string(file.param); });

TEST(LifeKinds, CheckAlikeWithEveryTarget)
{
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        for (const Table& table : {life("soup30_seed1", 30), life("soup30_256x128_seed7"),
                                   life("soup30_256x128_seed7_events", 5000), life("glider_seam", 30)})
            EXPECT_EQ(verdict(table), "0 mismatches") << dsp::name_of(target) << " " << table.name;
    }
    dsp::select_target(dsp::best_target());
}

/// Populations that Golly counted. What the plane holds is compared until something has gone round our field.
TEST(LifeKinds, AgreeWithGolly)
{
    const Table table = life("golly_crosscheck");
    const auto report = check(table);
    ASSERT_TRUE(report.ok()) << report.error().text();
    EXPECT_EQ(report->mismatches, 0u) << report->details.front();
    EXPECT_EQ(report->excepted, 5u) << "four patterns that are files, and the soup, which fills the plane";
    Table wrong = table;
    wrong.rows.erase(wrong.rows.begin(), wrong.rows.begin() + 9);
    wrong.set(1, "population", "117");
    EXPECT_EQ(verdict(wrong), "1 mismatches: row 2 population: 116 expected 117");
}

TEST(LifeKinds, LeaveOutThePlaneOnceSomethingWentRound)
{
    // Gliders of the pentomino leave in all four directions.
    Table table{"life_populations", {}, {"pattern", "universe", "generation", "population"}, {}};
    for (const char* generation : {"1000", "2000", "3000", "5000"})
        table.rows.push_back({"r_pentomino", "infinite plane", generation, ""});
    ASSERT_TRUE(find_kind("life_populations")->recompute(table).ok());
    EXPECT_NE(table.at(0, "population"), kExcepted);
    EXPECT_EQ(table.at(3, "population"), kExcepted);
}

TEST(LifeKinds, CheckAnyPositionThatANoteNames)
{
    const std::string text =
        "# lone block 2o$2o! at (-1,127), team 2 tag 1, 128x128 torus, rule B36/S23\n"
        "# gen,population,births,deaths,crc32_masks,crc32_state\n0,4,0,0,,x\n3,4,0,0,x,x\n";
    auto table = parse_table("anything", text, "here");
    ASSERT_TRUE(table.ok()) << table.error().text();
    EXPECT_EQ(table->kind, "life");
    EXPECT_EQ(table->name, "anything");
    ASSERT_TRUE(find_kind("life")->recompute(*table).ok());
    EXPECT_EQ(table->at(0, "crc32_masks"), "");
    EXPECT_EQ(table->at(1, "population"), "4");
    EXPECT_EQ(verdict(*table), "0 mismatches");
}

TEST(LifeKinds, ReadTheNoteTheyWrite)
{
    const auto same = [](const LifeStart& a, const LifeStart& b) {
        return a.kind == b.kind && a.size == b.size && a.rule == b.rule && a.density == b.density &&
               a.seed == b.seed && a.runs == b.runs && a.x == b.x && a.y == b.y && a.team == b.team &&
               a.tag == b.tag;
    };
    LifeStart pattern{.kind = LifeStart::Kind::pattern, .size = {128, 64}, .rule = {1u << 3 | 1u << 6, 0}};
    pattern.runs = "bob$2bo$3o!";
    pattern.x = -7;
    pattern.y = 1000;
    pattern.team = 3;
    pattern.tag = 1;
    const LifeStart still{.kind = LifeStart::Kind::still_life};
    for (const LifeStart& start : {pattern, still}) {
        const auto again = life_start_of(note_of(start));
        ASSERT_TRUE(again.has_value()) << note_of(start);
        EXPECT_TRUE(same(*again, start)) << note_of(start);
    }
    for (const double density : {0.0, 0.07, 0.1, 0.29, 0.3, 0.57, 1.0, 0.375, 1.0 / 3, 1e-9})
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{7}, ~std::uint64_t{0}}) {
            const LifeStart start{.size = {4096, 1}, .density = density, .seed = seed};
            const auto again = life_start_of(note_of(start));
            ASSERT_TRUE(again.has_value()) << note_of(start);
            EXPECT_TRUE(same(*again, start)) << note_of(start);
        }
}

TEST(LifeKinds, ReadANoteThatNamesItsPattern)
{
    const auto start = life_start_of("team 3 soup at (9,9) bob$2bo$3o! at (4,-5), 64x32 torus, B36/S23");
    ASSERT_TRUE(start.has_value());
    EXPECT_EQ(start->kind, LifeStart::Kind::pattern);
    EXPECT_EQ(start->x, 4);
    EXPECT_EQ(start->y, -5);
    EXPECT_EQ(start->team, 0);
    EXPECT_FALSE(life_start_of("64x32 torus, 30% soup, seed 1, B3/S23, script a.toml").has_value());
    EXPECT_FALSE(life_start_of("soup of the day, seed 1").has_value());
    EXPECT_FALSE(life_start_of("30% soup").has_value());
}

TEST(LifeKinds, SayWhatIsMissing)
{
    const auto why = [](const std::string& text) {
        const auto table = parse_table("x", text, "x.csv");
        if (!table)
            return table.error().text();
        return verdict(*table);
    };
    const std::string soup = "# 64x8 torus, 30% soup, seed 1\n";
    const std::string columns = "# gen,population,births,deaths,crc32_masks,crc32_state\n";
    const std::string events = "# gen,type(0 birth,1 death),x,y,packed\n";
    EXPECT_EQ(why(columns + "0,1,0,0,,x\n").substr(0, 30), "x: found no note that says whe");
    EXPECT_EQ(why(soup + columns), "x.csv: found no rows");
    EXPECT_EQ(why(soup + columns + "0,1,0,0\n"), "x.csv:3: found 4 cells, expected 6");
    EXPECT_NE(why(soup + columns + "5,1,0,0,x,x\n5,1,0,0,x,x\n").find("row 2 gen"), std::string::npos);
    EXPECT_NE(why(soup + columns + "-1,1,0,0,x,x\n").find("row 1 gen"), std::string::npos);
    EXPECT_NE(why(soup + columns + "1e9,1,0,0,x,x\n").find("row 1 gen"), std::string::npos);
    EXPECT_NE(why("# 64x0 torus, 30% soup, seed 1\n" + columns + "0,1,0,0,,x\n").find("64x0"),
              std::string::npos);
    EXPECT_NE(why("# 3o! at (1,1) team 4\n" + columns + "0,1,0,0,,x\n").find("no note"), std::string::npos);
    EXPECT_EQ(why(soup + events + "2,0,0,0,0\n"),
              "row 1 gen: found generation 2, expected generation 1, which has events");
    const auto short_list = check(*parse_table("x", soup + events + "1,0,0,0,0\n", ""));
    EXPECT_NE(short_list->details.back().find(" more in generation 1 expected 0"), std::string::npos)
        << short_list->details.back();
    const std::string plane = "# pattern,universe,generation,population\n";
    EXPECT_NE(why(plane + "beacon,infinite plane,0,6\n").find("row 1 pattern: found 'beacon'"),
              std::string::npos);
    EXPECT_NE(why(plane + "gosper_gun,cylinder,0,36\n").find("row 1 universe: found 'cylinder'"),
              std::string::npos);
    EXPECT_NE(why(plane + "gosper_gun,B3/S23:T100x64,0,36\n").find("found 100x64"), std::string::npos);
}

} // namespace
} // namespace quern::vectors
