// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/pattern_text.hpp"

#include <algorithm>

namespace quern::formats {
namespace {

std::string too_many_rows()
{
    return "found more than " + std::to_string(kMostPatternRows) + " rows, expected at most that many";
}

} // namespace

std::string_view PatternText::take_line() noexcept
{
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    at_ = std::min(end + 1, text_.size());
    return line;
}

void PatternText::skip_blanks(bool lines) noexcept
{
    const auto is_blank = [lines](char c) {
        return c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n');
    };
    while (!at_end() && is_blank(text_[at_]))
        ++at_;
}

Error PatternText::error_at(std::size_t at, std::string message) const
{
    const std::string_view before = text_.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t begin = before.rfind('\n') + 1; // 0 where there is none
    return {Error::Code::bad_input, name_ + ":" + std::to_string(line) + ":" + std::to_string(at - begin + 1),
            std::move(message)};
}

std::string PatternText::shown() const
{
    if (at_end())
        return "the end";
    const char c = peek();
    if (c > ' ' && c <= '~')
        return std::string("'") + c + "'";
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    return std::string("the byte 0x") + kDigits[byte >> 4u] + kDigits[byte & 15u];
}

void PatternCells::declare(std::int32_t width, std::int32_t height)
{
    declared_ = Size{width, height};
}

std::optional<std::string> PatternCells::add(std::int64_t count, bool is_alive)
{
    const std::int64_t end = x_ + count;
    if (is_alive && declared_ && (end > declared_->width || y_ >= declared_->height))
        return "found living cells up to column " + std::to_string(end) + " of row " +
               std::to_string(y_ + 1) + ", expected none outside the " + std::to_string(declared_->width) +
               " x " + std::to_string(declared_->height) + " cells of the header";
    if (end > kMostPatternColumns)
        return "found more than " + std::to_string(kMostPatternColumns) +
               " cells in a row, expected at most that many";
    if (y_ >= kMostPatternRows)
        return too_many_rows();
    if (is_alive) {
        cells_.resize(static_cast<std::size_t>((y_ + 1) * kMostPatternColumns));
        std::fill_n(cells_.begin() + y_ * kMostPatternColumns + x_, count, std::uint8_t{1});
    }
    x_ = end;
    used_.width = std::max(used_.width, static_cast<std::int32_t>(end));
    used_.height = static_cast<std::int32_t>(y_ + 1);
    return std::nullopt;
}

std::optional<std::string> PatternCells::end_rows(std::int64_t count)
{
    x_ = 0;
    y_ += count;
    return y_ > kMostPatternRows ? std::optional(too_many_rows()) : std::nullopt;
}

std::optional<std::string> PatternCells::take(life::Pattern& pattern)
{
    const Size size = declared_ ? *declared_ : used_;
    if (size.width < 1 || size.height < 1)
        return "found no cells, expected a pattern of at least one";
    pattern.width = size.width;
    pattern.height = size.height;
    pattern.cells.assign(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height), 0);
    cells_.resize(static_cast<std::size_t>(size.height) * kMostPatternColumns);
    for (std::int32_t y = 0; y < size.height; ++y)
        std::copy_n(cells_.begin() + std::ptrdiff_t{y} * kMostPatternColumns, size.width,
                    pattern.cells.begin() + std::ptrdiff_t{y} * size.width);
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) noexcept
{
    constexpr std::string_view kBlanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string too_large(std::int64_t width, std::int64_t height)
{
    return "found a pattern of " + std::to_string(width) + " x " + std::to_string(height) +
           " cells, expected at most " + std::to_string(kMostPatternColumns) + " x " +
           std::to_string(kMostPatternRows);
}

std::string one_line(std::string_view text)
{
    std::string line(trimmed(text));
    for (char& c : line)
        c = c == '\n' || c == '\r' ? ' ' : c;
    return line;
}

} // namespace quern::formats
