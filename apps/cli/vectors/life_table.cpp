// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The files of the automaton: commas between cells, and the names of the columns in a note.
#include <algorithm>
#include <array>

#include "apps/cli/vectors/vectors.hpp"

namespace quern::vectors {
namespace {

struct Form {
    std::string_view note; ///< how the line of column names begins
    std::string_view kind;
    std::array<std::string_view, 6> columns; ///< empty ones at the end
};

constexpr std::array<Form, 3> kForms{{
    {"gen,population,births,deaths",
     "life",
     {"gen", "population", "births", "deaths", "crc32_masks", "crc32_state"}},
    {"gen,type", "life_events", {"gen", "type", "x", "y", "packed", ""}},
    {"pattern,universe,generation,population",
     "life_populations",
     {"pattern", "universe", "generation", "population", "", ""}},
}};

/// The next line, without its end, which is taken off the text.
std::string_view take_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::string_view note_in(std::string_view line)
{
    line.remove_prefix(line.starts_with("# ") ? 2 : 1);
    return line;
}

const Form* form_of(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (!line.empty() && line.front() != '#')
            return nullptr;
        if (line.empty())
            continue;
        for (const Form& form : kForms)
            if (note_in(line).starts_with(form.note))
                return &form;
    }
    return nullptr;
}

std::vector<std::string> cells_of(std::string_view line)
{
    std::vector<std::string> cells(1);
    for (const char c : line) {
        if (c == ',')
            cells.emplace_back();
        else
            cells.back() += c;
    }
    return cells;
}

} // namespace

std::optional<Result<Table>> parse_life_table(std::string_view name, std::string_view text,
                                              const std::string& place)
{
    const Form* form = form_of(text);
    if (form == nullptr)
        return std::nullopt;
    Table table;
    table.name = name;
    table.kind = form->kind;
    for (const std::string_view column : form->columns)
        if (!column.empty())
            table.columns.emplace_back(column);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = take_line(text);
        if (line.empty())
            continue;
        if (line.front() == '#') {
            table.header.emplace_back(note_in(line));
            continue;
        }
        std::vector<std::string> cells = cells_of(line);
        if (cells.size() != table.columns.size())
            return Error{Error::Code::bad_input, place + ":" + std::to_string(number),
                         "found " + std::to_string(cells.size()) + " cells, expected " +
                             std::to_string(table.columns.size())};
        table.rows.push_back(std::move(cells));
    }
    if (table.rows.empty())
        return Error{Error::Code::bad_input, place, "found no rows"};
    return table;
}

} // namespace quern::vectors
