// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_toml.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace quern::formats {
namespace {

std::string source_text(const std::string& file, const toml::source_region& source)
{
    // Tables that only dotted headers imply have no place of their own.
    if (source.begin.line == 0)
        return file;
    return file + ":" + std::to_string(source.begin.line) + ":" + std::to_string(source.begin.column);
}

} // namespace

std::string number_text(double value)
{
    char digits[32];
    const double size = std::fabs(value);
    const bool plain = size == 0.0 || (size >= 1e-4 && size < 1e15);
    const auto end = plain ? std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed)
                           : std::to_chars(digits, digits + sizeof digits, value);
    return {digits, end.ptr};
}

std::string found_text(const toml::node& node)
{
    if (const auto* number = node.as_floating_point())
        return number_text(number->get());
    if (const auto* integer = node.as_integer())
        return std::to_string(integer->get());
    if (const auto* text = node.as_string())
        return "'" + text->get() + "'";
    if (const auto* flag = node.as_boolean())
        return flag->get() ? "true" : "false";
    std::ostringstream kind;
    kind << "a value of type " << node.type();
    return kind.str();
}

Result<toml::table> parse_ride_toml(std::string_view text, const std::string& name)
{
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error& error) {
        return Error{Error::Code::bad_input, source_text(name, error.source()),
                     std::string(error.description())};
    }
}

std::string TomlFields::place_of(const toml::node& node) const
{
    return source_text(file_, node.source());
}

const toml::node* TomlFields::find(std::string_view key)
{
    known_.emplace_back(key);
    return table_.get(key);
}

void TomlFields::refuse_at(const toml::node& node, const std::string& message)
{
    if (!fault_)
        fault_ = Error{Error::Code::bad_input, place_of(node), message};
}

void TomlFields::refuse(std::string_view key, const std::string& message)
{
    const toml::node* node = table_.get(key);
    refuse_at(node != nullptr ? *node : table_, message);
}

std::optional<double> TomlFields::number(std::string_view key, double low, double high)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return std::nullopt;
    double value = std::numeric_limits<double>::quiet_NaN();
    if (const auto* real = node->as_floating_point())
        value = real->get();
    else if (const auto* integer = node->as_integer())
        value = static_cast<double>(integer->get());
    if (value >= low && value <= high)
        return value;
    refuse_at(*node, label_ + ": '" + std::string(key) + "': found " + found_text(*node) +
                         ", expected a number from " + number_text(low) + " to " + number_text(high));
    return std::nullopt;
}

double TomlFields::required_number(std::string_view key, double low, double high)
{
    if (table_.get(key) == nullptr)
        refuse(key, label_ + ": '" + std::string(key) + "' is missing, expected a number from " +
                        number_text(low) + " to " + number_text(high));
    return number(key, low, high).value_or(low);
}

std::optional<int> TomlFields::integer(std::string_view key, int low, int high)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto* integer = node->as_integer();
    if (integer != nullptr && integer->get() >= low && integer->get() <= high)
        return static_cast<int>(integer->get());
    std::string found = found_text(*node);
    if (node->is_floating_point() && found.find_first_not_of("-0123456789") == std::string::npos)
        found += ".0, a decimal number";
    refuse_at(*node, label_ + ": '" + std::string(key) + "': found " + found +
                         ", expected a whole number from " + std::to_string(low) + " to " +
                         std::to_string(high));
    return std::nullopt;
}

int TomlFields::required_integer(std::string_view key, int low, int high)
{
    if (table_.get(key) == nullptr)
        refuse(key, label_ + ": '" + std::string(key) + "' is missing, expected a whole number from " +
                        std::to_string(low) + " to " + std::to_string(high));
    return integer(key, low, high).value_or(low);
}

std::optional<bool> TomlFields::flag(std::string_view key)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return std::nullopt;
    if (const auto* flag = node->as_boolean())
        return flag->get();
    refuse_at(*node, label_ + ": '" + std::string(key) + "': found " + found_text(*node) +
                         ", expected true or false");
    return std::nullopt;
}

std::optional<std::string> TomlFields::text(std::string_view key)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return std::nullopt;
    if (const auto* text = node->as_string())
        return text->get();
    refuse_at(*node,
              label_ + ": '" + std::string(key) + "': found " + found_text(*node) + ", expected a text");
    return std::nullopt;
}

std::string TomlFields::required_text(std::string_view key)
{
    if (table_.get(key) == nullptr)
        refuse(key, label_ + ": '" + std::string(key) + "' is missing, expected a text");
    return text(key).value_or("");
}

std::vector<const toml::table*> TomlFields::tables(std::string_view key)
{
    std::vector<const toml::table*> found;
    const toml::node* node = find(key);
    if (node == nullptr)
        return found;
    const auto* array = node->as_array();
    if (array == nullptr) {
        refuse_at(*node, label_ + ": '" + std::string(key) + "' must be a list of tables: [[" +
                             std::string(key) + "]]");
        return found;
    }
    for (const toml::node& item : *array) {
        if (const auto* table = item.as_table())
            found.push_back(table);
        else
            refuse_at(item, label_ + ": '" + std::string(key) + "': found " + found_text(item) +
                                ", expected a table");
    }
    return found;
}

const toml::table* TomlFields::table(std::string_view key)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return nullptr;
    if (const auto* table = node->as_table())
        return table;
    refuse_at(*node,
              label_ + ": '" + std::string(key) + "': found " + found_text(*node) + ", expected a table");
    return nullptr;
}

const toml::array* TomlFields::array(std::string_view key)
{
    const toml::node* node = find(key);
    if (node == nullptr)
        return nullptr;
    if (const auto* array = node->as_array())
        return array;
    refuse_at(*node,
              label_ + ": '" + std::string(key) + "': found " + found_text(*node) + ", expected a list");
    return nullptr;
}

void TomlFields::refuse_unknown()
{
    for (const auto& [key, node] : table_) {
        if (std::find(known_.begin(), known_.end(), key.str()) != known_.end())
            continue;
        std::string expected;
        for (const std::string& known : known_)
            expected += (expected.empty() ? "" : ", ") + known;
        refuse_at(node, label_ + ": unknown '" + std::string(key.str()) + "', expected one of " + expected);
    }
}

} // namespace quern::formats
