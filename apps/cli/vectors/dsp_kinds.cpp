// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>
#include <numbers>

#include "apps/cli/vectors/dsp_cells.hpp"
#include "quern/core/units.hpp"

namespace quern::vectors {

Status for_each_group(Table& table, std::initializer_list<std::string_view> keys,
                      const std::function<Status(Table&, Rows)>& each)
{
    const auto alike = [&](std::size_t a, std::size_t b) {
        for (std::string_view key : keys) {
            if (table.at(a, key) != table.at(b, key))
                return false;
        }
        return true;
    };
    Rows rows;
    while (rows.begin < table.rows.size()) {
        rows.end = rows.begin + 1;
        while (rows.end < table.rows.size() && alike(rows.begin, rows.end))
            ++rows.end;
        if (Status done = each(table, rows); !done)
            return done;
        rows.begin = rows.end;
    }
    return Ok{};
}

Error bad_cell(const Table& table, std::size_t row, std::string_view column, std::string_view expected)
{
    return {Error::Code::bad_input, "row " + std::to_string(row + 1) + " " + std::string(column),
            "found '" + table.at(row, column) + "', expected " + std::string(expected)};
}

Result<std::size_t> count_at(const Table& table, std::size_t row, std::string_view column, std::size_t limit)
{
    const std::string& text = table.at(row, column);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value >= limit)
        return bad_cell(table, row, column, "a whole number below " + std::to_string(limit));
    return value;
}

Result<float> decimal_at(const Table& table, std::size_t row, std::string_view column)
{
    const float value = single_of_decimal(table.at(row, column));
    if (!std::isfinite(value))
        return bad_cell(table, row, column, "a number");
    return value;
}

std::vector<float> decimals_of(std::string_view text)
{
    std::vector<float> values;
    while (true) {
        const std::size_t end = std::min(text.find('_'), text.size());
        const float value = single_of_decimal(text.substr(0, end));
        if (!std::isfinite(value))
            return {};
        values.push_back(value);
        if (end == text.size())
            return values;
        text.remove_prefix(end + 1);
    }
}

Result<std::vector<float>> signal_of(const Table& table, Rows rows)
{
    std::vector<float> signal;
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const auto n = count_at(table, row, "n", rows.size());
        if (!n)
            return n.error();
        if (*n != signal.size())
            return bad_cell(table, row, "n", std::to_string(signal.size()));
        const auto value = single_of_hex(table.at(row, "in"));
        if (!value)
            return bad_cell(table, row, "in", "eight hex digits");
        signal.push_back(*value);
    }
    return signal;
}

std::vector<float> named_signal(std::string_view name, std::size_t samples)
{
    if (name == "noise")
        return noise(7, samples);
    if (name == "noise99")
        return noise(99, samples);
    std::vector<float> signal(samples, 0.0f);
    if (name == "impulse") {
        signal.front() = 1.0f;
    } else {
        for (std::size_t n = 0; n < samples; ++n) {
            const double turn = 1000.0 * static_cast<double>(n) / static_cast<double>(kSampleRate);
            signal[n] = static_cast<float>(0.5 * std::sin(2.0 * std::numbers::pi * turn));
        }
    }
    return signal;
}

std::vector<Kind> dsp_kinds()
{
    std::vector<Kind> joined;
    for (auto part : {filter_kinds(), gain_kinds(), place_kinds()})
        joined.insert(joined.end(), part.begin(), part.end());
    return joined;
}

} // namespace quern::vectors
