// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "quern/dsp/release_fold.hpp"
#include "tests/mix/chain_rig.hpp"

namespace quern::mix {
namespace {

TEST(PlayerChainBank, FirstBlockAfterABuildIsFlat)
{
    Rig rig(1);
    rig.build(0, busy());
    NoiseSource source(14);
    for (int n = 0; n < 4; ++n)
        rig.block(0, source.next());
    ChainTargets t = busy();
    t.graph1_gain = 0.1f;
    t.graph3_send = 0.0f;
    t.azimuth_deg = 30.0f;
    rig.build(0, t);
    rig.out.begin_block(); // the fold of the old chain is another test's subject
    const Block voice = source.next();
    rig.block(0, voice);
    PlainChain plain(ChainSetup{}, t);
    const Block mono = plain.process(voice);
    for (std::size_t k = 16; k < kBlockFrames; ++k)
        ASSERT_EQ(rig.channel(dsp::kRight)[k], mono[k]) << k;
}

TEST(PlayerChainBank, ABuildRestartsHistoriesAndFoldsTheOldChainOut)
{
    Rig rig(2);
    ChainTargets t = busy();
    t.azimuth_deg = -20.0f;
    t.flange_send = 0.5f;
    rig.build(1, t);
    NoiseSource source(15);
    for (int n = 0; n < 6; ++n)
        rig.block(1, source.next());
    std::array<float, dsp::kChannels> last{};
    for (std::size_t c = 0; c < dsp::kChannels; ++c)
        last[c] = rig.channel(c).back();
    const float last_env = rig.env.channel(0).back();
    const float last_flange = rig.flange.channel(0).back();
    ASSERT_NE(last[dsp::kCentre], 0.0f);

    rig.bank.fold_input(1, 0.4f); // dies with the old chain
    rig.build(1, t);
    rig.silence(1);
    for (std::size_t k = 0; k < kBlockFrames; ++k) {
        const float tap = k < 16 ? dsp::kFoldTaps[k] : 0.0f;
        for (std::size_t c = 0; c < dsp::kChannels; ++c)
            ASSERT_NEAR(rig.channel(c)[k], last[c] * tap, kBias) << c << " " << k;
        ASSERT_NEAR(rig.env.channel(0)[k], last_env * tap, kBias);
        ASSERT_NEAR(rig.flange.channel(0)[k], last_flange * tap, kBias);
    }
    rig.silence(1);
    EXPECT_LT(peak(rig.centre()), kBias); // no history survived
}

TEST(PlayerChainBank, StoppedVoicesFoldIntoTheChainAndItRingsOut)
{
    Rig rig(4);
    rig.build(2, busy());
    NoiseSource source(16);
    Block voice{};
    for (int n = 0; n < 6; ++n) {
        voice = source.next();
        rig.block(2, voice);
    }
    rig.bank.fold_input(2, voice.back());
    rig.bank.release(2);
    EXPECT_EQ(rig.bank.state(2), PlayerChainBank::LaneState::released);
    rig.begin();
    for (std::size_t k = 0; k < kBlockFrames; ++k)
        EXPECT_EQ(rig.bank.input(2).channel(0)[k], k < 16 ? voice.back() * dsp::kFoldTaps[k] : 0.0f);
    rig.finish();
    EXPECT_GT(peak(rig.centre()), 1e-3f); // the tail
    int blocks = 1;
    while (rig.bank.state(2) != PlayerChainBank::LaneState::idle) {
        ASSERT_LT(++blocks, 400) << "it must ring out within two seconds";
        rig.begin();
        rig.finish();
    }
    EXPECT_LT(peak(rig.centre()), PlayerChainBank::kSilence);
    EXPECT_EQ(rig.bank.active_lanes(), 0u);
    rig.begin();
    rig.finish();
    EXPECT_EQ(peak(rig.centre()), 0.0f); // not even the bias
    // And the next chain there starts clean, with nothing to fold.
    rig.build(2, busy());
    rig.silence(2);
    EXPECT_LT(peak(rig.centre()), kBias);
}

TEST(PlayerChainBank, ABoundChainNeverGoesIdle)
{
    Rig rig(1);
    rig.build(0, busy());
    for (int n = 0; n < 500; ++n)
        rig.silence(0);
    EXPECT_EQ(rig.bank.state(0), PlayerChainBank::LaneState::bound);
    EXPECT_EQ(rig.bank.active_lanes(), 1u);
}

TEST(PlayerChainBank, BuildingWhileItRingsFoldsTheRest)
{
    Rig rig(1);
    rig.build(0, busy());
    NoiseSource source(17);
    for (int n = 0; n < 4; ++n)
        rig.block(0, source.next());
    rig.bank.release(0);
    rig.begin();
    rig.finish();
    const float last = rig.centre().back();
    ASSERT_NE(last, 0.0f);
    rig.build(0, busy());
    EXPECT_EQ(rig.bank.state(0), PlayerChainBank::LaneState::bound);
    rig.silence(0);
    EXPECT_NEAR(rig.centre()[0], last * dsp::kFoldTaps[0], kBias);
}

TEST(PlayerChainBank, UnusableTargetsKeepTheirValue)
{
    Rig rig(1);
    rig.build(0, busy());
    NoiseSource source(19);
    rig.block(0, source.next());
    const std::array<float, 4> bad_values{
        std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN(),
        std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (float bad : bad_values) {
        rig.bank.set(0, {bad, bad, bad, bad, bad, bad, bad, bad, bad});
        const ChainTargets t = rig.bank.targets(0);
        EXPECT_EQ(t.high_pass_hz, busy().high_pass_hz);
        EXPECT_EQ(t.low_pass_hz, busy().low_pass_hz);
        EXPECT_EQ(t.shift_hz, busy().shift_hz);
        EXPECT_EQ(t.azimuth_deg, busy().azimuth_deg);
        EXPECT_EQ(t.env_send, busy().env_send);
        EXPECT_EQ(t.flange_send, busy().flange_send);
        EXPECT_EQ(t.graph3_send, busy().graph3_send);
        EXPECT_EQ(t.graph1_gain, busy().graph1_gain);
        EXPECT_EQ(t.graph3_gain, busy().graph3_gain);
        rig.block(0, source.next());
        EXPECT_TRUE(std::isfinite(peak(rig.centre())));
    }
    rig.build(0, {.shift_hz = bad_values[0], .graph1_gain = bad_values[2]},
              {.clip_level = bad_values[0], .shelf_hz = bad_values[2], .shelf_gain = -1.0f});
    rig.block(0, source.next());
    EXPECT_EQ(rig.bank.targets(0).graph1_gain, 1.0f);
    EXPECT_TRUE(std::isfinite(peak(rig.centre())));
}

TEST(PlayerChainBank, LargestTargetsStayFinite)
{
    Rig rig(1);
    constexpr float kMost = PlayerChainBank::kLargestGain;
    rig.build(0, {3e38f, -3e38f, 96000.0f, 3e38f, kMost, kMost, kMost, kMost, kMost}, {.shelf_gain = kMost});
    NoiseSource source(20, 0.5f);
    for (int n = 0; n < 50; ++n) {
        rig.block(0, source.next());
        ASSERT_TRUE(std::isfinite(peak(rig.centre())));
        ASSERT_TRUE(std::isfinite(peak(rig.env_block())));
    }
}

TEST(PlayerChainBank, OneBadInputBlockIsDroppedAndCounted)
{
    for (float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f}) {
        Rig rig(1);
        rig.build(0, busy());
        NoiseSource source(21);
        rig.block(0, source.next());
        Block voice = source.next();
        voice[200] = bad;
        rig.block(0, voice);
        EXPECT_EQ(rig.bank.refused_inputs(), 1u);
        EXPECT_TRUE(std::isfinite(peak(rig.centre())));
        rig.block(0, source.next());
        EXPECT_TRUE(std::isfinite(peak(rig.centre())));
        EXPECT_GT(peak(rig.centre()), 1e-3f);
        EXPECT_EQ(rig.bank.refused_inputs(), 1u);
    }
}

} // namespace
} // namespace quern::mix
