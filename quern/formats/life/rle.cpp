// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "quern/formats/life/pattern_file.hpp"
#include "quern/formats/life/pattern_text.hpp"

namespace quern::formats {
namespace {

constexpr std::int64_t kMostRun = 1'000'000'000; // what is longer than a pattern is refused by the cells

bool is_letter(char c) noexcept
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Reads one file from its beginning to the `!`.
class RleReader {
public:
    RleReader(std::string_view text, const std::string& name) : text_(text, name) {}

    Result<PatternFile> read()
    {
        comments();
        if (!fault_ && (text_.peek() == 'x' || text_.peek() == 'X'))
            header();
        body();
        if (!fault_) {
            if (std::optional<std::string> message = cells_.take(file_.pattern))
                fault_ = text_.error(*message);
        }
        if (fault_)
            return *fault_;
        return std::move(file_);
    }

private:
    void refuse_at(std::size_t at, const std::string& message)
    {
        if (!fault_)
            fault_ = text_.error_at(at, message);
    }
    void refuse(const std::string& message) { refuse_at(text_.at(), message); }

    /// Lines that begin with #, and empty ones.
    void comments()
    {
        for (text_.skip_blanks(true); !fault_ && text_.peek() == '#'; text_.skip_blanks(true)) {
            const std::size_t at = text_.at();
            comment(text_.take_line(), at);
        }
    }

    void comment(std::string_view line, std::size_t at)
    {
        const char kind = line.size() > 1 ? line[1] : ' ';
        std::string_view rest = trimmed(line.substr(std::min<std::size_t>(2, line.size())));
        if (line.starts_with("#CXRLE")) {
            extended(line.substr(6), at);
        } else if (kind == 'N') {
            file_.name = one_line(rest);
        } else if (kind == 'O') {
            file_.author = one_line(rest);
        } else if (kind == 'P' || kind == 'R') {
            position(rest);
        } else if (kind == 'r') {
            rule(rest, at);
        } else if (line.starts_with("#Life")) {
            refuse_at(at, "found a file of the format '" + std::string(trimmed(line.substr(1))) +
                              "', expected run lengths (.rle) or plaintext (.cells)");
        }
    }

    /// `#P 5 -3`; other words there are somebody's remark.
    void position(std::string_view words)
    {
        const auto x = take_number<std::int32_t>(words);
        words = trimmed(words);
        const auto y = take_number<std::int32_t>(words);
        if (x && y && words.empty())
            file_.position = PatternPosition{*x, *y};
    }

    /// ` Pos=-3,5 Gen=100`
    void extended(std::string_view words, std::size_t at)
    {
        for (words = trimmed(words); !words.empty(); words = trimmed(words)) {
            if (words.starts_with("Pos=")) {
                words.remove_prefix(4);
                const auto x = take_number<std::int32_t>(words);
                const bool has_comma = words.starts_with(',');
                words.remove_prefix(has_comma ? 1 : 0);
                const auto y = take_number<std::int32_t>(words);
                if (!x || !has_comma || !y)
                    return refuse_at(at, "#CXRLE: expected a position such as Pos=-3,5");
                file_.position = PatternPosition{*x, *y};
            } else if (words.starts_with("Gen=")) {
                words.remove_prefix(4);
                file_.generation = take_number<std::uint64_t>(words); // there are larger ones than that
                words.remove_prefix(std::min(words.find_first_not_of("0123456789"), words.size()));
            } else {
                words.remove_prefix(std::min(words.find(' '), words.size()));
            }
        }
    }

    /// `B3/S23:T2048,512`
    void rule(std::string_view words, std::size_t at)
    {
        const std::string_view name = words.substr(0, words.find(':'));
        const Result<life::Rule> named = life::rule_named(trimmed(name));
        if (!named)
            return refuse_at(at, named.error().message);
        file_.rule = *named;
        if (name.size() == words.size())
            return;
        std::string_view field = words.substr(name.size() + 1);
        if (field.starts_with('T') || field.starts_with('t')) {
            field.remove_prefix(1);
            const auto width = take_number<std::int32_t>(field);
            const bool has_comma = field.starts_with(',');
            field.remove_prefix(has_comma ? 1 : 0);
            const auto height = has_comma ? take_number<std::int32_t>(field) : width;
            if (width && height && *width >= 0 && *height >= 0 && field.empty()) {
                file_.torus = PatternTorus{*width, *height};
                return;
            }
        }
        refuse_at(at, "found the field '" + std::string(words.substr(name.size(), 40)) +
                          "', expected none or a torus such as :T2048,512");
    }

    /// `x = 3, y = 3, rule = B3/S23`
    void header()
    {
        const std::size_t at = text_.at();
        const auto width = dimension('x');
        const auto height = dimension('y');
        if (fault_)
            return;
        if (*width > kMostPatternColumns || *height > kMostPatternRows)
            return refuse_at(at, too_large(*width, *height));
        cells_.declare(static_cast<std::int32_t>(*width), static_cast<std::int32_t>(*height));
        text_.skip_blanks();
        const std::size_t rest = text_.at();
        std::string_view words = trimmed(text_.take_line());
        if (words.empty())
            return;
        for (const std::string_view part : {",", "rule", "="}) {
            words = trimmed(words);
            if (!std::ranges::equal(words.substr(0, part.size()), part, {}, lower))
                return refuse_at(rest, "expected ', rule = B3/S23' or nothing behind the size");
            words.remove_prefix(part.size());
        }
        rule(trimmed(words), rest);
    }

    /// `x = 3`, or `, y = 3`.
    std::optional<std::int64_t> dimension(char letter)
    {
        const auto expect = [&](char c) {
            text_.skip_blanks();
            const char found = text_.peek();
            if (found != c && !(is_letter(c) && found == c - 'a' + 'A'))
                refuse("found " + text_.shown() + ", expected a header such as x = 3, y = 3");
            else
                text_.advance();
        };
        if (letter == 'y')
            expect(',');
        expect(letter);
        expect('=');
        text_.skip_blanks();
        const std::optional<std::int64_t> number = count();
        if (!number)
            refuse("found " + text_.shown() + ", expected a number of cells");
        return number;
    }

    /// A number without a sign, its value at most kMostRun; nothing where there is no digit.
    std::optional<std::int64_t> count()
    {
        std::optional<std::int64_t> number;
        for (char c = text_.peek(); c >= '0' && c <= '9'; text_.advance(), c = text_.peek())
            number = std::min(number.value_or(0) * 10 + (c - '0'), kMostRun);
        return number;
    }

    void body()
    {
        while (!fault_) {
            text_.skip_blanks(true);
            if (text_.peek() == '#' && text_.at_line_begin()) {
                comments();
                continue;
            }
            const std::size_t at = text_.at();
            const std::optional<std::int64_t> run = count();
            if (run && *run == 0)
                return refuse_at(at, "found a run of 0, expected 1 or more");
            if (run)
                text_.skip_blanks(true);
            else if (text_.peek() == '!')
                return;
            std::optional<std::string> message;
            switch (text_.peek()) {
            case 'b':
            case 'B':
                message = cells_.add(run.value_or(1), false);
                break;
            case 'o':
            case 'O':
                message = cells_.add(run.value_or(1), true);
                break;
            case '$':
                message = cells_.end_rows(run.value_or(1));
                break;
            default:
                return refuse_tag();
            }
            if (message)
                return refuse_at(at, *message);
            text_.advance();
        }
    }

    void refuse_tag()
    {
        if (text_.at_end())
            refuse("found the end, expected a '!' behind the last row");
        else if (is_letter(text_.peek()) || text_.peek() == '.')
            refuse("found " + text_.shown() +
                   ", a cell of a pattern with more than two states, expected b, o, $ or !");
        else
            refuse("found " + text_.shown() + ", expected b, o, $ or !");
    }

    PatternText text_;
    PatternFile file_;
    PatternCells cells_;
    std::optional<Error> fault_;
};

} // namespace

Result<PatternFile> parse_rle(std::string_view text, const std::string& name)
{
    return RleReader(text, name).read();
}

} // namespace quern::formats
