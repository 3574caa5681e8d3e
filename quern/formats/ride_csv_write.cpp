// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

#include "quern/formats/ride.hpp"
#include "quern/formats/ride_columns.hpp"
#include "quern/formats/ride_surface.hpp"

namespace quern::formats {
namespace {

/// The shortest digits that read back to the same number.
template <class Number> void append_number(std::string& text, Number value)
{
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

template <class State> void append_cell(std::string& text, const Column<State>& column, State& state)
{
    std::visit(
        [&](auto access) {
            const auto field = access(state);
            using Field = std::remove_const_t<decltype(field)>;
            if constexpr (std::is_same_v<Field, bool>)
                text += field ? '1' : '0';
            else if constexpr (std::is_same_v<Field, bed::Member>)
                text += bed::name_of(field);
            else if constexpr (std::is_same_v<Field, int>)
                text += column.between == Between::material ? material_text(field) : std::to_string(field);
            else
                // No reader makes a value that is not finite; a host's own frames may hold one.
                append_number(text, std::isfinite(field) ? field : 0.0f);
        },
        column.field);
}

template <class State> std::string write(std::vector<State> frames, double rate_hz)
{
    std::string text = "time_s";
    for (const Column<State>& column : columns_of<State>())
        (text += ',') += column.name;
    text += '\n';
    for (std::size_t i = 0; i < frames.size(); ++i) {
        append_number(text, static_cast<double>(i) / rate_hz);
        for (const Column<State>& column : columns_of<State>()) {
            text += ',';
            append_cell(text, column, frames[i]);
        }
        text += '\n';
    }
    return text;
}

} // namespace

std::string write_ride_csv(const Ride& ride)
{
    return ride.generic() ? write(ride.drive, ride.rate_hz) : write(ride.frames, ride.rate_hz);
}

} // namespace quern::formats
