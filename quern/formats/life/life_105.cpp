// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "quern/formats/life/pattern_file.hpp"
#include "quern/formats/life/pattern_text.hpp"

namespace quern::formats {
namespace {

struct Place {
    std::int64_t x = 0, y = 0;
};

/// `#P -3 5`, or `#P` for (0, 0): where the next rows go.
std::optional<Place> block_of(std::string_view words)
{
    words = trimmed(words);
    if (words.empty())
        return Place{};
    const auto x = take_number<std::int32_t>(words);
    words = trimmed(words);
    const auto y = take_number<std::int32_t>(words);
    if (!x || !y || !words.empty())
        return std::nullopt;
    return Place{*x, *y};
}

/// The living cells as a pattern; an error text where there are none, or they lie too far apart.
std::optional<std::string> frame(const std::vector<Place>& living, PatternFile& file)
{
    if (living.empty())
        return "found no cells, expected a pattern of at least one";
    const auto [left, right] = std::ranges::minmax(living, {}, &Place::x);
    const auto [top, bottom] = std::ranges::minmax(living, {}, &Place::y);
    const std::int64_t width = right.x - left.x + 1;
    const std::int64_t height = bottom.y - top.y + 1;
    if (width > kMostPatternColumns || height > kMostPatternRows)
        return too_large(width, height);
    file.pattern.width = static_cast<std::int32_t>(width);
    file.pattern.height = static_cast<std::int32_t>(height);
    file.pattern.cells.assign(static_cast<std::size_t>(width * height), 0);
    for (const Place cell : living)
        file.pattern.cells[static_cast<std::size_t>((cell.y - top.y) * width + cell.x - left.x)] = 1;
    if (file.position) // a `#P` was there
        file.position = PatternPosition{static_cast<std::int32_t>(left.x), static_cast<std::int32_t>(top.y)};
    return std::nullopt;
}

} // namespace

Result<PatternFile> parse_life_105(std::string_view text, const std::string& name)
{
    PatternText reader(text, name);
    PatternFile file;
    std::vector<Place> living;
    Place row;
    while (!reader.at_end()) {
        const std::size_t at = reader.at();
        if (reader.peek() == '#') {
            const std::string_view line = reader.take_line();
            if (line.starts_with("#R")) {
                const Result<life::Rule> rule = life::rule_named(trimmed(line.substr(2)));
                if (!rule)
                    return reader.error_at(at, rule.error().message);
                file.rule = *rule;
            } else if (line.starts_with("#P")) {
                const std::optional<Place> block = block_of(line.substr(2));
                if (!block)
                    return reader.error_at(at, "expected a place such as #P -3 5");
                row = *block;
                file.position.emplace();
            }
            continue;
        }
        std::int64_t x = row.x;
        for (; !reader.at_end() && reader.peek() != '\n' && reader.peek() != '\r'; reader.advance(), ++x) {
            if (reader.peek() == '*')
                living.push_back({x, row.y});
            else if (reader.peek() != '.')
                return reader.error("found " + reader.shown() + ", expected . or *");
            if (living.size() > static_cast<std::size_t>(kMostPatternColumns) * kMostPatternRows)
                return reader.error("found more cells than a pattern can have");
        }
        row.y += 1;
        static_cast<void>(reader.take_line());
    }
    // Blocks may lie so far out that their places do not fit; a pattern has one, and it must.
    constexpr std::int64_t kFarthest = std::int64_t{1} << 30;
    if (std::ranges::any_of(
            living, [](Place cell) { return std::max(std::abs(cell.x), std::abs(cell.y)) > kFarthest; }))
        return reader.error("found cells farther than 2^30 from the centre");
    if (const std::optional<std::string> message = frame(living, file))
        return reader.error(*message);
    return file;
}

} // namespace quern::formats
