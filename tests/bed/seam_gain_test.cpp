// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/seam_gain.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace quern::bed {
namespace {

constexpr float kDt = 1.0f / 60.0f;

const SeamRow& crack()
{
    return default_tuning().seams[1];
}
const SeamRow& flat()
{
    return default_tuning().seams[0];
}

/// All gains that many entries onto the cracked pattern hold in the end, in thousandths.
std::set<int> held_gains(const Fidelity& fidelity)
{
    std::set<int> gains;
    Generator generator;
    for (int entry = 0; entry < 3000; ++entry) {
        SeamGain seam;
        seam.look(1, crack(), generator, fidelity);
        for (int i = 0; i < 8; ++i)
            seam.advance(kDt);
        gains.insert(static_cast<int>(std::lround(seam.gain() * 1000.0f)));
    }
    return gains;
}

TEST(SeamGain, DrawsHundredthsDownTo062)
{
    const std::set<int> gains = held_gains(Fidelity{});
    EXPECT_EQ(*gains.begin(), 620);
    EXPECT_EQ(*gains.rbegin(), 800);
    EXPECT_EQ(gains.size(), 19u);
}

TEST(SeamGain, ReachesItsBoundWithoutTheQuirk)
{
    Fidelity fidelity;
    fidelity.seam_low_draw = 0;
    const std::set<int> gains = held_gains(fidelity);
    EXPECT_EQ(*gains.begin(), 600);
    EXPECT_EQ(gains.size(), 21u);
}

TEST(SeamGain, MovesOnceAndHoldsWhileThePatternLasts)
{
    SeamGain seam;
    Generator generator;
    EXPECT_FALSE(seam.active());
    EXPECT_EQ(seam.gain(), 1.0f);
    EXPECT_TRUE(seam.look(1, crack(), generator, Fidelity{}));
    EXPECT_EQ(seam.gain(), 1.0f) << "no move in the frame of the change";
    for (int i = 0; i < 6; ++i)
        seam.advance(kDt); // 100 ms, the longest is below 80
    const float held = seam.gain();
    EXPECT_GE(held, 0.62f - 1e-6f);
    EXPECT_LE(held, 0.8f);
    const Generator::Words words = generator.words();
    for (int i = 0; i < 100; ++i) {
        EXPECT_FALSE(seam.look(1, crack(), generator, Fidelity{}));
        seam.advance(kDt);
        EXPECT_EQ(seam.gain(), held);
    }
    EXPECT_EQ(generator.words(), words) << "the same pattern draws nothing";
}

TEST(SeamGain, EndsOnAFlatPattern)
{
    SeamGain seam;
    Generator generator;
    seam.look(1, crack(), generator, Fidelity{});
    seam.advance(kDt);
    EXPECT_TRUE(seam.look(0, flat(), generator, Fidelity{}));
    EXPECT_FALSE(seam.active());
    EXPECT_EQ(seam.gain(), 1.0f);
}

TEST(SeamGain, DrawsNothingFromAnEmptyRange)
{
    SeamGain seam;
    Generator generator;
    const SeamRow row{.gain_low = 0.7f, .gain_high = 0.7f, .ms_low = 40.0f, .ms_high = 40.0f};
    seam.look(5, row, generator, Fidelity{});
    EXPECT_EQ(generator.words(), Generator::kImage);
    for (int i = 0; i < 4; ++i)
        seam.advance(kDt);
    EXPECT_EQ(seam.gain(), 0.7f);
}

TEST(SeamTable, OnlySpidercrackMovesTheBed)
{
    for (std::size_t pattern = 0; pattern < kSeamPatterns; ++pattern) {
        const SeamRow& row = default_tuning().seams[pattern];
        EXPECT_EQ(row.gain_low != 1.0f || row.gain_high != 1.0f, pattern == 1) << pattern;
    }
}

} // namespace
} // namespace quern::bed
