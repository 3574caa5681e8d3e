// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "tests/mix/chain_rig.hpp"

namespace quern::mix {
namespace {

/// Targets that move all the time.
ChainTargets moving(int block)
{
    ChainTargets t = busy();
    const float wave = std::sin(static_cast<float>(block) * 0.7f);
    t.high_pass_hz = 77.0f + 20.0f * wave;
    t.low_pass_hz = block % 5 == 4 ? 24971.0f : 8000.0f + 3000.0f * wave;
    t.shift_hz = block % 7 == 0 ? 0.0f : 100.0f * wave;
    t.graph3_send = std::max(0.0f, 3.0f * wave);
    t.graph1_gain = 0.7f + 0.3f * wave;
    t.graph3_gain = 1.0f - 0.3f * wave;
    return t;
}

TEST(PlayerChainBank, EqualsItsModulesOneAfterAnotherBitForBit)
{
    for (const ChainSetup& setup :
         {ChainSetup{}, ChainSetup{.has_graph3 = false}, ChainSetup{.extras = false}}) {
        Rig rig(3);
        rig.build(1, moving(0), setup);
        PlainChain plain(setup, moving(0));
        NoiseSource source(7);
        for (int n = 0; n < 60; ++n) {
            if (n > 0) {
                rig.bank.set(1, moving(n));
                plain.set(moving(n));
            }
            const Block voice = source.next();
            rig.block(1, voice);
            ASSERT_EQ(rig.centre(), plain.process(voice)) << "block " << n;
        }
    }
}

TEST(PlayerChainBank, EveryTargetGivesTheSameBits)
{
    const auto render = [](dsp::SimdTarget target) {
        EXPECT_TRUE(dsp::select_target(target));
        Rig rig(2);
        rig.build(0, moving(0));
        NoiseSource source(8);
        std::vector<Block> blocks;
        for (int n = 0; n < 30; ++n) {
            ChainTargets t = moving(n);
            t.azimuth_deg = static_cast<float>(n);
            rig.bank.set(0, t);
            rig.block(0, source.next());
            for (std::size_t c = 0; c < dsp::kChannels; ++c)
                blocks.push_back(rig.channel(c));
        }
        return blocks;
    };
    const auto emulated = render(dsp::SimdTarget::emulated);
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (dsp::is_available(target)) {
            EXPECT_TRUE(render(target) == emulated) << dsp::name_of(target);
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(PlayerChainBank, LanesDoNotHearEachOther)
{
    Rig together(40);
    Rig alone(40);
    for (std::size_t lane : {std::size_t{0}, std::size_t{16}, std::size_t{33}})
        together.build(lane, busy());
    alone.build(16, busy());
    NoiseSource source(9);
    for (int n = 0; n < 20; ++n) {
        const Block voice = source.next();
        together.begin();
        together.add(16, voice);
        together.finish();
        alone.block(16, voice);
        for (std::size_t k = 0; k < kBlockFrames; ++k)
            ASSERT_NEAR(together.centre()[k], alone.centre()[k], kBias); // their bias
    }
}

TEST(PlayerChainBank, EnvTapIsTheMonoSignalBeforeThePannerTimesItsLevel)
{
    Rig rig(1);
    ChainTargets t = busy();
    t.azimuth_deg = 63.0f;
    t.flange_send = 0.25f;
    rig.build(0, t);
    PlainChain plain(ChainSetup{}, t);
    NoiseSource source(10);
    for (int n = 0; n < 8; ++n) {
        const Block voice = source.next();
        rig.block(0, voice);
        const Block mono = plain.process(voice);
        for (std::size_t k = 0; k < kBlockFrames; ++k) {
            ASSERT_EQ(rig.env.channel(0)[k], mono[k] * 0.079f);
            ASSERT_EQ(rig.flange.channel(0)[k], mono[k] * 0.25f);
        }
    }
}

TEST(PlayerChainBank, PansByTheGainsOfThePanner)
{
    Rig rig(1);
    ChainTargets t;
    t.azimuth_deg = -15.0f;
    rig.build(0, t);
    PlainChain plain(ChainSetup{}, t);
    NoiseSource source(11);
    const Block voice = source.next();
    rig.block(0, voice);
    const Block mono = plain.process(voice);
    const auto gains = dsp::pan_gains({-15.0f});
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        for (std::size_t k = 0; k < kBlockFrames; ++k)
            ASSERT_EQ(rig.channel(c)[k], mono[k] * gains[c]) << c;
    }
}

TEST(PlayerChainBank, GraphThreeWithoutASendAddsOnlyTheBias)
{
    ChainTargets t = busy();
    t.graph3_send = 0.0f;
    Rig with(1);
    Rig without(1);
    with.build(0, t);
    without.build(0, t, ChainSetup{.has_graph3 = false});
    NoiseSource source(12);
    for (int n = 0; n < 10; ++n) {
        with.begin();
        Plane graph3;
        const std::array<ChainCapture, 1> capture{ChainCapture{nullptr, &graph3}};
        const Block voice = source.next();
        with.add(0, voice);
        with.finish(capture);
        without.block(0, voice);
        EXPECT_EQ(with.centre(), without.centre());
        EXPECT_GT(peak(graph3.sample), 0.0f);
        EXPECT_LT(peak(graph3.sample), 5e-18f);
    }
}

TEST(PlayerChainBank, WithoutExtrasNewValuesAreIgnored)
{
    Rig old(1);
    Rig reference(1);
    ChainTargets plain;
    plain.high_pass_hz = 77.0f;
    plain.low_pass_hz = 24971.0f;
    ChainTargets full = busy();
    full.high_pass_hz = 77.0f;
    full.low_pass_hz = 24971.0f;
    full.flange_send = 1.0f;
    const ChainSetup setup{.extras = false};
    old.build(0, full, setup);
    reference.build(0, plain, setup);
    dsp::HighPass filter;
    filter.set_cutoff(77.0f);
    NoiseSource source(13);
    for (int n = 0; n < 10; ++n) {
        const Block voice = source.next();
        old.block(0, voice);
        reference.block(0, voice);
        Block filtered = voice;
        filter.process(filtered, filtered);
        EXPECT_EQ(old.centre(), reference.centre());
        EXPECT_EQ(old.centre(), filtered);
        EXPECT_EQ(peak(old.env_block()), 0.0f);
    }
}

TEST(PlayerChainBank, LanesRunInAscendingOrderWhateverTheBuildOrder)
{
    const auto render = [](std::array<std::size_t, 3> order) {
        Rig rig(8);
        for (std::size_t lane : order) {
            ChainTargets t = busy();
            t.graph1_gain = 0.1f * static_cast<float>(lane + 1);
            rig.build(lane, t);
        }
        std::array<NoiseSource, 3> source{NoiseSource(1), NoiseSource(2), NoiseSource(3)};
        std::vector<Block> blocks;
        for (int n = 0; n < 5; ++n) {
            rig.begin();
            for (std::size_t i = 0; i < 3; ++i)
                rig.add(i * 2 + 1, source[i].next());
            rig.finish();
            blocks.push_back(rig.centre());
        }
        return blocks;
    };
    EXPECT_EQ(render({1, 3, 5}), render({5, 1, 3}));
}

TEST(PlayerChainBank, CaptureHoldsWhatTheBusesGot)
{
    Rig rig(2);
    ChainTargets t = busy();
    t.azimuth_deg = 120.0f;
    rig.build(0, t);
    rig.build(1, t);
    NoiseSource source(18);
    for (int n = 0; n < 4; ++n) {
        std::array<Plane, dsp::kChannels> both{};
        Plane graph3;
        const std::array<ChainCapture, 2> capture{ChainCapture{&both, &graph3}, ChainCapture{&both, nullptr}};
        t.azimuth_deg -= 10.0f;
        rig.bank.set(0, t);
        rig.begin();
        rig.add(0, source.next());
        rig.add(1, source.next());
        rig.finish(capture);
        for (std::size_t c = 0; c < dsp::kChannels; ++c)
            EXPECT_EQ(both[c].sample, rig.channel(c)) << c;
        EXPECT_GT(peak(graph3.sample), 1e-3f);
    }
}

TEST(PlayerChainBank, ChangesDoNotClick)
{
    // A slow sine: any first difference far above its own steepest one would be a click.
    Rig rig(1);
    ChainTargets t;
    t.env_send = 0.5f;
    t.graph3_send = 1.0f;
    rig.build(0, t);
    std::array<float, 8> previous{};
    float worst = 0.0f;
    std::size_t frame = 0;
    for (int n = 0; n < 60; ++n) {
        if (n > 4) {
            t.azimuth_deg = n % 2 == 0 ? 40.0f : -40.0f;
            t.graph1_gain = n % 3 == 0 ? 0.45f : 1.0f;
            t.graph3_gain = n % 4 == 0 ? 0.7f : 1.3f;
            t.graph3_send = n % 5 == 0 ? 0.0f : 1.0f;
            t.env_send = n % 2 == 0 ? 0.0f : 0.5f;
            rig.bank.set(0, t);
        }
        Block voice;
        for (float& x : voice)
            x = 0.2f *
                std::sin(2.0f * std::numbers::pi_v<float> * 60.0f * static_cast<float>(frame++) / 48000.0f);
        rig.block(0, voice);
        for (std::size_t c = 0; c < 7; ++c) {
            const Block signal = c < dsp::kChannels ? rig.channel(c) : rig.env_block();
            for (float x : signal) {
                if (n > 4)
                    worst = std::max(worst, std::abs(x - previous[c]));
                previous[c] = x;
            }
        }
    }
    EXPECT_LT(worst, 0.02f);
}

TEST(PlayerChainBank, SendsCanEndOnTarget)
{
    for (const bool short_end : {true, false}) {
        Rig rig(1);
        rig.build(0, {}, {.has_graph3 = false, .send_short = short_end});
        Block ones;
        ones.fill(0.5f);
        for (int n = 0; n < 200; ++n)
            rig.block(0, ones);
        rig.bank.set(0, {.env_send = 1.0f});
        rig.block(0, ones);
        const float ratio = rig.env_block().back() / rig.centre().back();
        EXPECT_NEAR(ratio, short_end ? 64.0f / 65.0f : 1.0f, 1e-6f);
        rig.block(0, ones);
        EXPECT_EQ(rig.env_block().back(), rig.centre().back());
    }
}

} // namespace
} // namespace quern::mix
