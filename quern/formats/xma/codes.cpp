// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/codes.hpp"

namespace quern::formats::xma {
namespace {

// How many runs, from 0 on, there are of level 1, 2, 3 and so on.
struct Runs {
    std::uint8_t level; // up to this one
    std::uint8_t count;
};

template <std::size_t N, std::size_t M>
constexpr std::array<RunLevel, N> run_levels(const std::array<Runs, M>& groups)
{
    std::array<RunLevel, N> meaning{}; // symbols 0 and 1 have none
    std::size_t symbol = 2;
    std::uint8_t level = 1;
    for (const Runs& runs : groups)
        for (; level <= runs.level; ++level)
            for (std::uint8_t run = 0; run < runs.count; ++run)
                meaning[symbol++] = {run, level};
    return meaning;
}

constexpr auto kFirstRunLevels =
    run_levels<272>(std::array<Runs, 7>{{{1, 150}, {2, 40}, {3, 20}, {4, 10}, {5, 5}, {27, 2}, {28, 1}}});
constexpr auto kSecondRunLevels =
    run_levels<244>(std::array<Runs, 7>{{{1, 100}, {2, 30}, {3, 10}, {4, 6}, {7, 3}, {49, 2}, {52, 1}}});
constexpr auto kScaleChanges = run_levels<120>(std::array<Runs, 4>{{{1, 1}, {5, 25}, {6, 11}, {9, 2}}});

// The first symbol of each level, and behind the last level the end.
template <std::size_t Levels, std::size_t N>
constexpr std::array<std::uint16_t, Levels + 2> first_symbols(const std::array<RunLevel, N>& meaning)
{
    std::array<std::uint16_t, Levels + 2> first{};
    for (std::size_t symbol = N; symbol-- > 2;)
        first[meaning[symbol].level] = static_cast<std::uint16_t>(symbol);
    first[Levels + 1] = N;
    return first;
}

constexpr std::size_t kFirstLevels = 28;
constexpr std::size_t kSecondLevels = 52;
constexpr auto kFirstStarts = first_symbols<kFirstLevels>(kFirstRunLevels);
constexpr auto kSecondStarts = first_symbols<kSecondLevels>(kSecondRunLevels);

// All groups of `Size` digits up to `Sum` whose sum is at most that, in order.
template <std::size_t Size, std::size_t Sum, std::size_t N>
constexpr std::array<std::array<std::uint8_t, Size>, N> groups()
{
    std::array<std::array<std::uint8_t, Size>, N> all{};
    std::array<std::uint8_t, Size> digits{};
    for (std::size_t symbol = 0; symbol < N;) {
        std::size_t sum = 0;
        for (const std::uint8_t digit : digits)
            sum += digit;
        if (sum <= Sum)
            all[symbol++] = digits;
        std::size_t at = Size - 1;
        while (at > 0 && digits[at] == Sum)
            digits[at--] = 0;
        ++digits[at];
    }
    return all;
}
constexpr auto kQuads = groups<4, 5, kQuadEscape>();
constexpr auto kPairs = groups<2, 15, kPairEscape>();

constexpr std::size_t quad_index(const Quad& q)
{
    return ((q[0] * 6u + q[1]) * 6u + q[2]) * 6u + q[3];
}
constexpr std::size_t pair_index(const Pair& p)
{
    return p[0] * 16u + p[1];
}
constexpr auto kQuadSymbols = [] {
    std::array<std::uint8_t, 6 * 6 * 6 * 6> symbols{};
    for (std::size_t symbol = 0; symbol < kQuads.size(); ++symbol)
        symbols[quad_index(kQuads[symbol])] = static_cast<std::uint8_t>(symbol);
    return symbols;
}();
constexpr auto kPairSymbols = [] {
    std::array<std::uint8_t, 16 * 16> symbols{};
    for (std::size_t symbol = 0; symbol < kPairs.size(); ++symbol)
        symbols[pair_index(kPairs[symbol])] = static_cast<std::uint8_t>(symbol);
    return symbols;
}();

} // namespace

RunLevel first_run_level(std::size_t symbol) noexcept
{
    return kFirstRunLevels[symbol];
}
RunLevel second_run_level(std::size_t symbol) noexcept
{
    return kSecondRunLevels[symbol];
}
RunLevel scale_change(std::size_t symbol) noexcept
{
    return kScaleChanges[symbol];
}

std::size_t run_symbol(int table, std::size_t run, std::uint32_t level) noexcept
{
    if (level > (table == 0 ? kFirstLevels : kSecondLevels))
        return kRunEscape;
    const std::uint16_t* const starts = table == 0 ? kFirstStarts.data() : kSecondStarts.data();
    const std::size_t symbol = starts[level] + run;
    return symbol < starts[level + 1] ? symbol : kRunEscape;
}

Quad quad_levels(std::size_t symbol) noexcept
{
    return kQuads[symbol];
}
Pair pair_levels(std::size_t symbol) noexcept
{
    return kPairs[symbol];
}
std::size_t quad_symbol(const Quad& levels) noexcept
{
    return kQuadSymbols[quad_index(levels)];
}
std::size_t pair_symbol(const Pair& levels) noexcept
{
    return kPairSymbols[pair_index(levels)];
}

} // namespace quern::formats::xma
