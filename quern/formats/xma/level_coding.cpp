// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/level_coding.hpp"

#include <array>
#include <cstdlib>
#include <limits>

#include "quern/formats/xma/codes.hpp"

namespace quern::formats::xma {
namespace {

constexpr int kGroups = kBlockSize / 4;
constexpr std::uint32_t kGroupSum = 5; // of a group with a code of its own
constexpr std::uint32_t kPairSum = 15;
constexpr std::uint32_t kHighestRunLevel = 52;

std::uint32_t magnitude(std::int32_t level) noexcept
{
    return static_cast<std::uint32_t>(std::abs(level));
}

int large_bits(std::uint32_t value) noexcept
{
    return value < 1u << 8 ? 1 + 8 : value < 1u << 16 ? 2 + 16 : 3 + 24;
}

void put_large(BitWriter& out, std::uint32_t value)
{
    const int bytes = value < 1u << 8 ? 1 : value < 1u << 16 ? 2 : 3;
    out.put((1u << bytes) - 2, bytes); // 0, 10 or 110
    out.put(value, 8 * bytes);
}

int long_run_bits(int zeros) noexcept
{
    return zeros == 0 ? 1 : zeros <= 4 ? 2 + 2 : 3 + kRunBits;
}

void put_long_run(BitWriter& out, int zeros)
{
    if (zeros == 0) {
        out.put(0, 1);
    } else if (zeros <= 4) {
        out.put(2, 2);
        out.put(static_cast<std::uint32_t>(zeros - 1), 2);
    } else {
        out.put(6, 3);
        out.put(static_cast<std::uint32_t>(zeros - 4), kRunBits);
    }
}

int run_code_length(int table, std::size_t symbol) noexcept
{
    return table == 0 ? kFirstRunCode.length(symbol) : kSecondRunCode.length(symbol);
}

void put_run_code(BitWriter& out, int table, std::size_t symbol)
{
    table == 0 ? kFirstRunCode.put(out, symbol) : kSecondRunCode.put(out, symbol);
}

int single_bits(std::uint32_t value) noexcept
{
    if (value < kSingleEscape)
        return kSingleCode.length(value);
    return kSingleCode.length(kSingleEscape) + large_bits(value - static_cast<std::uint32_t>(kSingleEscape));
}

void put_single(BitWriter& out, std::uint32_t value)
{
    if (value < kSingleEscape) {
        kSingleCode.put(out, value);
        return;
    }
    kSingleCode.put(out, kSingleEscape);
    put_large(out, value - static_cast<std::uint32_t>(kSingleEscape));
}

// Costs of what is common, looked up.
struct Costs {
    std::array<std::uint8_t, 6 * 6 * 6 * 6> group{}; // with its signs
    std::array<std::uint8_t, 16 * 16> pair{};        // without
    std::array<std::array<std::array<std::uint8_t, kBlockSize>, kHighestRunLevel + 1>, 2> run{};

    Costs() noexcept
    {
        for (std::size_t symbol = 0; symbol < kQuadEscape; ++symbol) {
            const Quad q = quad_levels(symbol);
            int bits = kQuadCode.length(symbol);
            for (const std::uint8_t level : q)
                bits += level != 0 ? 1 : 0;
            group[((q[0] * 6u + q[1]) * 6u + q[2]) * 6u + q[3]] = static_cast<std::uint8_t>(bits);
        }
        for (std::size_t symbol = 0; symbol < kPairEscape; ++symbol) {
            const Pair p = pair_levels(symbol);
            pair[p[0] * 16u + p[1]] = static_cast<std::uint8_t>(kPairCode.length(symbol));
        }
        for (int table = 0; table < 2; ++table)
            for (std::uint32_t level = 1; level <= kHighestRunLevel; ++level)
                for (int zeros = 0; zeros < kBlockSize; ++zeros)
                    run[static_cast<std::size_t>(table)][level][static_cast<std::size_t>(zeros)] =
                        static_cast<std::uint8_t>(coded(table, zeros, level));
    }
    static int coded(int table, int zeros, std::uint32_t level) noexcept
    {
        const std::size_t symbol = run_symbol(table, static_cast<std::size_t>(zeros), level);
        if (symbol != kRunEscape)
            return run_code_length(table, symbol) + 1;
        return run_code_length(table, kRunEscape) + large_bits(level) + long_run_bits(zeros) + 1;
    }
};

const Costs& costs() noexcept
{
    static const Costs instance;
    return instance;
}

int pair_bits(std::uint32_t first, std::uint32_t second) noexcept
{
    if (first + second <= kPairSum)
        return costs().pair[first * 16 + second];
    return kPairCode.length(kPairEscape) + single_bits(first) + single_bits(second);
}

void put_pair(BitWriter& out, std::uint32_t first, std::uint32_t second)
{
    if (first + second <= kPairSum) {
        kPairCode.put(out,
                      pair_symbol({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)}));
        return;
    }
    kPairCode.put(out, kPairEscape);
    put_single(out, first);
    put_single(out, second);
}

void put_group(BitWriter& out, const std::int32_t* levels)
{
    const std::array<std::uint32_t, 4> m{magnitude(levels[0]), magnitude(levels[1]), magnitude(levels[2]),
                                         magnitude(levels[3])};
    if (m[0] + m[1] + m[2] + m[3] <= kGroupSum) {
        kQuadCode.put(out, quad_symbol({static_cast<std::uint8_t>(m[0]), static_cast<std::uint8_t>(m[1]),
                                        static_cast<std::uint8_t>(m[2]), static_cast<std::uint8_t>(m[3])}));
    } else {
        kQuadCode.put(out, kQuadEscape);
        put_pair(out, m[0], m[1]);
        put_pair(out, m[2], m[3]);
    }
    for (int i = 0; i < 4; ++i)
        if (levels[i] != 0)
            out.put(levels[i] > 0 ? 1 : 0, 1);
}

void put_run_level(BitWriter& out, int table, int zeros, std::int32_t level)
{
    const std::size_t symbol = run_symbol(table, static_cast<std::size_t>(zeros), magnitude(level));
    put_run_code(out, table, symbol);
    if (symbol == kRunEscape) {
        put_large(out, magnitude(level));
        put_long_run(out, zeros);
    }
    out.put(level > 0 ? 1 : 0, 1);
}

// Calls visit(run, level) for what run-level codes hold; gives the position behind.
template <class Visit> int each_run(const Block& block, Visit&& visit)
{
    int next = block.grouped;
    for (int k = block.grouped; k < kBlockSize; ++k)
        if (const std::int32_t level = block.level[static_cast<std::size_t>(k)]; level != 0) {
            visit(k - next, level);
            next = k + 1;
        }
    return next;
}

// The levels that are not zero, as a list, and what each costs behind the one before.
struct List {
    std::array<int, kBlockSize> at{};
    std::array<std::uint32_t, kBlockSize> level{};
    std::array<int, kBlockSize + 2> behind{}; // bits of this one and all that follow
    int count = 0;

    explicit List(const Levels& levels) noexcept
    {
        for (int k = 0; k < kBlockSize; ++k)
            if (const std::uint32_t value = magnitude(levels[static_cast<std::size_t>(k)]); value != 0) {
                at[static_cast<std::size_t>(count)] = k;
                level[static_cast<std::size_t>(count++)] = value;
            }
    }
    void add_up(int table) noexcept
    {
        const auto n = static_cast<std::size_t>(count);
        behind[n] = n > 0 && at[n - 1] == kBlockSize - 1 ? 0 : end_bits(table);
        for (std::size_t i = n; i-- > 1;)
            behind[i] = behind[i + 1] + run_level_bits(table, at[i] - at[i - 1] - 1, level[i]);
    }
};

} // namespace

int group_bits(const std::uint32_t* m) noexcept
{
    if (m[0] + m[1] + m[2] + m[3] <= kGroupSum)
        return costs().group[((m[0] * 6 + m[1]) * 6 + m[2]) * 6 + m[3]];
    const int signs = (m[0] != 0 ? 1 : 0) + (m[1] != 0 ? 1 : 0) + (m[2] != 0 ? 1 : 0) + (m[3] != 0 ? 1 : 0);
    return kQuadCode.length(kQuadEscape) + pair_bits(m[0], m[1]) + pair_bits(m[2], m[3]) + signs;
}

int run_level_bits(int table, int run, std::uint32_t value) noexcept
{
    if (value <= kHighestRunLevel)
        return costs().run[static_cast<std::size_t>(table)][value][static_cast<std::size_t>(run)];
    return run_code_length(table, kRunEscape) + large_bits(value) + long_run_bits(run) + 1;
}

int end_bits(int table) noexcept
{
    return run_code_length(table, kRunEnd);
}

int choose_coding(Block& block) noexcept
{
    std::array<int, kGroups + 1> grouped{};
    for (std::size_t g = 0; g < kGroups; ++g) {
        std::array<std::uint32_t, 4> m{};
        for (std::size_t i = 0; i < 4; ++i)
            m[i] = magnitude(block.level[4 * g + i]);
        grouped[g + 1] = grouped[g] + group_bits(m.data());
    }
    List list(block.level);
    int best = std::numeric_limits<int>::max();
    for (int table = 0; table < 2; ++table) {
        list.add_up(table);
        std::size_t next = 0; // the first level behind the groups
        for (int g = 0; g <= kGroups; ++g) {
            while (next < static_cast<std::size_t>(list.count) && list.at[next] < 4 * g)
                ++next;
            int bits = grouped[static_cast<std::size_t>(g)];
            if (next < static_cast<std::size_t>(list.count))
                bits +=
                    run_level_bits(table, list.at[next] - 4 * g, list.level[next]) + list.behind[next + 1];
            else
                bits += g < kGroups ? end_bits(table) : 0;
            if (bits < best) {
                best = bits;
                block.table = table;
                block.grouped = 4 * g;
            }
        }
    }
    return best;
}

int coding_bits(const Block& block) noexcept
{
    int bits = 0;
    for (int g = 0; g < block.grouped; g += 4) {
        std::array<std::uint32_t, 4> m{};
        for (std::size_t i = 0; i < 4; ++i)
            m[i] = magnitude(block.level[static_cast<std::size_t>(g) + i]);
        bits += group_bits(m.data());
    }
    const int end = each_run(block, [&](int run, std::int32_t level) {
        bits += run_level_bits(block.table, run, magnitude(level));
    });
    return bits + (end < kBlockSize ? end_bits(block.table) : 0);
}

void put_levels(BitWriter& out, const Block& block)
{
    for (int g = 0; g < block.grouped; g += 4)
        put_group(out, block.level.data() + g);
    const int end =
        each_run(block, [&](int run, std::int32_t level) { put_run_level(out, block.table, run, level); });
    if (end < kBlockSize)
        put_run_code(out, block.table, kRunEnd);
}

} // namespace quern::formats::xma
