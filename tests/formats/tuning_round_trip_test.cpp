// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any allowed tuning, written and read back, has the same bits.
#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "quern/formats/tuning_check.hpp"
#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"

namespace quern::formats {
namespace {

// A single between two bounds, often one of them: all bits of the fraction in between.
float single_between(float low, float high)
{
    const auto dice = *rc::gen::inRange<std::uint32_t>(0, 1u << 24);
    if (dice % 16 == 0)
        return dice & 16 ? low : high;
    const float value = low + (high - low) * (static_cast<float>(dice) / static_cast<float>(1u << 24));
    return std::clamp(value, low, high);
}

template <class T> void fill(const TuningField& field, std::span<T> values)
{
    for (T& value : values) {
        if constexpr (std::is_same_v<T, float>)
            value = single_between(field.min, field.max);
        else if constexpr (std::is_same_v<T, bool>)
            value = *rc::gen::arbitrary<bool>();
        else if constexpr (std::is_same_v<T, bed::Member>)
            value = static_cast<bed::Member>(*rc::gen::inRange<std::size_t>(0, bed::kSurfaceMembers));
        else
            value = static_cast<T>(
                *rc::gen::inRange(static_cast<int>(field.min), static_cast<int>(field.max) + 1));
    }
}

// A tuning with every field drawn from its range, except where two fields must agree: those keep the default.
bed::Tuning arbitrary_tuning()
{
    bed::Tuning tuning = bed::default_tuning();
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            for (const TuningField& field : tuning_fields_of(table)) {
                const bed::Tuning before = tuning;
                std::visit([&](auto values) { fill(field, values); }, field.slot(tuning, row));
                // No rule ties one surface field to another, and these are most of all fields.
                if (table.name != "surface" && check_tuning(tuning))
                    tuning = before;
            }
        }
    }
    return tuning;
}

TEST(TuningRoundTrip, AnyTuningReadsBackBitForBitOverAnyBase)
{
    const bool held = rc::check([] {
        const bed::Tuning tuning = arbitrary_tuning();
        const std::string text = write_tuning(tuning);
        for (const bed::Tuning& base : {bed::Tuning{}, bed::default_tuning()}) {
            const auto read = parse_tuning(text, base);
            RC_ASSERT(read.ok());
            RC_ASSERT(tuning_differences(*read, tuning).empty());
        }
    });
    EXPECT_TRUE(held);
}

TEST(TuningRoundTrip, WritingWhatWasReadIsTheSameText)
{
    const std::string text = write_tuning(bed::default_tuning());
    const auto read = parse_tuning(text, bed::Tuning{});
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(write_tuning(*read), text);
}

TEST(TuningRoundTrip, EveryFieldIsWrittenWithItsUnit)
{
    const std::string text = write_tuning(bed::default_tuning());
    for (const TuningField& field : tuning_fields()) {
        EXPECT_NE(text.find("\n" + std::string(field.name) + " = "), std::string::npos) << field.name;
        EXPECT_NE(text.find(" # " + (field.unit.empty() ? "" : std::string(field.unit) + "; ") +
                            std::string(field.text) + "\n"),
                  std::string::npos)
            << field.name;
    }
}

} // namespace
} // namespace quern::formats
