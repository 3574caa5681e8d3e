// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/life/pattern_file.hpp"

namespace quern::formats {

/// The text of a pattern, and where a reader stands in it. Private to the readers.
class PatternText {
public:
    PatternText(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    /// 0 at the end.
    [[nodiscard]] char peek() const noexcept { return at_end() ? '\0' : text_[at_]; }
    [[nodiscard]] bool at_line_begin() const noexcept { return at_ == 0 || text_[at_ - 1] == '\n'; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    void advance() noexcept { ++at_; }
    /// What is left of this line, without its end. Goes on to the next line.
    std::string_view take_line() noexcept;
    /// Past blanks and tabs; with `lines`, past ends of lines too.
    void skip_blanks(bool lines = false) noexcept;

    /// An error at a place of the text, by default where the reader stands.
    [[nodiscard]] Error error(std::string message) const { return error_at(at_, std::move(message)); }
    [[nodiscard]] Error error_at(std::size_t at, std::string message) const;
    /// "'x'", "the end", "the byte 0x07".
    [[nodiscard]] std::string shown() const;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    const std::string& name_;
};

/// Cells that are found row by row, in a pattern whose size need not be known.
class PatternCells {
public:
    /// Rows and columns that the file says it has.
    void declare(std::int32_t width, std::int32_t height);
    /// Nothing, or what was expected instead of `count` more cells in this row.
    std::optional<std::string> add(std::int64_t count, bool is_alive);
    /// The same for ends of rows; the last row may have one too.
    std::optional<std::string> end_rows(std::int64_t count);
    /// An error text where there is neither a declared size nor a cell.
    std::optional<std::string> take(life::Pattern& pattern);

private:
    struct Size {
        std::int32_t width = 0, height = 0;
    };
    std::optional<Size> declared_;
    Size used_;
    std::int64_t x_ = 0, y_ = 0;
    std::vector<std::uint8_t> cells_; // rows of kMostPatternColumns each
};

/// A whole number at the beginning of a text, which then begins behind it; nothing where there is none or it
/// does not fit.
template <class Number> std::optional<Number> take_number(std::string_view& text) noexcept
{
    Number number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::string_view trimmed(std::string_view text) noexcept;
/// Why a pattern of that size is refused.
std::string too_large(std::int64_t width, std::int64_t height);
/// Blanks in place of what would end a line, and none around: a name must not become part of a file.
std::string one_line(std::string_view text);

} // namespace quern::formats
