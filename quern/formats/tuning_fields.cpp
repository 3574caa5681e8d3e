// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/tuning_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace quern::formats {
namespace {

constexpr std::array kTables{
    TuningTable{"surface", 1 + static_cast<int>(bed::kSurfaceMembers), "<recording>"},
    TuningTable{"owner", 1, ""},
    TuningTable{"map", 1, ""},
    TuningTable{"map.surface", bed::kNoContact, "<n>"}, // surface 14 is no contact: nothing to set
    TuningTable{"seam", bed::kSeamPatterns, "<n>"},
    TuningTable{"mix", 1, ""},
    TuningTable{"layers", 1, ""},
};

std::string range_text(const TuningField& field)
{
    const bool whole = field.kind == TuningKind::whole;
    const auto bound = [&](float value) {
        std::string text = number_text(value);
        if (text.ends_with(".0"))
            text.resize(text.size() - 2);
        return text;
    };
    std::string text = bound(field.min) + " to " + bound(field.max);
    if (!field.unit.empty())
        text += " " + std::string(field.unit);
    return whole && field.count == 1 ? "a whole number, " + text : text;
}

template <class T> bool same_bits(std::span<T> a, std::span<T> b)
{
    return std::equal(a.begin(), a.end(), b.begin(), [](T x, T y) {
        if constexpr (std::is_same_v<T, float>)
            return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
        else
            return x == y;
    });
}

} // namespace

std::span<const TuningTable> tuning_tables() noexcept
{
    return kTables;
}

std::span<const TuningField> tuning_fields_of(const TuningTable& table) noexcept
{
    const std::span<const TuningField> all = tuning_fields();
    const auto inside = [&](const TuningField& field) { return field.table == table.name; };
    const auto first = std::find_if(all.begin(), all.end(), inside);
    return {first, std::find_if_not(first, all.end(), inside)};
}

std::string tuning_row_name(const TuningTable& table, int row)
{
    std::string name(table.name);
    if (table.rows == 1)
        return name;
    if (table.name != "surface")
        return name + "." + std::to_string(row);
    return name + "." +
           std::string(row == 0 ? "default" : bed::kMemberNames[static_cast<std::size_t>(row) - 1]);
}

std::string number_text(float value)
{
    std::array<char, 64> buffer{};
    const auto print = [&](auto number) {
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
        return std::string(buffer.data(), end);
    };
    std::string text = print(value);
    // Readers parse to double first: where rounding twice would miss, spell the double out.
    double parsed = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (static_cast<float>(parsed) != value && value == value)
        text = print(static_cast<double>(value));
    if (text.find_first_of(".en") == std::string::npos)
        text += ".0";
    return text;
}

std::string allowed_text(const TuningField& field)
{
    std::string text;
    switch (field.kind) {
    case TuningKind::flag:
        return "true or false";
    case TuningKind::recording:
        text = "one of";
        for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i)
            text += (i == 0 ? " " : ", ") + std::string(bed::kMemberNames[i]);
        return text;
    case TuningKind::number:
    case TuningKind::whole:
        break;
    }
    if (field.count == 1)
        return range_text(field);
    return "a list of " + std::to_string(field.count) + (field.kind == TuningKind::whole ? " whole" : "") +
           " numbers, each " + range_text(field);
}

std::vector<std::string> tuning_differences(const bed::Tuning& a, const bed::Tuning& b)
{
    bed::Tuning left = a;
    bed::Tuning right = b;
    std::vector<std::string> names;
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            for (const TuningField& field : tuning_fields_of(table)) {
                const TuningSlot other = field.slot(right, row);
                const bool same =
                    std::visit([&](auto span) { return same_bits(span, std::get<decltype(span)>(other)); },
                               field.slot(left, row));
                if (!same)
                    names.push_back(tuning_row_name(table, row) + "." + std::string(field.name));
            }
        }
    }
    return names;
}

} // namespace quern::formats
