// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/vectors.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::vectors {
namespace {

std::vector<std::string> golden_files()
{
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(QUERN_TEST_DATA)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".tsv") || name.ends_with(".tsv.gz"))
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string golden(const std::string& name)
{
    return std::string(QUERN_TEST_DATA) + "/" + name;
}

std::string kind_name(const testing::TestParamInfo<std::string>& info)
{
    const std::string name = std::filesystem::path(info.param).filename().string();
    return name.substr(0, name.find('.'));
}

/// The cell with one bit of its single flipped (the exponent's top bit where a tolerance would hide the
/// last), or another text.
std::string damaged(const std::string& cell, bool exact)
{
    if (const auto value = single_of_hex(cell); value.ok())
        return hex(to_bits(*value) ^ (exact ? 1u : 0x40000000u));
    std::string other = cell.empty() ? "0" : cell;
    other.front() = std::isdigit(static_cast<unsigned char>(other.front())) != 0
                        ? static_cast<char>(other.front() ^ 1)
                        : '!';
    return other;
}

/// A row in the middle whose cell is compared, not left out by a documented exception.
std::optional<std::size_t> compared_row(const Kind& kind, const Table& table, std::string_view column)
{
    Table ours = table;
    if (!kind.recompute(ours))
        return std::nullopt;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::size_t row = (table.rows.size() / 2 + i) % table.rows.size();
        if (ours.at(row, column) != kExcepted)
            return row;
    }
    return std::nullopt;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, ChecksWithoutAMismatch)
{
    const auto table = read_table(GetParam());
    ASSERT_TRUE(table.ok()) << table.error().text();
    const auto report = check(*table);
    ASSERT_TRUE(report.ok()) << report.error().text();
    EXPECT_GT(report->rows, 0u);
    EXPECT_EQ(report->mismatches, 0u) << (report->details.empty() ? "" : report->details.front());
}

TEST_P(Golden, ChecksAlikeWithEveryTarget)
{
    const auto table = read_table(GetParam());
    ASSERT_TRUE(table.ok()) << table.error().text();
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        const auto report = check(*table);
        ASSERT_TRUE(report.ok()) << report.error().text();
        EXPECT_EQ(report->mismatches, 0u)
            << dsp::name_of(target) << ": " << (report->details.empty() ? "" : report->details.front());
    }
    dsp::select_target(dsp::best_target());
}

TEST_P(Golden, ReportsAFlippedBitInEachResultColumn)
{
    auto table = read_table(GetParam());
    ASSERT_TRUE(table.ok()) << table.error().text();
    const Kind* kind = find_kind(table->kind);
    ASSERT_NE(kind, nullptr);
    for (const std::string_view column : kind->results) {
        const auto row = compared_row(*kind, *table, column);
        ASSERT_TRUE(row.has_value()) << "nothing of " << column << " is compared";
        const std::string before = table->at(*row, column);
        table->set(*row, column, damaged(before, kind->tolerances.count(column) == 0));
        const auto report = check(*table);
        ASSERT_TRUE(report.ok()) << report.error().text();
        EXPECT_EQ(report->mismatches, 1u) << column;
        ASSERT_FALSE(report->details.empty()) << column;
        EXPECT_TRUE(report->details.front().starts_with("row " + std::to_string(*row + 1) + " " +
                                                        std::string(column)))
            << report->details.front();
        table->set(*row, column, before);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(golden_files()), kind_name);

TEST(Vectors, EveryKindOfTheGrainRoomHasAGoldenFile)
{
    const auto files = golden_files();
    for (const std::string name : {"rng", "tiling", "pick", "candidates", "schedule", "schedule_picks",
                                   "seek", "seek_table", "seek_walk"}) {
        EXPECT_TRUE(std::any_of(files.begin(), files.end(), [&](const std::string& file) {
            return file.find("/" + name + ".") != std::string::npos;
        })) << name;
    }
}

TEST(Vectors, AnUnknownKindIsAnError)
{
    const Table table{"rgn", {}, {"n"}, {{"1"}}};
    const auto report = check(table);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().text().find("rgn"), std::string::npos);
}

TEST(Vectors, AMissingColumnIsAnError)
{
    const Table table{"tiling", {}, {"lo", "hi", "len", "low", "high", "count"}, {}};
    const auto report = check(table);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().text().find("candidates"), std::string::npos);
}

TEST(Vectors, AnUnreadableCellNamesItsRow)
{
    struct Damage {
        const char* file;
        const char* column;
        const char* text;
    };
    for (const Damage& damage :
         {Damage{"tiling.tsv", "len", "3ECCCCC"}, Damage{"pick.tsv.gz", "params", "C"},
          Damage{"pick.tsv.gz", "n", "seven"}, Damage{"pick.tsv.gz", "n", "99999999999999"},
          Damage{"pick.tsv.gz", "seed", "random"}, Damage{"candidates.tsv.gz", "dur", "long"},
          Damage{"schedule.tsv.gz", "scenario", "const_nowhere_2"}, Damage{"schedule.tsv.gz", "player", "C"},
          Damage{"schedule_picks.tsv.gz", "block", "-1"}, Damage{"seek.tsv", "bytes", "C0"},
          Damage{"seek_table.tsv", "bytes", "0010"}, Damage{"seek_walk.tsv", "target", "1e9"}}) {
        auto table = read_table(golden(damage.file));
        ASSERT_TRUE(table.ok()) << table.error().text();
        const std::size_t row = std::min<std::size_t>(table->rows.size() - 1, 3);
        table->set(row, damage.column, damage.text);
        const auto report = check(*table);
        ASSERT_FALSE(report.ok()) << damage.file << ' ' << damage.column;
        EXPECT_NE(report.error().text().find("row " + std::to_string(row + 1) + " "), std::string::npos)
            << report.error().text();
    }
}

TEST(Vectors, ADamagedFileIsAnErrorWithItsLine)
{
    const std::string path = testing::TempDir() + "tiling.tsv";
    FILE* file = std::fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs("# note\nlo\thi\n3F800000\t40000000\n3F800000\n", file);
    std::fclose(file);
    const auto table = read_table(path);
    ASSERT_FALSE(table.ok());
    EXPECT_NE(table.error().where.find(":4"), std::string::npos) << table.error().where;
    EXPECT_FALSE(read_table(golden("no_such.tsv")).ok());
}

TEST(Vectors, RowsInPartGiveTheSameAnswer)
{
    // Only every seventh row of each scenario: what lies between is still played.
    for (const char* name : {"pick.tsv.gz", "candidates.tsv.gz", "schedule.tsv.gz", "rng.tsv"}) {
        auto table = read_table(golden(name));
        ASSERT_TRUE(table.ok());
        std::vector<std::vector<std::string>> some;
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            const bool start_state = table->at(row, "n") == "-1";
            const bool bind = table->at(row, "events").starts_with("bind");
            if (start_state || (row % 7 == 0 && !bind))
                some.push_back(table->rows[row]);
        }
        table->rows = some;
        const auto report = check(*table);
        ASSERT_TRUE(report.ok()) << report.error().text();
        EXPECT_EQ(report->mismatches, 0u) << name << ": " << report->details.front();
    }
}

TEST(Vectors, ScenariosOfTheHeadersRunOnEverySurface)
{
    const std::vector<std::string> columns = read_table(golden("schedule.tsv.gz"))->columns;
    for (const std::string scenario :
         {"const_wood_ramp_soft_4.5", "ramp_asphalt_rough_soft", "jump_metal_smooth_hard",
          "flip_concrete_smooth_hard", "wander_concrete_aggregate_hard", "pitch_0.5", "change_6"}) {
        Table table{"schedule", {}, columns, {}};
        for (const char* block : {"0", "0", "1500", "3749"}) {
            for (const char* player : {"A", "B"}) {
                std::vector<std::string> row(columns.size());
                row[0] = scenario;
                row[1] = block;
                row[2] = player;
                table.rows.push_back(std::move(row));
            }
        }
        ASSERT_TRUE(find_kind("schedule")->recompute(table).ok()) << scenario;
        EXPECT_TRUE(table.at(0, "events").starts_with("bind;start0(")) << table.at(0, "events");
        EXPECT_EQ(table.at(2, "events"), ".");
        EXPECT_EQ(table.at(6, "rng_after_player").size(), 53u);
    }
}

TEST(Vectors, ARebindWritesItsStopsBeforeTheStart)
{
    const std::vector<std::string> columns = read_table(golden("schedule.tsv.gz"))->columns;
    Table table{"schedule", {}, columns, {}};
    for (int row = 0; row < 4; ++row) { // frame 120 begins with block 375
        table.rows.emplace_back(columns.size());
        table.rows.back()[0] = "change_6";
        table.rows.back()[1] = "375";
        table.rows.back()[2] = row % 2 == 0 ? "A" : "B";
    }
    ASSERT_TRUE(find_kind("schedule")->recompute(table).ok());
    for (std::size_t row = 0; row < 2; ++row) {
        EXPECT_TRUE(table.at(row, "events").starts_with("bind;stop")) << table.at(row, "events");
        EXPECT_NE(table.at(row, "events").find(";start0("), std::string::npos);
        EXPECT_EQ(table.at(row, "active"), "0");
    }
    EXPECT_EQ(table.at(0, "rng_after_player"), table.at(1, "rng_after_player"))
        << "both are after both binds";
    EXPECT_FALSE(table.at(2, "events").starts_with("bind"));
}

TEST(Vectors, WhatEachKindMakesChecks)
{
    for (const Kind& kind : kinds()) {
        if (kind.make == nullptr)
            continue;
        Table made = kind.make();
        ASSERT_FALSE(made.rows.empty()) << kind.name;
        const Status done = kind.recompute(made);
        ASSERT_TRUE(done.ok()) << kind.name << ": " << done.error().text();
        const auto report = check(made);
        ASSERT_TRUE(report.ok()) << kind.name << ": " << report.error().text();
        EXPECT_EQ(report->mismatches, 0u) << kind.name << ": " << report->details.front();
    }
}

} // namespace
} // namespace quern::vectors
