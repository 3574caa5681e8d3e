// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

/// Rows of cells for a terminal, each column as wide as its widest cell.
class TextTable {
public:
    /// One letter a column: l left, r right.
    explicit TextTable(std::string_view alignment) : alignment_(alignment) {}
    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Indented by two spaces, two between columns, no trailing space. Long cells of the last column are
    /// broken at spaces so that lines stay below 100 characters.
    [[nodiscard]] std::string text() const;

private:
    std::string alignment_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace quern::cli
