// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "text_table.hpp"

#include <algorithm>

namespace quern::cli {
namespace {

constexpr std::size_t kLine = 100;
constexpr std::size_t kNarrowest = 30; // a last column is never broken into less

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& cell, std::size_t width, bool right)
{
    const std::string air(width - std::min(width, characters(cell)), ' ');
    return right ? air + cell : cell + air;
}

/// Breaks at spaces; lines after the first are indented by `indent`.
std::string broken(std::string_view text, std::size_t width, std::size_t indent)
{
    std::string out;
    while (characters(text) > width) {
        std::size_t at = text.rfind(' ', width);
        if (at == std::string_view::npos || at == 0)
            at = text.find(' ');
        if (at == std::string_view::npos)
            break;
        out += std::string(text.substr(0, at)) + "\n" + std::string(indent, ' ');
        text.remove_prefix(at + 1);
    }
    return out + std::string(text);
}

} // namespace

std::string TextTable::text() const
{
    std::vector<std::size_t> widths(alignment_.size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i + 1 < row.size() || (i < row.size() && alignment_[i] == 'r'); ++i)
            widths[i] = std::max(widths[i], characters(row[i]));
    }
    std::string out;
    for (const auto& row : rows_) {
        std::string line = "  ";
        std::size_t column = 2;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool last = i + 1 == row.size();
            if (last && alignment_[i] == 'l')
                line += broken(row[i], std::max(kNarrowest, kLine - std::min(kLine, column)), column);
            else
                line += padded(row[i], widths[i], alignment_[i] == 'r') + (last ? "" : "  ");
            column += widths[i] + 2;
        }
        while (line.ends_with(' '))
            line.pop_back();
        out += line + "\n";
    }
    return out;
}

} // namespace quern::cli
