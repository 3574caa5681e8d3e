// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

#include "quern/formats/ride_columns.hpp"
#include "quern/formats/ride_csv_lines.hpp"
#include "quern/formats/ride_csv_sample.hpp"
#include "quern/formats/ride_motion.hpp"
#include "quern/formats/ride_readers.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

using bed::DriveState;
using bed::RiderState;

/// A column of the file and the fields of the frame it sets: one, or those of all four wheels.
template <class State> struct FileColumn {
    std::string name;
    bool time = false;
    std::vector<const Column<State>*> targets;
};

struct Cell {
    const CsvLines& lines;
    const bed::Tuning& tuning;
    std::string_view column;
    std::string_view text;

    [[nodiscard]] Error error(const std::string& expected) const
    {
        return lines.error("column '" + std::string(column) + "': found '" + std::string(text) +
                           "', expected " + expected);
    }
};

template <class Number> std::optional<Number> parse_number(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>) {
        if (!std::isfinite(value))
            return std::nullopt;
    }
    return value;
}

template <class Number, class State>
std::optional<Error> set_number(Number& field, const Cell& cell, const Column<State>& column)
{
    const auto value = parse_number<Number>(cell.text);
    const auto within = [&] {
        const auto number = static_cast<double>(*value);
        return number >= column.range.low && number <= column.range.high;
    };
    if (!value || !within())
        return cell.error((std::is_integral_v<Number> ? "a whole number from " : "a number from ") +
                          number_text(column.range.low) + " to " + number_text(column.range.high));
    field = *value;
    return std::nullopt;
}

std::optional<Error> set_flag(bool& field, const Cell& cell)
{
    if (cell.text != "0" && cell.text != "1" && cell.text != "false" && cell.text != "true")
        return cell.error("0, 1, false or true");
    field = cell.text == "1" || cell.text == "true";
    return std::nullopt;
}

std::optional<Error> set_member(bed::Member& field, const Cell& cell)
{
    const auto member = bed::member_named(cell.text);
    if (!member)
        return cell.error("the name of a recording, as asphalt_smooth_hard");
    field = *member;
    return std::nullopt;
}

template <class State> std::optional<Error> set_material(State& state, int& field, const Cell& cell)
{
    const auto choice = surface_named(cell.text, cell.tuning);
    if (!choice)
        return cell.error(surface_names(cell.tuning));
    field = choice->material;
    if constexpr (std::is_same_v<State, RiderState>)
        state.soft_wheels = choice->soft.value_or(state.soft_wheels);
    return std::nullopt;
}

template <class State>
std::optional<Error> set_cell(State& state, const Column<State>& column, const Cell& cell)
{
    return std::visit(
        [&](auto access) -> std::optional<Error> {
            auto& field = access(state);
            using Field = std::remove_reference_t<decltype(field)>;
            if constexpr (std::is_same_v<Field, bool>)
                return set_flag(field, cell);
            else if constexpr (std::is_same_v<Field, bed::Member>)
                return set_member(field, cell);
            else if constexpr (std::is_same_v<Field, int>)
                return column.between == Between::material ? set_material(state, field, cell)
                                                           : set_number(field, cell, column);
            else
                return set_number(field, cell, column);
        },
        column.field);
}

template <class State> std::vector<const Column<State>*> targets_of(std::string_view name)
{
    std::vector<const Column<State>*> targets;
    if (name == "soft_wheels")
        name = "soft";
    const bool all_wheels = name == "surface" || name == "seam";
    for (const auto& column : columns_of<State>()) {
        if (column.name == name || (all_wheels && column.name.starts_with(std::string(name) + "_")))
            targets.push_back(&column);
    }
    return targets;
}

template <class State> std::string known_columns()
{
    std::string known = "time_s";
    for (const auto& column : columns_of<State>())
        known += ", " + std::string(column.name);
    if constexpr (std::is_same_v<State, RiderState>)
        known += ", surface, seam";
    return known;
}

template <class State>
Result<std::vector<FileColumn<State>>> read_header(const std::vector<std::string>& names,
                                                   const CsvLines& lines)
{
    std::vector<FileColumn<State>> columns;
    for (const std::string& name : names) {
        FileColumn<State> column{name, name == "time_s", targets_of<State>(name)};
        if (!column.time && column.targets.empty())
            return lines.error("found column '" + name + "', expected one of " + known_columns<State>());
        const bool twice = std::any_of(columns.begin(), columns.end(), [&](const FileColumn<State>& other) {
            return other.name == name || (!column.targets.empty() && !other.targets.empty() &&
                                          std::find(other.targets.begin(), other.targets.end(),
                                                    column.targets.front()) != other.targets.end());
        });
        if (twice)
            return lines.error("found column '" + name + "', which an earlier column already sets");
        columns.push_back(std::move(column));
    }
    return columns;
}

/// Reads one row into `state` and its time.
template <class State>
std::optional<Error> read_row(const std::vector<std::string>& cells,
                              const std::vector<FileColumn<State>>& columns, const CsvLines& lines,
                              const bed::Tuning& tuning, double& time, State& state)
{
    if (cells.size() != columns.size())
        return lines.error("found " + std::to_string(cells.size()) + " fields, expected " +
                           std::to_string(columns.size()) + " as in the header");
    // Names of surfaces first: a column `soft` rules over the wheels that a name implies.
    for (const bool materials : {true, false}) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Cell cell{lines, tuning, columns[i].name, cells[i]};
            if (columns[i].time && materials) {
                const auto value = parse_number<double>(cell.text);
                if (!value)
                    return cell.error("seconds");
                time = *value;
            }
            for (const Column<State>* target : columns[i].targets) {
                if ((target->between == Between::material) != materials)
                    continue;
                if (auto fault = set_cell(state, *target, cell))
                    return fault;
            }
        }
    }
    return std::nullopt;
}

template <class State>
Result<CsvRows<State>> read_rows(CsvLines& lines, const std::vector<FileColumn<State>>& columns,
                                 const RideContext& context)
{
    CsvRows<State> rows;
    while (const auto cells = lines.next()) {
        if (rows.time_s.size() >= kMaxRideRows)
            return lines.error("found more than " + std::to_string(kMaxRideRows) + " rows");
        double time = 0.0;
        State state{};
        if (auto fault = read_row(*cells, columns, lines, context.tuning, time, state))
            return *fault;
        if (!rows.time_s.empty() && !(time > rows.time_s.back()))
            return lines.error("column 'time_s': found " + number_text(time) + ", expected more than " +
                               number_text(rows.time_s.back()) + " of the row before");
        rows.time_s.push_back(time);
        rows.states.push_back(state);
    }
    if (lines.fault())
        return *lines.fault();
    if (rows.time_s.size() < 2)
        return context.error("found " + std::to_string(rows.time_s.size()) +
                             " data rows, expected at least 2");
    return rows;
}

template <class State>
Result<std::vector<State>> read_states(CsvLines& lines, const std::vector<FileColumn<State>>& columns,
                                       const RideContext& context)
{
    auto rows = read_rows(lines, columns, context);
    if (!rows)
        return rows.error();
    const auto count = frame_count(rows->time_s.back() - rows->time_s.front(), context);
    if (!count)
        return count.error();
    return sample_rows(std::move(*rows), *count, context.rate());
}

template <class State> bool has(const std::vector<FileColumn<State>>& columns, std::string_view prefix)
{
    return std::any_of(columns.begin(), columns.end(),
                       [&](const auto& column) { return column.name.starts_with(prefix); });
}

Result<Ride> read_rider(CsvLines& lines, const std::vector<std::string>& header, const RideContext& context)
{
    const auto columns = read_header<RiderState>(header, lines);
    if (!columns)
        return columns.error();
    auto frames = read_states(lines, *columns, context);
    if (!frames)
        return frames.error();
    Ride ride;
    ride.frames = std::move(*frames);
    GivenMotion given;
    given.com_velocity = has(*columns, "com_velocity");
    given.board_velocity = has(*columns, "board_velocity");
    given.board_position = has(*columns, "board_position");
    given.heading_rate = has(*columns, "heading_rate");
    given.wheel_count = has(*columns, "wheel_count");
    given.wheel_contact = has(*columns, "wheel_contact");
    given.wheel_material = has(*columns, "surface_");
    given.air_time = has(*columns, "air_time");
    given.push_trigger = has(*columns, "push_trigger");
    const auto factor = static_cast<float>(context.options.speed_scale);
    if (factor != 1.0f) {
        for (RiderState& frame : ride.frames) {
            frame.ground_speed *= factor;
            for (bed::Vec3* velocity : {&frame.com_velocity, &frame.board_velocity})
                *velocity = {velocity->x * factor, velocity->y * factor, velocity->z * factor};
        }
        if (given.board_position)
            ride.notes.push_back(context.name + ": speeds are scaled, positions stay as the file gives them");
    }
    complete_motion(ride.frames, given, context.options.constants.script);
    return ride;
}

Result<Ride> read_drive(CsvLines& lines, const std::vector<std::string>& header, const RideContext& context)
{
    const auto columns = read_header<DriveState>(header, lines);
    if (!columns)
        return columns.error();
    auto frames = read_states(lines, *columns, context);
    if (!frames)
        return frames.error();
    Ride ride;
    ride.drive = std::move(*frames);
    return ride;
}

} // namespace

Result<Ride> read_csv_ride(std::string_view text, const RideContext& context)
{
    CsvLines lines(text, context.name);
    const auto header = lines.next();
    if (lines.fault())
        return *lines.fault();
    if (!header)
        return context.error("found no header, expected columns time_s and speed_mps");
    const auto names = [&](std::string_view name) {
        return std::find(header->begin(), header->end(), name) != header->end();
    };
    if (!names("time_s"))
        return lines.error("found no column 'time_s'");
    if (names("speed_mps"))
        return read_rider(lines, *header, context);
    if (names("position"))
        return read_drive(lines, *header, context);
    return lines.error("found neither a column 'speed_mps' (a board) nor 'position' (the generic mode)");
}

} // namespace quern::formats
