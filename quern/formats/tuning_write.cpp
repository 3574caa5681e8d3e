// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"

namespace quern::formats {
namespace {

std::string element_text(float value)
{
    return number_text(value);
}
std::string element_text(bool value)
{
    return value ? "true" : "false";
}
std::string element_text(bed::Member value)
{
    return "\"" + std::string(bed::name_of(value)) + "\"";
}
std::string element_text(int value)
{
    return std::to_string(value);
}
std::string element_text(std::uint8_t value)
{
    return std::to_string(int{value});
}

constexpr std::size_t kPerLine = 16;

template <class T> std::string value_text(std::span<T> values, int count)
{
    if (count == 1)
        return element_text(values[0]);
    const bool wrap = values.size() > kPerLine;
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool new_line = wrap && i % kPerLine == 0;
        text += i == 0 ? "" : ",";
        text += new_line ? "\n    " : i == 0 ? "" : " ";
        text += element_text(values[i]);
    }
    return text + (wrap ? "\n]" : "]");
}

} // namespace

std::string write_tuning(const bed::Tuning& tuning)
{
    bed::Tuning copy = tuning;
    std::string text =
        "# A whole tuning, as written by Quern. Meaning and range of each field: docs/tuning.md.\n";
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            text += "\n[" + tuning_row_name(table, row) + "]\n";
            for (const TuningField& field : tuning_fields_of(table)) {
                text += std::string(field.name) + " = ";
                text += std::visit([&](auto values) { return value_text(values, field.count); },
                                   field.slot(copy, row));
                if (row == 0)
                    text += " # " + (field.unit.empty() ? "" : std::string(field.unit) + "; ") +
                            std::string(field.text);
                text += "\n";
            }
        }
    }
    return text;
}

} // namespace quern::formats
