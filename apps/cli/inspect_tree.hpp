// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "quern/formats/finding.hpp"

namespace quern::cli {

using TreeValue = std::variant<bool, std::uint64_t, std::int64_t, double, std::string>;

/// What is shown of a file's parts, to people as an indented tree and to programs as JSON. Names are those of
/// the JSON, in snake_case; people see them with spaces.
struct TreeField {
    std::string name;
    std::optional<std::uint64_t> offset; ///< in the file or member; nothing: computed, not stored
    TreeValue value;
    std::string text{}; ///< as people read it, units included; empty: the value as it is
};

struct TreeRow {
    std::optional<std::uint64_t> offset;
    std::vector<TreeValue> cells;
};

/// Things of one kind, a row each.
struct TreeTable {
    std::string name;
    std::vector<std::string> columns;
    std::vector<TreeRow> rows; ///< the first kMostRows
    std::uint64_t total = 0;   ///< with those that were not kept

    static constexpr std::size_t kMostRows = 4096;
    void add(TreeRow row);
};

struct TreePart {
    std::string name;
    std::vector<TreeField> fields;
    std::vector<TreeTable> tables;
    std::vector<TreePart> parts;

    void add(std::string field, std::optional<std::uint64_t> offset, TreeValue value, std::string text = "");
};

/// Fields as {"offset", "value", "text"}, tables as arrays (and "NAME_total" where rows are missing), parts
/// as objects, all by name.
nlohmann::ordered_json tree_json(const TreePart& part);
/// The part's name, then what is in it, two spaces deeper a level. Of long tables the first `most_rows`.
std::string tree_text(const TreePart& part, std::size_t most_rows, std::size_t indent = 0);

/// [{"severity", "offset", "what", "found", "expected"}].
nlohmann::ordered_json findings_json(const formats::Findings& findings);
/// "  warning at 0x1C, length of the archive: found 1, expected 2", a line each.
std::string findings_text(const formats::Findings& findings);

} // namespace quern::cli
