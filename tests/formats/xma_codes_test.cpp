// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/formats/xma/codes.hpp"
#include "quern/formats/xma/level_coding.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

template <std::size_t N> void expect_every_symbol_back(const PrefixCode<N>& code)
{
    EXPECT_TRUE(code.complete());
    BitWriter out;
    for (std::size_t symbol = 0; symbol < N; ++symbol)
        code.put(out, symbol);
    BitReader in(out.bytes(), 0, out.size());
    for (std::size_t symbol = 0; symbol < N; ++symbol)
        ASSERT_EQ(code.read(in), symbol);
    EXPECT_EQ(in.left(), 0u);
    EXPECT_FALSE(in.overrun());
}

TEST(XmaCodes, EverySymbolComesBack)
{
    expect_every_symbol_back(kQuadCode);
    expect_every_symbol_back(kPairCode);
    expect_every_symbol_back(kSingleCode);
    expect_every_symbol_back(kFirstRunCode);
    expect_every_symbol_back(kSecondRunCode);
    expect_every_symbol_back(kScaleStepCode);
    expect_every_symbol_back(kScaleChangeCode);
}

TEST(XmaCodes, ACodeWithAGapIsNotComplete)
{
    EXPECT_TRUE((PrefixCode<3>({0b10, 0b110, 0b111}).complete()));
    EXPECT_FALSE((PrefixCode<3>({0b10, 0b110, 0b1111}).complete()));
    EXPECT_FALSE((PrefixCode<2>({0b10, 0b10}).complete()));
}

// Bits of single symbols as docs/formats/xma.md has them.
TEST(XmaCodes, KnownWords)
{
    const auto word = [](const auto& code, std::size_t symbol) {
        BitWriter out;
        code.put(out, symbol);
        BitReader in(out.bytes(), 0, out.size());
        const auto length = static_cast<int>(out.size());
        return std::pair(in.get(length), length);
    };
    EXPECT_EQ(word(kFirstRunCode, kRunEscape), std::pair(0x4Au, 8));
    EXPECT_EQ(word(kFirstRunCode, kRunEnd), std::pair(0x2Bu, 7));
    EXPECT_EQ(word(kSecondRunCode, kRunEscape), std::pair(0x1E2u, 9));
    EXPECT_EQ(word(kSecondRunCode, kRunEnd), std::pair(0x7Fu, 7));
    EXPECT_EQ(word(kScaleStepCode, 60), std::pair(1u, 1));
    EXPECT_EQ(word(kScaleStepCode, 56), std::pair(0xE7u, 11));
    EXPECT_EQ(word(kQuadCode, kQuadEscape), std::pair(0u, 1));
    EXPECT_EQ(word(kPairCode, kPairEscape), std::pair(1u, 3));
    EXPECT_EQ(word(kSingleCode, kSingleEscape), std::pair(0x16u, 5));
}

TEST(XmaCodes, MeaningsFollowFromTheNumberOfTheSymbol)
{
    EXPECT_EQ(quad_levels(0), (Quad{0, 0, 0, 0}));
    EXPECT_EQ(quad_levels(125), (Quad{5, 0, 0, 0}));
    EXPECT_EQ(pair_levels(16), (Pair{1, 0}));
    EXPECT_EQ(pair_levels(135), (Pair{15, 0}));
    for (std::size_t symbol = 0; symbol < kQuadEscape; ++symbol)
        EXPECT_EQ(quad_symbol(quad_levels(symbol)), symbol);
    for (std::size_t symbol = 0; symbol < kPairEscape; ++symbol)
        EXPECT_EQ(pair_symbol(pair_levels(symbol)), symbol);
    for (std::size_t symbol = 2; symbol < 272; ++symbol)
        EXPECT_EQ(run_symbol(0, first_run_level(symbol).run, first_run_level(symbol).level), symbol);
    for (std::size_t symbol = 2; symbol < 244; ++symbol)
        EXPECT_EQ(run_symbol(1, second_run_level(symbol).run, second_run_level(symbol).level), symbol);
    EXPECT_EQ(run_symbol(0, 40, 2), kRunEscape);
    EXPECT_EQ(run_symbol(0, 39, 2), 2 + 150 + 39u);
    EXPECT_EQ(run_symbol(0, 0, 29), kRunEscape);
    EXPECT_EQ(run_symbol(1, 0, 53), kRunEscape);
}

TEST(XmaCodes, TheChosenCodingIsTheShortestOfAll)
{
    auto draw = test::noise(0, 1 << 24);
    for (int round = 0; round < 60; ++round) {
        Block block;
        block.coded = true;
        const int size = 1 << (1 + round % 17);
        for (int k = 0; k < 128; ++k)
            if (const int value = static_cast<int>(draw(0.0)); value % 8 > round % 8)
                block.level[static_cast<std::size_t>(k)] = value / 8 % size * 8 / (8 + k);
        const int chosen = choose_coding(block);
        EXPECT_EQ(coding_bits(block), chosen);
        BitWriter out;
        put_levels(out, block);
        EXPECT_EQ(out.size(), static_cast<std::size_t>(chosen));
        for (int table = 0; table < 2; ++table)
            for (int grouped = 0; grouped <= 128; grouped += 4) {
                Block other = block;
                other.table = table;
                other.grouped = grouped;
                EXPECT_GE(coding_bits(other), chosen) << round << ", " << table << ", " << grouped;
            }
    }
}

} // namespace
} // namespace quern::formats::xma
