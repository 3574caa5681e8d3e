// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/vectors.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

#include "quern/core/units.hpp"

namespace quern::vectors {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kDetails = 12; // mismatches described in full

std::vector<std::string> split(std::string_view line, char separator)
{
    std::vector<std::string> cells;
    std::size_t begin = 0;
    for (std::size_t end; (end = line.find(separator, begin)) != std::string_view::npos; begin = end + 1)
        cells.emplace_back(line.substr(begin, end - begin));
    cells.emplace_back(line.substr(begin));
    return cells;
}

/// Places on the number line of singles, so that neighbours are 1 apart across zero too.
std::int64_t ordinal(float value)
{
    const auto bits = static_cast<std::int32_t>(to_bits(value));
    return bits < 0 ? -static_cast<std::int64_t>(bits & 0x7FFFFFFF) : bits;
}

/// Difference of two cells in the unit of the tolerance, infinite when they cannot be compared as numbers.
double distance(const std::string& found, const std::string& expected, Tolerance::Mode mode)
{
    if (found == expected)
        return 0.0;
    const auto a = single_of_hex(found);
    const auto b = single_of_hex(expected);
    if (!a || !b || std::isnan(*a) || std::isnan(*b))
        return std::numeric_limits<double>::infinity();
    if (mode == Tolerance::Mode::absolute)
        return std::abs(static_cast<double>(*a) - static_cast<double>(*b));
    return static_cast<double>(std::abs(ordinal(*a) - ordinal(*b)));
}

bool within(double difference, const std::string& found, const std::string& expected,
            const Tolerance& tolerance)
{
    return tolerance.mode == Tolerance::Mode::exact ? found == expected : difference <= tolerance.limit;
}

} // namespace

std::size_t Table::find(std::string_view column) const
{
    const auto it = std::find(columns.begin(), columns.end(), column);
    return it == columns.end() ? kNone : static_cast<std::size_t>(it - columns.begin());
}

const std::string& Table::at(std::size_t row, std::string_view column) const
{
    static const std::string absent;
    const std::size_t index = find(column);
    return index == kNone ? absent : rows.at(row).at(index);
}

void Table::set(std::size_t row, std::string_view column, std::string value)
{
    const std::size_t index = find(column);
    if (index != kNone)
        rows.at(row).at(index) = std::move(value);
}

Result<Table> parse_table(std::string_view kind, std::string_view text, const std::string& place)
{
    if (std::optional<Result<Table>> life = parse_life_table(kind, text, place))
        return std::move(*life);
    Table table;
    table.kind = kind;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line(text.data() + begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty())
            continue;
        if (line.front() == '#') {
            table.header.emplace_back(line.substr(line.starts_with("# ") ? 2 : 1));
            continue;
        }
        auto cells = split(line, '\t');
        if (table.columns.empty()) {
            table.columns = std::move(cells);
            continue;
        }
        if (cells.size() != table.columns.size())
            return Error{Error::Code::bad_input, place + ":" + std::to_string(number),
                         "found " + std::to_string(cells.size()) + " cells, expected " +
                             std::to_string(table.columns.size())};
        table.rows.push_back(std::move(cells));
    }
    if (table.rows.empty())
        return Error{Error::Code::bad_input, place,
                     "found no rows, expected a line of column names and rows"};
    return table;
}

std::string to_text(const Table& table)
{
    std::string text;
    for (const std::string& line : table.header)
        text += "# " + line + "\n";
    const auto append = [&text](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            (text += i == 0 ? "" : "\t") += cells[i];
        text += '\n';
    };
    append(table.columns);
    for (const auto& row : table.rows)
        append(row);
    return text;
}

std::span<const Kind> kinds()
{
    static const std::vector<Kind> all = [] {
        std::vector<Kind> joined;
        for (auto part : {grain_kinds(), dsp_kinds(), bed_kinds(), render_kinds(), seek_kinds(), life_kinds(),
                          life_sound_kinds()})
            joined.insert(joined.end(), part.begin(), part.end());
        std::sort(joined.begin(), joined.end(), [](const Kind& a, const Kind& b) { return a.name < b.name; });
        return joined;
    }();
    return all;
}

const Kind* find_kind(std::string_view name)
{
    for (const Kind& kind : kinds()) {
        if (kind.name == name)
            return &kind;
    }
    return nullptr;
}

Result<Report> check(const Table& table)
{
    const Kind* kind = find_kind(table.kind);
    if (kind == nullptr)
        return Error{Error::Code::bad_input, table.kind,
                     "no such kind of golden file; `quern vectors list` names them"};
    Table ours = table;
    // Blank the results first: a cell that recompute forgets must not agree with itself.
    for (std::string_view column : kind->results) {
        if (table.find(column) == kNone)
            return Error{Error::Code::bad_input, table.kind, "found no column '" + std::string(column) + "'"};
        for (std::size_t row = 0; row < ours.rows.size(); ++row)
            ours.set(row, column, {});
    }
    if (Status done = kind->recompute(ours); !done)
        return done.error();

    Report report;
    report.rows = table.rows.size();
    for (std::string_view column : kind->results) {
        const auto limit = kind->tolerances.find(column);
        const Tolerance usual = limit == kind->tolerances.end() ? Tolerance{} : limit->second;
        const std::size_t index = table.find(column);
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string& found = ours.rows[row][index];
            const std::string& expected = table.rows[row][index];
            if (found == kExcepted) {
                ++report.excepted;
                continue;
            }
            const Tolerance tolerance =
                kind->tolerance_at != nullptr ? kind->tolerance_at(ours, row, column) : usual;
            const double difference = distance(found, expected, tolerance.mode);
            report.worst = std::max(report.worst, difference);
            if (within(difference, found, expected, tolerance))
                continue;
            if (++report.mismatches <= kDetails)
                report.details.push_back("row " + std::to_string(row + 1) + " " + std::string(column) + ": " +
                                         found + " expected " + expected);
        }
    }
    return report;
}

std::string hex(std::uint32_t word)
{
    char text[9];
    std::snprintf(text, sizeof text, "%08X", word);
    return text;
}

std::string hex(float value)
{
    return hex(to_bits(value));
}

Result<float> single_of_hex(std::string_view text)
{
    std::uint32_t bits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
    if (error != std::errc{} || end != text.data() + text.size() || text.size() != 8)
        return Error{
            Error::Code::bad_input, {}, "found '" + std::string(text) + "', expected eight hex digits"};
    return from_bits(bits);
}

float single_of_decimal(std::string_view text)
{
    float value = std::numeric_limits<float>::quiet_NaN();
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::vector<float> noise(std::uint32_t seed, std::size_t samples)
{
    std::vector<float> out(samples);
    std::uint32_t x = seed;
    for (float& sample : out) {
        x = x * 1664525u + 1013904223u;
        sample = static_cast<float>(x >> 8) / 16777216.0f - 0.5f;
    }
    return out;
}

} // namespace quern::vectors
