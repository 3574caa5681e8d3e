// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "quern/core/result.hpp"

namespace quern::formats {

/// Parses `text`; an error is placed at `name:line:column`.
Result<toml::table> parse_ride_toml(std::string_view text, const std::string& name);

/// Strict reading of one table: every key must be asked for, every value must have its type and range.
/// The first fault is kept in the `fault` that all readers of a document share; later ones are ignored, so
/// callers read on and ask once at the end.
class TomlFields {
public:
    TomlFields(const toml::table& table, std::string label, const std::string& file,
               std::optional<Error>& fault)
        : table_(table), label_(std::move(label)), file_(file), fault_(fault)
    {
    }

    /// A number (integer or not) within [low, high]; nothing when absent or faulty.
    std::optional<double> number(std::string_view key, double low, double high);
    /// The same, and its absence is a fault. Returns `low` then.
    double required_number(std::string_view key, double low, double high);
    std::optional<int> integer(std::string_view key, int low, int high);
    int required_integer(std::string_view key, int low, int high);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    std::string required_text(std::string_view key);
    /// The tables of `[[key]]`, empty when absent.
    std::vector<const toml::table*> tables(std::string_view key);
    const toml::table* table(std::string_view key);
    const toml::array* array(std::string_view key);
    /// Whatever stands there, null when absent.
    const toml::node* node(std::string_view key) { return find(key); }

    /// Faults the first key nobody asked for.
    void refuse_unknown();
    /// A fault at the value of `key`, or at the table when there is none.
    void refuse(std::string_view key, const std::string& message);
    void refuse_at(const toml::node& node, const std::string& message);
    [[nodiscard]] std::string place() const { return place_of(table_); }

private:
    const toml::node* find(std::string_view key);
    [[nodiscard]] std::string place_of(const toml::node& node) const;

    const toml::table& table_;
    std::string label_; ///< of the table, for messages: "act push"
    const std::string& file_;
    std::optional<Error>& fault_;
    std::vector<std::string> known_;
};

/// `2.5`, `-3`, `100000`, `1e+20`: a number as a message shows it.
std::string number_text(double value);
/// A value as a message shows it: `2.5`, `'text'`, `true`, `a value of type array`.
std::string found_text(const toml::node& node);

} // namespace quern::formats
