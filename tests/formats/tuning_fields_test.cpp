// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The one table of fields: complete, unambiguous, and what the handbook prints.
#include <cmath>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "quern/formats/tuning_check.hpp"
#include "quern/formats/tuning_fields.hpp"

namespace quern::formats {
namespace {

template <class Visit> void for_each_field(Visit visit)
{
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            for (const TuningField& field : tuning_fields_of(table))
                visit(table, row, field);
        }
    }
}

TEST(TuningFields, CoverEveryNumberOfTheTuning)
{
    bed::Tuning tuning{};
    const auto* origin = reinterpret_cast<const unsigned char*>(&tuning);
    std::vector<int> covered(sizeof tuning, 0);
    for_each_field([&](const TuningTable&, int row, const TuningField& field) {
        std::visit(
            [&](auto values) {
                EXPECT_EQ(values.size(), static_cast<std::size_t>(field.count)) << field.name;
                const auto bytes = std::as_bytes(values);
                const auto from = reinterpret_cast<const unsigned char*>(bytes.data()) - origin;
                for (std::size_t i = 0; i < bytes.size(); ++i)
                    ++covered[static_cast<std::size_t>(from) + i];
            },
            field.slot(tuning, row));
    });
    // Surface 14 is no contact: the row exists, nothing of it can be set.
    const auto none = reinterpret_cast<const unsigned char*>(&tuning.surfaces[bed::kNoContact]) - origin;
    for (std::size_t i = 0; i < sizeof(bed::SurfaceRow); ++i)
        ++covered[static_cast<std::size_t>(none) + i];

    std::size_t gap = 0;
    for (std::size_t i = 0; i < covered.size(); ++i) {
        ASSERT_LE(covered[i], 1) << "byte " << i << " belongs to two fields";
        gap = covered[i] == 0 ? gap + 1 : 0;
        ASSERT_LT(gap, alignof(float)) << "byte " << i << " belongs to no field and is no padding";
    }
}

TEST(TuningFields, HaveOneNameEachAndAMeaning)
{
    std::set<std::string> names;
    for (const TuningField& field : tuning_fields()) {
        EXPECT_TRUE(names.insert(std::string(field.table) + "." + std::string(field.name)).second)
            << field.name;
        EXPECT_FALSE(field.text.empty()) << field.name;
        EXPECT_LT(field.text.size(), 90u) << field.name;
        if (field.kind == TuningKind::number || field.kind == TuningKind::whole) {
            EXPECT_LT(field.min, field.max) << field.name;
        }
    }
    std::size_t grouped = 0;
    for (const TuningTable& table : tuning_tables())
        grouped += tuning_fields_of(table).size();
    EXPECT_EQ(grouped, tuning_fields().size());
}

TEST(TuningFields, NumbersArePrintedShortAndReadBackExactly)
{
    EXPECT_EQ(number_text(65.0f), "65.0");
    EXPECT_EQ(number_text(0.1f), "0.1");
    EXPECT_EQ(number_text(-0.0f), "-0.0");
    EXPECT_EQ(number_text(0.362069f), "0.362069");
    for (std::uint32_t word = 1; word < 0x7F800000u; word += 99991) {
        float value = 0.0f;
        std::memcpy(&value, &word, sizeof value);
        const float read = static_cast<float>(std::strtod(number_text(value).c_str(), nullptr));
        ASSERT_EQ(std::memcmp(&read, &value, sizeof value), 0) << number_text(value);
    }
}

TEST(TuningFields, DifferencesAreNamed)
{
    bed::Tuning a = bed::default_tuning();
    bed::Tuning b = a;
    b.fallback.player_a.attack = 0.2f;
    b.surface[static_cast<std::size_t>(bed::Member::wood_ramp_hard)].level_db =
        -0.0f; // differs by its sign bit
    b.surfaces[9].soft = bed::Member::wood_ramp_soft;
    b.seams[1].mode = 2;
    EXPECT_EQ(tuning_differences(a, b), (std::vector<std::string>{"surface.default.player_a.attack_s",
                                                                  "surface.wood_ramp_hard.level_db",
                                                                  "map.surface.9.soft", "seam.1.mode"}));
}

TEST(TuningFields, ARangeRefusesWhatIsNotFinite)
{
    const TuningField& field = tuning_fields()[0];
    EXPECT_TRUE(in_range(field, field.min));
    EXPECT_TRUE(in_range(field, field.max));
    EXPECT_FALSE(in_range(field, std::nextafter(field.max, 1e9f)));
    EXPECT_FALSE(in_range(field, std::nanf("")));
    EXPECT_FALSE(in_range(field, -INFINITY));
}

TEST(TuningFields, ACheckFindsWhatAProgramPutThere)
{
    bed::Tuning tuning = bed::default_tuning();
    tuning.surface[static_cast<std::size_t>(bed::Member::wood_ramp_hard)].position[2] = std::nanf("");
    auto complaint = check_tuning(tuning);
    ASSERT_TRUE(complaint);
    EXPECT_EQ(complaint->field, "surface.wood_ramp_hard.position");
    EXPECT_EQ(complaint->message.rfind("surface.wood_ramp_hard.position[2]: found nan, expected ", 0), 0u);

    tuning = bed::default_tuning();
    tuning.surfaces[1].hard = bed::Member::x_jet_rolling;
    complaint = check_tuning(tuning);
    ASSERT_TRUE(complaint);
    EXPECT_EQ(complaint->field, "map.surface.1.hard");
}

// The default as the handbook shows it: surface fields of [surface.default], numbered rows have none.
std::string default_text(const TuningTable& table, const TuningField& field)
{
    if (table.rows > 1 && table.name != "surface")
        return "";
    bed::Tuning tuning = bed::default_tuning();
    const TuningSlot slot = field.slot(tuning, 0);
    const auto* numbers = std::get_if<std::span<float>>(&slot);
    if (numbers == nullptr) {
        const auto* whole = std::get_if<std::span<int>>(&slot);
        return whole != nullptr && whole->size() == 1 ? std::to_string((*whole)[0]) : "see file";
    }
    std::string text;
    for (const float number : *numbers)
        text += (text.empty() ? "" : ", ") + number_text(number);
    return text;
}

TEST(TuningFields, TheHandbookListsThemAll)
{
    std::ostringstream handbook;
    handbook << std::ifstream(std::string(QUERN_SOURCE_DIR) + "/docs/tuning.md").rdbuf();
    std::string expected;
    for (const TuningTable& table : tuning_tables()) {
        expected += "\n| `[" + std::string(table.name) +
                    (table.rows > 1 ? "." + std::string(table.row_word) : "") +
                    "]` | allowed | default | meaning |\n|---|---|---|---|\n";
        for (const TuningField& field : tuning_fields_of(table)) {
            expected +=
                "| `" + std::string(field.name) + "` | " +
                (field.kind == TuningKind::recording ? "name of a surface recording" : allowed_text(field)) +
                " | " + default_text(table, field) + " | " + std::string(field.text) + " |\n";
        }
    }
    EXPECT_NE(handbook.str().find(expected), std::string::npos)
        << "docs/tuning.md must hold exactly this section:\n"
        << expected;
}

} // namespace
} // namespace quern::formats
