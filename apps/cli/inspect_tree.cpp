// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "inspect_tree.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "printable.hpp"
#include "quern/formats/byte_io.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const TreeValue& value)
{
    return std::visit([](const auto& held) { return Json(held); }, value);
}

std::string text_of(const TreeValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "yes" : "no";
    if (const auto* text = std::get_if<std::string>(&value))
        return printable(*text);
    return std::visit(
        [](const auto& held) -> std::string {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(held)>>)
                return fmt::format("{}", held);
            return {};
        },
        value);
}

std::string place_text(const std::optional<std::uint64_t>& offset)
{
    return offset ? formats::hex(*offset) : std::string();
}

std::string spaced(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string indented(const std::string& lines, std::size_t indent)
{
    std::string out;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
        out += std::string(indent, ' ') + lines.substr(begin, end - begin);
        begin = end;
    }
    return out;
}

Json rows_json(const TreeTable& table)
{
    Json rows = Json::array();
    for (const TreeRow& row : table.rows) {
        Json cells = Json::object();
        if (row.offset)
            cells["offset"] = *row.offset;
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            cells[table.columns[i]] = json_of(row.cells[i]);
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::string rows_text(const TreeTable& table, std::size_t most_rows)
{
    const std::size_t shown = std::min(most_rows, table.rows.size());
    const bool placed = shown != 0 && table.rows[0].offset.has_value();
    std::string alignment = placed ? "l" : "";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool words = shown != 0 && std::holds_alternative<std::string>(table.rows[0].cells[i]);
        alignment += words ? 'l' : 'r';
    }
    TextTable text(alignment);
    std::vector<std::string> heads;
    if (placed)
        heads.push_back("at");
    for (const std::string& column : table.columns)
        heads.push_back(spaced(column));
    text.row(heads);
    for (std::size_t i = 0; i < shown; ++i) {
        std::vector<std::string> cells;
        if (placed)
            cells.push_back(place_text(table.rows[i].offset));
        for (const TreeValue& cell : table.rows[i].cells)
            cells.push_back(text_of(cell));
        text.row(std::move(cells));
    }
    std::string out = text.text();
    if (table.total > shown)
        out += fmt::format("  and {} more\n", table.total - shown);
    return out;
}

} // namespace

void TreeTable::add(TreeRow row)
{
    ++total;
    if (rows.size() < kMostRows)
        rows.push_back(std::move(row));
}

void TreePart::add(std::string field, std::optional<std::uint64_t> offset, TreeValue value, std::string text)
{
    fields.push_back({std::move(field), offset, std::move(value), std::move(text)});
}

Json tree_json(const TreePart& part)
{
    Json json = Json::object();
    for (const TreeField& field : part.fields) {
        Json entry = Json::object();
        if (field.offset)
            entry["offset"] = *field.offset;
        entry["value"] = json_of(field.value);
        if (!field.text.empty())
            entry["text"] = field.text;
        json[field.name] = std::move(entry);
    }
    for (const TreePart& inner : part.parts)
        json[inner.name] = tree_json(inner);
    for (const TreeTable& table : part.tables) {
        json[table.name] = rows_json(table);
        if (table.total > table.rows.size())
            json[table.name + "_total"] = table.total;
    }
    return json;
}

std::string tree_text(const TreePart& part, std::size_t most_rows, std::size_t indent)
{
    TextTable fields("lll");
    for (const TreeField& field : part.fields)
        fields.row({place_text(field.offset), spaced(field.name),
                    field.text.empty() ? text_of(field.value) : field.text});
    std::string out = std::string(indent, ' ') + spaced(part.name) + "\n" + indented(fields.text(), indent);
    for (const TreePart& inner : part.parts)
        out += tree_text(inner, most_rows, indent + 2);
    for (const TreeTable& table : part.tables) {
        if (table.total != 0)
            out += std::string(indent + 2, ' ') + spaced(table.name) + "\n" +
                   indented(rows_text(table, most_rows), indent + 2);
    }
    return out;
}

Json findings_json(const formats::Findings& findings)
{
    Json all = Json::array();
    for (const formats::Finding& finding : findings.list())
        all.push_back(
            {{"severity", finding.severity == formats::Finding::Severity::error ? "error" : "warning"},
             {"offset", finding.offset},
             {"what", finding.what},
             {"found", finding.found},
             {"expected", finding.expected}});
    return all;
}

std::string findings_text(const formats::Findings& findings)
{
    std::string out;
    for (const formats::Finding& finding : findings.list())
        out += fmt::format("  {} at {}, {}: found {}, expected {}\n",
                           finding.severity == formats::Finding::Severity::error ? "error" : "warning",
                           formats::hex(finding.offset), finding.what, printable(finding.found),
                           printable(finding.expected));
    if (findings.dropped() != 0)
        out += fmt::format("  and {} more findings\n", findings.dropped());
    return out;
}

} // namespace quern::cli
