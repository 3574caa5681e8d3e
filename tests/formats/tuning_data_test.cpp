// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The numbers themselves: files, compiled-in default and golden files say the same, bit for bit.
#include <bit>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "quern/formats/tuning_check.hpp"
#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"

namespace quern::formats {
namespace {

const std::filesystem::path kData = std::filesystem::path(QUERN_SOURCE_DIR) / "data/tuning";

using Row = std::map<std::string, std::string>;

// The rows of a tab-separated file by column name; lines that start with # are notes.
std::vector<Row> rows_of(const std::string& name)
{
    std::ifstream file(std::filesystem::path(QUERN_TEST_DATA) / name);
    std::vector<std::string> columns;
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#'))
            continue;
        std::vector<std::string> cells;
        std::istringstream stream(line);
        for (std::string cell; std::getline(stream, cell, '\t');)
            cells.push_back(cell);
        if (columns.empty()) {
            columns = cells;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < columns.size(); ++i)
            row[columns[i]] = cells.at(i);
        rows.push_back(row);
    }
    return rows;
}

std::string bits(float value)
{
    char text[9];
    std::snprintf(text, sizeof text, "%08X", std::bit_cast<std::uint32_t>(value));
    return text;
}

std::string pair_text(const std::array<int, 2>& slots)
{
    return std::to_string(slots[0]) + "," + std::to_string(slots[1]);
}

TEST(TuningData, TheFilesReadAsTheCompiledInDefault)
{
    const Result<bed::Tuning> read = read_tuning(kData, bed::Tuning{});
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(tuning_differences(*read, bed::default_tuning()), std::vector<std::string>{});
}

TEST(TuningData, NoFieldOfTheDefaultIsLeftToTheBase)
{
    // Two bases that differ in every number give the same tuning only if the files name everything that
    // matters.
    bed::Tuning odd{};
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            for (const TuningField& field : tuning_fields_of(table)) {
                // Seam rows and map rows name only what applies to them.
                if (table.name == "seam" || table.name == "map.surface")
                    continue;
                const TuningSlot slot = field.slot(odd, row);
                if (const auto* values = std::get_if<std::span<float>>(&slot))
                    std::fill(values->begin(), values->end(), 0.777f);
            }
        }
    }
    const Result<bed::Tuning> read = read_tuning(kData, odd);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(tuning_differences(*read, bed::default_tuning()), std::vector<std::string>{});
}

TEST(TuningData, TheDefaultKeepsItsOwnRules)
{
    const auto complaint = check_tuning(bed::default_tuning());
    EXPECT_FALSE(complaint) << complaint->message;
}

TEST(TuningData, SurfacesEqualTheGoldenFile)
{
    const std::vector<Row> rows = rows_of("tuning.tsv");
    ASSERT_EQ(rows.size(), 1 + bed::kSurfaceMembers);
    const bed::Tuning& tuning = bed::default_tuning();
    for (Row row : rows) {
        const auto member = bed::member_named(row["surface"]);
        ASSERT_TRUE(member || row["surface"] == "default") << row["surface"];
        const bed::SurfaceTuning& s =
            member ? tuning.surface[static_cast<std::size_t>(*member)] : tuning.fallback;
        const std::map<std::string, float> ours{
            {"max_kmh", s.max_kmh},
            {"P0", s.position[0]},
            {"P1", s.position[1]},
            {"P2", s.position[2]},
            {"P3", s.position[3]},
            {"turn_cap", s.turn_cap},
            {"rise", s.turn_rise},
            {"fall", s.turn_fall},
            {"special_gain", s.special_gain},
            {"special_shift", s.special_shift_hz},
            {"slope_gain", s.slope_gain},
            {"slope_ramp_kmh", s.slope_ramp_kmh},
            {"A_shift_per_slope", s.a_shift_per_slope_hz},
            {"B_base_shift", s.b_base_shift_hz},
            {"B_shift_per_slope", s.b_shift_per_slope_hz},
            {"push_shift_low", s.push_shift_slow_hz},
        };
        EXPECT_EQ(ours.size() + 1, row.size());
        for (const auto& [column, value] : ours)
            EXPECT_EQ(bits(value), row[column]) << row["surface"] << " " << column;
    }
}

TEST(TuningData, EveryRecordingSharesWhatTheOriginalKeepsInItsDefault)
{
    const bed::Tuning& tuning = bed::default_tuning();
    for (const bed::SurfaceTuning& s : tuning.surface) {
        EXPECT_EQ(s.push_ramp_kmh, 45.0f);
        EXPECT_EQ(s.push_scale_slow, 1.4f);
        EXPECT_EQ(s.push_scale_fast, 1.1f);
        EXPECT_EQ(s.push_shift_fast_hz, -20.0f);
        EXPECT_EQ(s.push_scale_ms, (std::array{35.0f, 200.0f, 600.0f}));
        EXPECT_EQ(s.push_shift_ms, (std::array{30.0f, 200.0f, 600.0f}));
        EXPECT_EQ(s.slope_down, -10.0f);
        EXPECT_EQ(s.slope_up, 10.0f);
        EXPECT_EQ(s.player_a.window, 1.6f);
        EXPECT_EQ(s.player_b.window, 1.5f);
        EXPECT_EQ(s.level_db, 0.0f);
    }
}

TEST(TuningData, MaterialsRollOnTheSurfacesOfTheGoldenFile)
{
    const bed::Tuning& tuning = bed::default_tuning();
    std::size_t materials = 0;
    for (Row row : rows_of("routing_map.tsv")) {
        const int material = std::stoi(row["material"]);
        const int surface = std::stoi(row["surface"]);
        if (material < bed::kMaterialMap) {
            ++materials;
            EXPECT_EQ(int{tuning.surface_of_material[static_cast<std::size_t>(material)]}, surface)
                << material;
        }
        const bed::SurfaceRow& s = tuning.surfaces[static_cast<std::size_t>(surface)];
        EXPECT_EQ(s.grain ? "1" : "0", row["grain"]) << surface;
        EXPECT_EQ(std::to_string(s.selector), row["selector"]) << surface;
        EXPECT_EQ(pair_text(s.slots_soft), row["slots_soft"]) << surface;
        EXPECT_EQ(pair_text(s.slots_hard), row["slots_hard"]) << surface;
        EXPECT_EQ(s.grain ? bed::name_of(s.soft) : "-", row["soft_member"]) << surface;
        EXPECT_EQ(s.grain ? bed::name_of(s.hard) : "-", row["hard_member"]) << surface;
        EXPECT_EQ(s.fallback_tuning, surface == 0) << surface;
    }
    EXPECT_EQ(materials, static_cast<std::size_t>(bed::kMaterialMap));
}

} // namespace
} // namespace quern::formats
