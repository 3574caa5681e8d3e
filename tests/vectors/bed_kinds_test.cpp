// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <string>

#include "apps/cli/vectors/vectors.hpp"
#include "quern/core/units.hpp"

namespace quern::vectors {
namespace {

Table records()
{
    auto table = read_table(std::string(QUERN_TEST_DATA) + "/records.tsv.gz");
    EXPECT_TRUE(table.ok());
    return *table;
}

/// The first row for which `wanted` holds.
template <class Wanted> std::size_t row_where(const Table& table, Wanted wanted)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (wanted(row))
            return row;
    }
    ADD_FAILURE() << "no such row";
    return 0;
}

/// Mismatches after moving one cell by `ulps`.
std::size_t mismatches_of(Table table, std::size_t row, std::string_view column, int ulps)
{
    const auto value = single_of_hex(table.at(row, column));
    EXPECT_TRUE(value.ok());
    table.set(row, column, hex(to_bits(*value) + static_cast<std::uint32_t>(ulps)));
    const auto report = check(table);
    EXPECT_TRUE(report.ok());
    return report->mismatches;
}

TEST(BedKinds, ForgiveOneUlpOnlyWhileASeamRuns)
{
    const Table table = records();
    const std::size_t plain = row_where(table, [&](std::size_t row) { return table.at(row, "seam") == "-"; });
    EXPECT_EQ(mismatches_of(table, plain, "gainA", 1), 1u);
    // A cell that our form matches exactly, so that one ulp is one ulp.
    Table ours = table;
    ASSERT_TRUE(find_kind("records")->recompute(ours).ok());
    const std::size_t seam = row_where(table, [&](std::size_t row) {
        return table.at(row, "seam") != "-" && ours.at(row, "gainA") == table.at(row, "gainA");
    });
    EXPECT_EQ(mismatches_of(table, seam, "gainA", 1), 0u);
    EXPECT_EQ(mismatches_of(table, seam, "gainA", 2), 1u);
    EXPECT_EQ(mismatches_of(table, seam, "pitchA", 1), 1u);
}

TEST(BedKinds, ExceptOnlyWhatFollowsTheOtherPushScale)
{
    const Table table = records();
    Table ours = table;
    ASSERT_TRUE(find_kind("records")->recompute(ours).ok());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const bool scales_part = table.at(row, "scale") != table.at(row, "scale_con");
        EXPECT_EQ(ours.at(row, "posA") == kExcepted, scales_part) << row;
        for (std::string_view column :
             {"gainA", "posA_con", "posB_con", "scale_con", "shift_con", "fssA", "fssB", "seam"})
            EXPECT_NE(ours.at(row, column), kExcepted) << row << " " << column;
    }
}

TEST(BedKinds, AgreeWithTheTablesTheyMake)
{
    for (const char* name :
         {"position", "tuning", "rocket", "envelope", "records", "chain", "routing", "routing_map"}) {
        const Kind* kind = find_kind(name);
        ASSERT_NE(kind, nullptr) << name;
        Table table = kind->make();
        EXPECT_GT(table.rows.size(), 10u) << name;
        ASSERT_TRUE(kind->recompute(table).ok()) << name;
        const auto report = check(table);
        ASSERT_TRUE(report.ok()) << name;
        EXPECT_EQ(report->mismatches, 0u) << name;
    }
}

TEST(BedKinds, NameTheBadCell)
{
    for (const auto& [column, bad] :
         {std::pair{"surface", "gravel"}, {"speed", "fast"}, {"wheels", "5"}, {"pattern", "-1"}}) {
        Table table = records();
        table.set(3, column, bad);
        const auto report = check(table);
        ASSERT_FALSE(report.ok()) << column;
        EXPECT_NE(report.error().text().find(column), std::string::npos) << report.error().text();
    }
}

} // namespace
} // namespace quern::vectors
