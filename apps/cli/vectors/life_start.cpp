// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/life_start.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace quern::vectors {
namespace {

/// The number that a text begins with, after blanks; the text then begins behind it.
template <class Number> std::optional<Number> take_number(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    Number number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take(std::string_view& text, std::string_view what)
{
    if (!text.starts_with(what))
        return false;
    text.remove_prefix(what.size());
    return true;
}

/// The number behind a word: 7 of "soup, seed 7".
template <class Number> std::optional<Number> number_behind(std::string_view note, std::string_view word)
{
    const std::size_t at = note.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = note.substr(at + word.size());
    return take_number<Number>(rest);
}

/// The words of a note, without the marks that end them.
std::vector<std::string_view> words_of(std::string_view note)
{
    std::vector<std::string_view> words;
    while (!note.empty()) {
        const std::size_t end = std::min(note.find(' '), note.size());
        std::string_view word = note.substr(0, end);
        while (!word.empty() && std::string_view(",;:.").find(word.back()) != std::string_view::npos)
            word.remove_suffix(1);
        if (!word.empty())
            words.push_back(word);
        note.remove_prefix(std::min(end + 1, note.size()));
    }
    return words;
}

bool is_runs(std::string_view word)
{
    return word.size() > 1 && word.back() == '!' &&
           word.find_first_not_of("0123456789bo$") == word.size() - 1;
}

/// 256 and 128 of "256x128".
std::optional<life::GridSize> size_of(std::string_view word)
{
    const auto width = take_number<std::int32_t>(word);
    if (!width || !take(word, "x"))
        return std::nullopt;
    const auto height = take_number<std::int32_t>(word);
    if (!height || !word.empty())
        return std::nullopt;
    return life::GridSize{*width, *height};
}

/// "at (64,100), team 1 tag 0", of which team and tag may be missing.
bool read_place(std::string_view note, LifeStart& start)
{
    const std::size_t at = note.find("at (");
    if (at == std::string_view::npos)
        return false;
    std::string_view rest = note.substr(at + 4);
    const auto x = take_number<std::int32_t>(rest);
    if (!x || !take(rest, ","))
        return false;
    const auto y = take_number<std::int32_t>(rest);
    const int team = number_behind<int>(note, "team ").value_or(0);
    const int tag = number_behind<int>(note, "tag ").value_or(0);
    if (!y || !take(rest, ")") || team < 0 || team >= life::kTeams || tag < 0 || tag > 1)
        return false;
    start.x = *x;
    start.y = *y;
    start.team = static_cast<std::uint8_t>(team);
    start.tag = static_cast<std::uint8_t>(tag);
    return true;
}

/// What any note may say: the field's size and the rule.
void read_field(const std::vector<std::string_view>& words, LifeStart& start)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i + 1 < words.size() && words[i + 1] == "torus")
            start.size = size_of(words[i]).value_or(start.size);
        if (words[i].size() > 2 && (words[i].front() == 'B' || words[i].front() == 'b'))
            if (const Result<life::Rule> rule = life::rule_named(words[i]))
                start.rule = *rule;
    }
}

/// "density 0.37" anywhere, or the percentage that stands before "soup".
std::optional<double> density_of(std::string_view note, std::string_view before)
{
    if (const auto density = number_behind<double>(note, "density "))
        return density;
    const auto percent = take_number<double>(before);
    return percent && before == "%" ? std::optional(*percent / 100.0) : std::nullopt;
}

/// The same in words, so that reading them gives the same bits.
std::string density_text(double density)
{
    const auto percent = static_cast<int>(std::clamp(density, 0.0, 1.0) * 100.0 + 0.5);
    if (percent / 100.0 == density)
        return std::to_string(percent) + "% soup";
    std::array<char, 32> text{};
    const auto [end, fault] = std::to_chars(text.data(), text.data() + text.size(), density);
    return "soup of density " + (fault == std::errc{} ? std::string(text.data(), end) : std::string());
}

life::Field still_life(life::GridSize size)
{
    const life::Pattern block{2, 2, {1, 1, 1, 1}};
    const life::Pattern beehive{4, 3, {0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0}};
    life::Field field(size);
    for (std::int32_t y = 0; y + 8 <= size.height; y += 8)
        for (std::int32_t x = 0; x < size.width; x += 8)
            life::apply(field, life::Stamp{.pattern = (x + y) / 8 % 2 != 0 ? &block : &beehive,
                                           .x = x,
                                           .y = y,
                                           .team = static_cast<std::uint8_t>((x / 8 ^ y / 8) & 3),
                                           .tag = static_cast<std::uint8_t>(x / 64 & 1)});
    return field;
}

} // namespace

std::optional<LifeStart> life_start_of(std::string_view note)
{
    LifeStart start;
    const std::vector<std::string_view> words = words_of(note);
    if (std::find(words.begin(), words.end(), "script") != words.end())
        return std::nullopt; // what comes in later is not in the note
    read_field(words, start);
    if (note.starts_with("still lifes on an 8x8 lattice")) {
        start.kind = LifeStart::Kind::still_life;
        return start;
    }
    if (const auto runs = std::find_if(words.begin(), words.end(), is_runs); runs != words.end()) {
        start.kind = LifeStart::Kind::pattern;
        start.runs = *runs;
        const auto behind = static_cast<std::size_t>(runs->data() + runs->size() - note.data());
        return read_place(note.substr(behind), start) ? std::optional(start) : std::nullopt;
    }
    if (const auto soup = std::find(words.begin(), words.end(), "soup"); soup != words.end()) {
        const auto density = density_of(note, soup == words.begin() ? std::string_view() : soup[-1]);
        const auto seed = number_behind<std::uint64_t>(note, "seed ");
        if (!density || !seed)
            return std::nullopt;
        start.density = *density;
        start.seed = *seed;
        return start;
    }
    return std::nullopt;
}

std::string note_of(const LifeStart& start)
{
    std::string note;
    switch (start.kind) {
    case LifeStart::Kind::soup:
        note = density_text(start.density) + ", seed " + std::to_string(start.seed);
        break;
    case LifeStart::Kind::pattern:
        note = "pattern " + start.runs + " at (" + std::to_string(start.x) + "," + std::to_string(start.y) +
               "), team " + std::to_string(start.team) + " tag " + std::to_string(start.tag);
        break;
    case LifeStart::Kind::still_life:
        note = "still lifes on an 8x8 lattice";
        break;
    }
    return note + ", " + std::to_string(start.size.width) + "x" + std::to_string(start.size.height) +
           " torus, " + life::name_of(start.rule);
}

Result<life::Field> field_of(const LifeStart& start)
{
    if (Status status = life::check(start.size); !status)
        return status.error();
    switch (start.kind) {
    case LifeStart::Kind::soup:
        return life::soup(start.size, start.density, start.seed);
    case LifeStart::Kind::still_life:
        return still_life(start.size);
    case LifeStart::Kind::pattern:
        break;
    }
    const Result<life::Pattern> pattern = pattern_of_runs(start.runs);
    if (!pattern)
        return pattern.error();
    life::Field field(start.size);
    life::apply(
        field,
        life::Stamp{.pattern = &*pattern, .x = start.x, .y = start.y, .team = start.team, .tag = start.tag});
    return field;
}

} // namespace quern::vectors
