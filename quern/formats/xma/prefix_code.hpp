// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "quern/formats/xma/bits.hpp"

namespace quern::formats::xma {

/// A prefix code of N symbols. A code word is written as a number with a one in front of its bits, so that it
/// carries its length: 0x14A is 4A in eight bits.
template <std::size_t N> class PrefixCode {
public:
    constexpr explicit PrefixCode(const std::array<std::uint32_t, N>& words) : words_(words)
    {
        for (std::size_t symbol = 0; symbol < N; ++symbol)
            sorted_[symbol] = {from_left(symbol), static_cast<std::uint16_t>(symbol)};
        std::sort(sorted_.begin(), sorted_.end(), [](Start a, Start b) { return a.bits < b.bits; });
        std::size_t index = 0;
        for (std::size_t prefix = 0; prefix < short_.size(); ++prefix) {
            while (index + 1 < N && sorted_[index + 1].bits <= prefix << (kPeek - kShort))
                ++index;
            const std::uint16_t symbol = sorted_[index].symbol;
            short_[prefix] = length(symbol) <= kShort ? symbol : kLong;
        }
    }

    /// Every sequence of bits begins with exactly one code word.
    [[nodiscard]] constexpr bool complete() const
    {
        std::uint32_t next = 0;
        for (const Start& start : sorted_) {
            if (start.bits != next)
                return false;
            next += 1u << (kPeek - length(start.symbol));
        }
        return next == 1u << kPeek;
    }

    [[nodiscard]] constexpr int length(std::size_t symbol) const noexcept
    {
        return static_cast<int>(std::bit_width(words_[symbol])) - 1;
    }
    void put(BitWriter& out, std::size_t symbol) const
    {
        out.put(words_[symbol] ^ 1u << length(symbol), length(symbol));
    }
    /// The next symbol; past the end as BitReader has it.
    [[nodiscard]] std::size_t read(BitReader& in) const noexcept
    {
        const std::uint32_t ahead = in.peek(kPeek);
        std::size_t symbol = short_[ahead >> (kPeek - kShort)];
        if (symbol == kLong) {
            const auto after = std::upper_bound(sorted_.begin(), sorted_.end(), ahead,
                                                [](std::uint32_t bits, Start s) { return bits < s.bits; });
            symbol = std::prev(after)->symbol;
        }
        in.skip(static_cast<std::size_t>(length(symbol)));
        return symbol;
    }

private:
    static constexpr int kPeek = 24; // no word is longer
    static constexpr int kShort = 9; // words up to here are found at once
    static constexpr std::uint16_t kLong = 0xFFFF;
    struct Start {
        std::uint32_t bits; // of the word, followed by zeros, as a number of kPeek bits
        std::uint16_t symbol;
    };

    [[nodiscard]] constexpr std::uint32_t from_left(std::size_t symbol) const
    {
        const int bits = length(symbol);
        return (words_[symbol] ^ 1u << bits) << (kPeek - bits);
    }

    std::array<std::uint32_t, N> words_;
    std::array<Start, N> sorted_{};
    std::array<std::uint16_t, std::size_t{1} << kShort> short_{};
};

} // namespace quern::formats::xma
