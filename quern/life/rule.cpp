// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/rule.hpp"

#include <algorithm>
#include <optional>

namespace quern::life {
namespace {

Error not_a_rule(std::string_view text)
{
    constexpr std::size_t kShown = 40; // of what may be a whole file
    std::string shown;
    for (const char c : text.substr(0, kShown))
        shown += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > kShown)
        shown += "...";
    return {Error::Code::bad_input, "",
            "found '" + shown + "', expected a rule such as B3/S23, digits 0 to 8 each once at most"};
}

char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Digits as bits; nothing for another character, or for a digit that comes twice.
std::optional<std::uint16_t> counts_of(std::string_view digits) noexcept
{
    unsigned bits = 0;
    for (const char c : digits) {
        if (c < '0' || c > '8' || (bits >> (c - '0') & 1u) != 0)
            return std::nullopt;
        bits |= 1u << (c - '0');
    }
    return static_cast<std::uint16_t>(bits);
}

std::string digits_of(std::uint16_t counts)
{
    std::string digits;
    for (int n = 0; n <= 8; ++n)
        if ((counts >> n & 1) != 0)
            digits += static_cast<char>('0' + n);
    return digits;
}

} // namespace

Result<Rule> rule_named(std::string_view text)
{
    constexpr std::size_t kLongest = 20; // nine digits and a letter a part, and the stroke
    if (text.size() > kLongest + 1)
        return not_a_rule(text);
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(), lower);
    if (name == "life")
        return Rule{};

    const bool named = !name.empty() && name.front() == 'b';
    if (named && name.size() > 1 && name.find_first_of("/s") == std::string::npos)
        name += 's'; // nothing survives
    const std::size_t stroke = name.find('/');
    const std::size_t split = stroke != std::string::npos ? stroke : named ? name.find('s') : stroke;
    if (split == std::string::npos)
        return not_a_rule(text);
    std::string_view first = std::string_view(name).substr(0, split);
    std::string_view second = std::string_view(name).substr(split + (stroke != std::string::npos ? 1 : 0));
    const bool survival_first = stroke != std::string::npos && first.starts_with('s');
    if (named || survival_first) {
        if (!second.starts_with(named ? 's' : 'b'))
            return not_a_rule(text);
        first.remove_prefix(1);
        second.remove_prefix(1);
    }
    const std::optional<std::uint16_t> left = counts_of(first);
    const std::optional<std::uint16_t> right = counts_of(second);
    if (!left || !right)
        return not_a_rule(text);
    return named ? Rule{*left, *right} : Rule{*right, *left}; // without letters, survival stands first
}

std::string name_of(Rule rule)
{
    return "B" + digits_of(rule.birth) + "/S" + digits_of(rule.survival);
}

Cell newborn(const std::array<std::uint8_t, kTeams>& teams, int tagged) noexcept
{
    int parents = 0;
    int most = 0; // parents of one team
    for (const int count : teams) {
        parents += count;
        most = std::max(most, count);
    }
    int team = 0;
    if (parents == 3 && most == 1)
        while (teams[static_cast<std::size_t>(team)] != 0)
            ++team; // the one that no parent has
    else
        while (teams[static_cast<std::size_t>(team)] != most)
            ++team; // the lowest of those that most have
    return {kAlive, static_cast<std::uint8_t>(team), 0,
            static_cast<std::uint8_t>(2 * tagged > parents ? 1 : 0)};
}

} // namespace quern::life
