// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <string>

#include <nlohmann/json.hpp>

using namespace quern::test;
using nlohmann::json;

namespace {

class VerbsTest : public ProgramTest {};

/// Changes the first digit of `column` in the last row.
void change_last(std::string& table, const std::string& column)
{
    std::size_t header = 0;
    while (table.at(header) == '#')
        header = table.find('\n', header) + 1;
    std::size_t at = table.rfind('\n', table.size() - 2) + 1;
    for (std::size_t cell = header; table.compare(cell, column.size(), column) != 0;) {
        cell = table.find('\t', cell) + 1;
        at = table.find('\t', at) + 1;
    }
    table.at(at) = table.at(at) == '1' ? '2' : '1';
}

} // namespace

TEST_F(VerbsTest, VectorsThatAreMadeCheckWithoutAMismatch)
{
    const json kinds = json::parse(quern("vectors list --json").out);
    ASSERT_GT(kinds.size(), 10u);
    std::size_t made = 0;
    for (const json& entry : kinds) {
        if (!entry["make"].get<bool>())
            continue;
        const std::string kind = entry["kind"];
        ASSERT_EQ(quern("vectors make " + kind + " -o " + kind + ".tsv").exit, 0) << kind;
        const Outcome run = quern("vectors check " + kind + ".tsv");
        EXPECT_EQ(run.exit, 0) << run.out;
        EXPECT_TRUE(run.out.starts_with(kind + " rows ")) << run.out;
        EXPECT_NE(run.out.find(" mismatches 0 "), std::string::npos) << run.out;
        ++made;
    }
    EXPECT_GT(made, 5u);
}

TEST_F(VerbsTest, AChangedResultIsExitOneAndNamedWithV)
{
    std::string text = quern("vectors make rng").out;
    const json kinds = json::parse(quern("vectors list --json").out);
    std::string column;
    for (const json& entry : kinds) {
        if (entry["kind"] == "rng")
            column = entry["results"][0];
    }
    change_last(text, column);
    write("rng.tsv", text);
    const Outcome run = quern("vectors check rng.tsv -v");
    EXPECT_EQ(run.exit, 1);
    EXPECT_NE(run.out.find(" mismatches 1 "), std::string::npos) << run.out;
    EXPECT_NE(run.err.find("expected"), std::string::npos) << run.err;
}

TEST_F(VerbsTest, TraceStatsShowTheRhythm)
{
    write("ride.csv", ride_csv(40.0, 9.0));
    ASSERT_EQ(quern("render ride.csv -q -o x.wav --trace t.tsv").exit, 0);
    const json told = json::parse(quern("trace stats t.tsv --json").out);
    const json& a = told["members"]["concrete_rough_hard A"];
    ASSERT_TRUE(a.is_object()) << told.dump();
    EXPECT_GT(a["starts"], 80);
    EXPECT_GT(a["pick_p"].get<double>(), 1e-4) << "the picks treat all candidates alike";
    EXPECT_GT(a["mean_interval_s"].get<double>(), 0.2);
    EXPECT_LT(a["mean_interval_s"].get<double>(), 0.36);
    const Outcome text = quern("trace stats - < t.tsv");
    EXPECT_NE(text.out.find("concrete_rough_hard A: "), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("chi-square"), std::string::npos) << text.out;
}

TEST_F(VerbsTest, TheBankIsListedMeasuredAndWritten)
{
    const Outcome list = quern("bank");
    EXPECT_EQ(list.exit, 0);
    EXPECT_NE(list.out.find("concrete_rough_hard"), std::string::npos);
    const json measured = json::parse(quern("bank --measure --json").out);
    ASSERT_EQ(measured.size(), 14u);
    for (const json& member : measured)
        EXPECT_EQ(member["level_dbfs"].size(), 20u) << member["name"];
    const Outcome written = quern("bank --write folder --format f32");
    EXPECT_EQ(written.exit, 0) << written.err;
    const Wav wav = parse_wav(read("folder/concrete_rough_hard.wav"));
    EXPECT_EQ(wav.channels, 1);
    EXPECT_TRUE(wav.floating);
    const json listed = json::parse(quern("bank --json").out);
    for (const json& member : listed) {
        if (member["name"] == "concrete_rough_hard") {
            EXPECT_EQ(member["frames"], wav.frames());
            EXPECT_EQ(member["rate"], wav.rate);
            EXPECT_EQ(member["duration_bits"], "41AEBC39");
        }
    }
}
