// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "quern/formats/life/pattern_file.hpp"
#include "quern/formats/life/pattern_text.hpp"

namespace quern::formats {
namespace {

constexpr std::string_view kName = "!Name:";
constexpr std::string_view kAuthor = "!Author:";

} // namespace

Result<PatternFile> parse_plaintext(std::string_view text, const std::string& name)
{
    PatternText reader(text, name);
    PatternFile file;
    PatternCells cells;
    while (!reader.at_end()) {
        if (reader.peek() == '!') {
            const std::string_view line = reader.take_line();
            if (line.starts_with(kName))
                file.name = one_line(line.substr(kName.size()));
            else if (line.starts_with(kAuthor))
                file.author = one_line(line.substr(kAuthor.size()));
            continue;
        }
        for (reader.skip_blanks(); !reader.at_end() && reader.peek() != '\n'; reader.skip_blanks()) {
            const char c = reader.peek();
            if (c != '.' && c != 'O' && c != 'o' && c != '*')
                return reader.error("found " + reader.shown() + ", expected . or O");
            if (const std::optional<std::string> message = cells.add(1, c != '.'))
                return reader.error(*message);
            reader.advance();
        }
        const std::size_t at = reader.at();
        static_cast<void>(reader.take_line());
        // Empty lines at the end are no rows.
        if (std::optional<std::string> message = cells.end_rows(1); message && !reader.at_end())
            return reader.error_at(at, *message);
    }
    if (const std::optional<std::string> message = cells.take(file.pattern))
        return reader.error(*message);
    return file;
}

std::string plaintext_text(const PatternFile& file)
{
    std::string text;
    if (!file.name.empty())
        text += "!Name: " + one_line(file.name) + '\n';
    if (!file.author.empty())
        text += "!Author: " + one_line(file.author) + '\n';
    for (std::int32_t y = 0; y < file.pattern.height; ++y) {
        for (std::int32_t x = 0; x < file.pattern.width; ++x)
            text += file.pattern.is_alive(x, y) ? 'O' : '.';
        text += '\n';
    }
    return text;
}

} // namespace quern::formats
