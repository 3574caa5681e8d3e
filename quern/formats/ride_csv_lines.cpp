// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_csv_lines.hpp"

#include <algorithm>

namespace quern::formats {
namespace {

bool is_space(char c)
{
    return c == ' ';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

CsvLines::CsvLines(std::string_view text, std::string name) : rest_(text), name_(std::move(name))
{
    if (rest_.starts_with("\xEF\xBB\xBF"))
        rest_.remove_prefix(3);
}

Error CsvLines::error(const std::string& message) const
{
    return {Error::Code::bad_input, place(), message};
}

std::optional<std::string_view> CsvLines::next_line()
{
    if (rest_.empty())
        return std::nullopt;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 && c != '\t') {
            fault_ = error("found control byte " + std::to_string(byte) +
                           ", expected text with LF or CRLF line ends");
            return std::nullopt;
        }
    }
    return line;
}

bool CsvLines::choose_separator(std::string_view header)
{
    bool inside = false;
    for (const char c : header) {
        if (c == '"')
            inside = !inside;
        if (inside || (c != ',' && c != ';' && c != '\t'))
            continue;
        if (separator_ != '\0' && separator_ != c) {
            fault_ = error(
                "found two kinds of separators in the header, expected only one of comma, semicolon, tab");
            return false;
        }
        separator_ = c;
    }
    if (separator_ == '\0')
        separator_ = ',';
    return true;
}

/// Reads a quoted field that starts at `at`; leaves `at` at the separator or the end.
bool CsvLines::quoted(std::string_view line, std::size_t& at, std::string& field)
{
    for (++at; at < line.size(); ++at) {
        if (line[at] != '"') {
            field += line[at];
        } else if (at + 1 < line.size() && line[at + 1] == '"') {
            field += '"';
            ++at;
        } else {
            ++at;
            while (at < line.size() && is_space(line[at]))
                ++at;
            if (at == line.size() || line[at] == separator_)
                return true;
            fault_ = error("found text after a closing quote, expected a separator");
            return false;
        }
    }
    fault_ = error("found a quote that is not closed on its line");
    return false;
}

std::optional<std::vector<std::string>> CsvLines::split(std::string_view line)
{
    std::vector<std::string> fields;
    std::size_t at = 0;
    for (;;) {
        while (at < line.size() && is_space(line[at]))
            ++at;
        std::string field;
        if (at < line.size() && line[at] == '"') {
            if (!quoted(line, at, field))
                return std::nullopt;
        } else {
            const std::size_t end = std::min(line.find(separator_, at), line.size());
            field = trimmed(line.substr(at, end - at));
            at = end;
        }
        fields.push_back(std::move(field));
        if (at >= line.size())
            return fields;
        ++at;
    }
}

std::optional<std::vector<std::string>> CsvLines::next()
{
    while (const auto line = next_line()) {
        const std::string_view content = trimmed(*line);
        if (content.empty() || content.front() == '#')
            continue;
        if (separator_ == '\0' && !choose_separator(*line))
            return std::nullopt;
        return split(*line);
    }
    return std::nullopt;
}

} // namespace quern::formats
