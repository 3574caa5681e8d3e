// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/chain_state.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace quern::bed {
namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr std::array<bool, kTrucks> kBoth{true, true};

float mps(float kmh)
{
    return kmh / 3.6f;
}

struct Fixture : testing::Test {
    Fidelity fidelity;
    Generator generator;
    ChainState chain;
    const OwnerTuning& owner = default_tuning().owner;

    void run(float kmh, int frames = 1)
    {
        for (int i = 0; i < frames; ++i)
            chain.step(mps(kmh), kDt, kBoth, owner, generator, fidelity);
    }
};
using Chain = Fixture;

TEST_F(Chain, SendsToGraph3From46To70)
{
    for (const auto& [kmh, send] : {std::pair{45.0f, 0.0f}, {58.0f, 1.5f}, {70.1f, 3.0f}, {120.0f, 3.0f}}) {
        run(kmh);
        EXPECT_NEAR(chain.send(), send, 1e-4f) << kmh;
    }
}

TEST_F(Chain, RampsTheLevelFrom52To74)
{
    run(51.0f);
    EXPECT_EQ(chain.level(), 1.0f);
    run(63.0f);
    EXPECT_NEAR(chain.level(), 0.725f, 1e-5f);
    run(80.0f);
    EXPECT_EQ(chain.level(), 0.45f);
}

TEST_F(Chain, HoldsTheLevelBelow52)
{
    run(80.0f);
    run(20.0f, 100);
    EXPECT_EQ(chain.level(), 0.45f);
}

TEST_F(Chain, ReleasesTheLevelWithoutThatQuirk)
{
    fidelity.level_hold = 0;
    run(80.0f);
    run(20.0f);
    EXPECT_EQ(chain.level(), 1.0f);
}

TEST_F(Chain, WobblesWithinItsBoundsAndAlternates)
{
    const WobbleTuning tunings[]{owner.wobble_a, owner.wobble_b};
    std::array<int, 2> drawn{};
    std::array<float, 2> last{};
    for (int frame = 0; frame < 6000; ++frame) {
        run(80.0f);
        for (std::size_t player : {0u, 1u}) {
            const Envelope& envelope = chain.wobble(player).envelope();
            const float target = envelope.target();
            const WobbleTuning& tuning = tunings[player];
            ASSERT_LE(std::abs(target), tuning.high - 0.01f + 1e-6f) << "0.29 of A, 0.24 of B";
            ASSERT_GE(std::abs(target), tuning.low - 1e-6f);
            ASSERT_GE(envelope.duration(), static_cast<float>(tuning.ms_low) * 0.001f - 1e-7f);
            ASSERT_LT(envelope.duration(), static_cast<float>(tuning.ms_high) * 0.001f);
            if (target != last[player]) {
                ASSERT_LE(target * last[player], 0.0f);
                last[player] = target;
                ++drawn[player];
            }
        }
    }
    EXPECT_GT(drawn[0], 1000);
    EXPECT_GT(drawn[1], drawn[0]) << "B's segments are shorter";
}

TEST_F(Chain, GrowsTheWobbleFrom42To70)
{
    for (const auto& [kmh, depth] : {std::pair{41.0f, 0.0f}, {56.0f, 0.5f}, {75.0f, 1.0f}}) {
        float widest = 0.0f;
        for (int i = 0; i < 2000; ++i) {
            run(kmh);
            widest = std::max(widest, std::abs(chain.gains(0, 0).graph3 - 1.0f));
        }
        EXPECT_NEAR(widest, 0.29f * depth, 0.02f) << kmh;
    }
}

TEST_F(Chain, CarriesTheLevelRampInGraph1Only)
{
    run(80.0f, 3);
    for (std::size_t player : {0u, 1u})
        EXPECT_NEAR(chain.gains(0, player).graph1, chain.gains(0, player).graph3 * 0.45f, 1e-6f);
}

TEST_F(Chain, NeverPostsAWobbleToTheSecondTruck)
{
    for (int i = 0; i < 500; ++i) {
        run(80.0f);
        ASSERT_EQ(chain.gains(1, 0).graph3, 1.0f);
        ASSERT_EQ(chain.gains(1, 0).graph1, 1.0f);
    }
    EXPECT_NE(chain.gains(0, 0).graph1, 1.0f);
}

TEST_F(Chain, WobblesBothTrucksWithoutThatQuirk)
{
    fidelity.second_truck_wobble = 1;
    run(80.0f, 50);
    for (std::size_t player : {0u, 1u}) {
        EXPECT_EQ(chain.gains(1, player).graph3, chain.gains(0, player).graph3);
        EXPECT_NE(chain.gains(1, player).graph3, 1.0f);
    }
}

TEST_F(Chain, RebuildsToUnityUntilTheNextChange)
{
    run(80.0f, 10);
    run(30.0f, 10); // no wobble: the level of 0.45 is still in graph 1
    EXPECT_NEAR(chain.gains(0, 0).graph1, 0.45f, 1e-6f);
    chain.rebuilt(0, fidelity);
    run(30.0f, 100);
    EXPECT_EQ(chain.gains(0, 0).graph1, 1.0f) << "a held level is lost on a bind";
    EXPECT_EQ(chain.level(), 0.45f);
    run(80.0f, 2);
    EXPECT_LT(chain.gains(0, 0).graph1, 0.7f);
}

TEST_F(Chain, KeepsTheGainsOverARebuildWithoutThatQuirk)
{
    fidelity.rebuild_unity_gain = 0;
    run(80.0f, 10);
    run(30.0f, 10);
    chain.rebuilt(0, fidelity);
    EXPECT_NEAR(chain.gains(0, 0).graph1, 0.45f, 1e-6f);
}

TEST_F(Chain, PostsTheSendOnChangeOrInEveryFrame)
{
    run(30.0f, 50);
    EXPECT_EQ(chain.send_posts(), 0u);
    run(60.0f);
    EXPECT_EQ(chain.send_posts(), 2u) << "one for each truck";
    run(60.0f, 50);
    EXPECT_EQ(chain.send_posts(), 2u);
    fidelity.send_on_change = 0;
    run(60.0f, 50);
    EXPECT_EQ(chain.send_posts(), 102u);
    EXPECT_EQ(chain.posted_send(0), chain.send());
}

TEST_F(Chain, PostsTheSendToARebuiltChain)
{
    chain.step(mps(80.0f), kDt, {true, false}, owner, generator, fidelity);
    EXPECT_EQ(chain.posted_send(1), 0.0f);
    chain.rebuilt(1, fidelity);
    EXPECT_EQ(chain.posted_send(1), 3.0f);
}

TEST(Wobble, DrawsNothingFromAnEmptyRange)
{
    Wobble wobble;
    Generator generator;
    wobble.step(kDt, {20, 20, 0.2f, 0.2f}, generator);
    EXPECT_EQ(generator.words(), Generator::kImage);
    EXPECT_EQ(wobble.envelope().target(), -0.2f);
}

} // namespace
} // namespace quern::bed
