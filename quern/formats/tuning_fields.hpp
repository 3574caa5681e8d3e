// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "quern/bed/tuning.hpp"

namespace quern::formats {

/// Where a field lives inside a tuning: one value or a list of them.
using TuningSlot = std::variant<std::span<float>, std::span<int>, std::span<std::uint8_t>, std::span<bool>,
                                std::span<bed::Member>>;

/// What may be written: a number, a whole number, true or false, the name of a surface recording.
enum class TuningKind : std::uint8_t { number, whole, flag, recording };

/// One field of the tuning as a person sees it. The only list of names, units and ranges: reading, checking,
/// writing and documentation all go by it.
struct TuningField {
    std::string_view table; ///< a TuningTable's name
    std::string_view name;  ///< inside a row of that table; a dot enters a sub-table ("player_a.attack_s")
    std::string_view unit;  ///< as printed; empty for a plain factor or count
    float min = 0.0f;       ///< smallest and largest allowed value of numbers and whole numbers
    float max = 0.0f;
    std::string_view text; ///< what it does, one line
    TuningKind kind = TuningKind::number;
    int count = 1;                                   ///< values in the list; 1 = a plain value
    TuningSlot (*slot)(bed::Tuning&, int) = nullptr; ///< the values in a row (0 <= row < rows of the table)
};

/// A table of a tuning file. With more than one row each row is a sub-table ("seam.3").
struct TuningTable {
    std::string_view name;
    int rows = 1;
    std::string_view row_word; ///< how documentation writes the row: "<recording>", "<n>"; empty for one row
};

/// Every table, in the order in which they are written.
std::span<const TuningTable> tuning_tables() noexcept;
/// Every field, grouped by table in the same order.
std::span<const TuningField> tuning_fields() noexcept;

/// "surface.default", "seam.3", "mix": the name of a row as files and messages use it.
std::string tuning_row_name(const TuningTable& table, int row);
/// The fields of one table.
std::span<const TuningField> tuning_fields_of(const TuningTable& table) noexcept;

/// The allowed values in words: "1 to 300 km/h", "true or false", "a list of 4 numbers, each -1 to 2".
std::string allowed_text(const TuningField& field);
/// The shortest decimal that reads back as exactly this number, with a point or an exponent: "65.0".
std::string number_text(float value);

/// Full names of the fields whose bits differ ("surface.wood_ramp_hard.max_kmh"); empty when the tunings are
/// equal.
std::vector<std::string> tuning_differences(const bed::Tuning& a, const bed::Tuning& b);

} // namespace quern::formats
