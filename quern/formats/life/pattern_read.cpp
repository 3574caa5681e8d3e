// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/pattern_file.hpp"
#include "quern/formats/life/pattern_text.hpp"
#include "quern/formats/text_file.hpp"

namespace quern::formats {
namespace {

/// Comments come first, or a row of dots. A row of O alone may also be run lengths, which have a `!`.
bool is_plaintext(std::string_view text) noexcept
{
    text = trimmed(text);
    if (text.starts_with('!'))
        return text.size() > 1; // alone it ends run lengths that have no rows
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return !line.empty() && line.find_first_not_of(".Oo*") == std::string_view::npos &&
           (line.find_first_of(".*") != std::string_view::npos || text.find('!') == std::string_view::npos);
}

std::optional<std::string_view> other_format(std::string_view text) noexcept
{
    if (text.starts_with("[M2]"))
        return "a macrocell file";
    if (text.starts_with("\x1F\x8B"))
        return "a gzip file";
    if (text.starts_with("PK\x03\x04"))
        return "a zip file";
    return std::nullopt;
}

} // namespace

Result<PatternFile> parse_pattern(std::string_view text, const std::string& name)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3); // what some editors put before UTF-8
    if (const auto other = other_format(text))
        return Error{Error::Code::unsupported, name,
                     "found " + std::string(*other) + ", expected run lengths (.rle) or plaintext (.cells)"};
    if (text.starts_with("#Life 1.05"))
        return parse_life_105(text, name);
    return is_plaintext(text) ? parse_plaintext(text, name) : parse_rle(text, name);
}

bool is_inline_pattern(const std::string& text, const std::filesystem::path& folder)
{
    std::error_code none; // a text may be too long for the name of a file
    return text.find_first_of("!\n") != std::string::npos && !std::filesystem::exists(folder / text, none);
}

Result<PatternFile> read_pattern(const std::string& path_or_text)
{
    return is_inline_pattern(path_or_text) ? parse_pattern(path_or_text, "pattern")
                                           : read_pattern_file(path_or_text);
}

Result<PatternFile> read_pattern_file(const std::string& path)
{
    const Result<std::string> text = read_text_file(path, kMostPatternBytes, "a pattern");
    if (!text) {
        Error error = text.error();
        if (path.find_first_not_of("bBoO$0123456789 ") == std::string::npos)
            error.message += "; a pattern given as text ends with '!'";
        return error;
    }
    return parse_pattern(*text, path == "-" ? "standard input" : path);
}

} // namespace quern::formats
