// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "explain.hpp"
#include "json_text.hpp"
#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

constexpr std::string_view kBuiltIn = "built in";
constexpr int kMostShown = 8; // values of a list in a table

/// The tuning and where each number comes from; files named later win.
struct Sourced {
    bed::Tuning tuning;
    formats::TuningSources sources;
};

Result<Sourced> read_all(const std::vector<std::string>& paths)
{
    Sourced out{bed::default_tuning(), {}};
    for (const std::string& path : paths) {
        formats::TuningSources sources;
        const Result<bed::Tuning> read = formats::read_tuning(path, out.tuning, &sources);
        if (!read)
            return read.error();
        // A new [surface.default] moves the recordings that shared the old one.
        for (const std::string& moved : formats::tuning_differences(out.tuning, *read)) {
            const std::size_t dot = moved.find('.', std::string_view("surface.").size());
            if (moved.starts_with("surface.") && dot != std::string::npos && !sources.contains(moved)) {
                const auto from = sources.find("surface.default" + moved.substr(dot));
                if (from != sources.end())
                    out.sources[moved] = from->second + " (surface.default)";
            }
        }
        out.tuning = *read;
        for (const auto& [field, place] : sources)
            out.sources[field] = place;
    }
    return out;
}

nlohmann::ordered_json value_json(float value)
{
    return static_cast<double>(value);
}
nlohmann::ordered_json value_json(int value)
{
    return value;
}
nlohmann::ordered_json value_json(std::uint8_t value)
{
    return int{value};
}
nlohmann::ordered_json value_json(bool value)
{
    return value;
}
nlohmann::ordered_json value_json(bed::Member value)
{
    return bed::name_of(value);
}

std::string value_text(float value)
{
    std::string text = formats::number_text(value);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text;
}
std::string value_text(int value)
{
    return std::to_string(value);
}
std::string value_text(std::uint8_t value)
{
    return std::to_string(int{value});
}
std::string value_text(bool value)
{
    return value ? "true" : "false";
}
std::string value_text(bed::Member value)
{
    return std::string(bed::name_of(value));
}

template <class T> std::string values_text(std::span<T> values, int count)
{
    if (count == 1)
        return value_text(values[0]);
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < kMostShown; ++i)
        text += (i == 0 ? "" : ", ") + value_text(values[i]);
    return text + (values.size() > kMostShown ? fmt::format(", ... ({} values)", values.size()) : "");
}

template <class T> nlohmann::ordered_json values_json(std::span<T> values, int count)
{
    if (count == 1)
        return value_json(values[0]);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const T value : values)
        list.push_back(value_json(value));
    return list;
}

/// A whole name, the beginning or the end of one, at a dot: "owner", "surface.wood_ramp_hard", "max_kmh".
bool wanted(const std::string& name, const std::string& field)
{
    if (field.empty() || name == field)
        return true;
    return name.starts_with(field + ".") || name.ends_with("." + field);
}

struct Line {
    std::string name;
    std::string values;
    nlohmann::ordered_json json;
    std::string place;
    const formats::TuningField* field;
};

std::vector<Line> lines_of(Sourced& sourced, const std::string& wish)
{
    std::vector<Line> lines;
    for (const formats::TuningTable& table : formats::tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            for (const formats::TuningField& field : formats::tuning_fields_of(table)) {
                const std::string name = formats::tuning_row_name(table, row) + "." + std::string(field.name);
                if (!wanted(name, wish))
                    continue;
                const formats::TuningSlot slot = field.slot(sourced.tuning, row);
                const auto place = sourced.sources.find(name);
                lines.push_back({name, std::visit([&](auto v) { return values_text(v, field.count); }, slot),
                                 std::visit([&](auto v) { return values_json(v, field.count); }, slot),
                                 place == sourced.sources.end() ? std::string(kBuiltIn) : place->second,
                                 &field});
            }
        }
    }
    return lines;
}

void print_text(const std::vector<Line>& lines)
{
    if (lines.size() == 1) {
        const Line& line = lines.front();
        TextTable table("ll");
        table.row(
            {"value", line.values + (line.field->unit.empty() ? "" : " " + std::string(line.field->unit))});
        table.row({"allowed", formats::allowed_text(*line.field)});
        table.row({"meaning", std::string(line.field->text)});
        table.row({"set by", line.place});
        fmt::print("{}\n{}", line.name, table.text());
        return;
    }
    TextTable table("lllll");
    table.row({"field", "value", "unit", "allowed", "set by"});
    for (const Line& line : lines) {
        const formats::TuningField& f = *line.field;
        const bool number = f.kind == formats::TuningKind::number || f.kind == formats::TuningKind::whole;
        table.row({line.name, line.values, std::string(f.unit),
                   number ? fmt::format("{} to {}", value_text(f.min), value_text(f.max))
                          : (f.kind == formats::TuningKind::flag ? "true, false" : "a recording"),
                   line.place});
    }
    fmt::print("{}", table.text());
}

} // namespace

int explain_tuning(const RenderOptions& options, const std::string& field, const Console& console)
{
    Result<Sourced> sourced = read_all(options.tunings);
    if (!sourced)
        return console.fail_input(sourced.error());
    const std::vector<Line> lines = lines_of(*sourced, field);
    if (lines.empty())
        return console.fail({Error::Code::usage, "FIELD",
                             "found \"" + field +
                                 "\", expected a table (owner, mix, surface.wood_ramp_hard, ...), a "
                                 "field (max_kmh) or both (owner.send_max)"},
                            kUsage);
    if (!options.json) {
        print_text(lines);
        return kOk;
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Line& line : lines)
        list.push_back({{"field", line.name},
                        {"value", line.json},
                        {"unit", line.field->unit},
                        {"allowed", formats::allowed_text(*line.field)},
                        {"meaning", line.field->text},
                        {"set_by", line.place}});
    fmt::print("{}\n", json_text(list));
    return kOk;
}

} // namespace quern::cli
