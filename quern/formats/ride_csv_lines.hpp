// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats {

/// Cuts a CSV text into rows of fields. Understands a UTF-8 byte order mark, LF and CRLF, `#` comment lines,
/// empty lines, quoted fields ("" inside quotes is a quote), and comma, semicolon or tab as the separator
/// (the first line decides). Spaces around a field do not count. Refuses everything else with its line.
class CsvLines {
public:
    CsvLines(std::string_view text, std::string name);

    /// The next row; nothing at the end or after a fault.
    std::optional<std::vector<std::string>> next();
    [[nodiscard]] const std::optional<Error>& fault() const noexcept { return fault_; }
    /// An error at the row that `next` gave last.
    [[nodiscard]] Error error(const std::string& message) const;
    /// Line number of that row.
    [[nodiscard]] std::size_t line() const noexcept { return line_; }
    [[nodiscard]] std::string place() const { return name_ + ":" + std::to_string(line_); }
    [[nodiscard]] char separator() const noexcept { return separator_; }

private:
    std::optional<std::string_view> next_line();
    bool choose_separator(std::string_view header);
    std::optional<std::vector<std::string>> split(std::string_view line);
    bool quoted(std::string_view line, std::size_t& at, std::string& field);

    std::string_view rest_;
    std::string name_;
    std::size_t line_ = 0;
    char separator_ = '\0';
    std::optional<Error> fault_;
};

} // namespace quern::formats
