// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/player.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "quern/dsp/release_fold.hpp"
#include "tests/grain/rig.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::grain {
namespace {

using namespace test;
using Kind = PlayerEvent::Kind;
using State = Player::State;

constexpr std::size_t kMinute = 60 * kSampleRate / kBlockFrames;

RecordingView long_view()
{
    static const Recording recording = constant_recording(22.0f);
    return recording.view();
}

/// Renders blocks until something of this kind is said; false when nothing came for ten seconds.
bool render_until(Rig& rig, Kind kind)
{
    for (int i = 0; i < 1875; ++i) {
        rig.log.clear();
        rig.block();
        if (!rig.of(kind).empty())
            return true;
    }
    return false;
}

TEST(Player, StartsGrainsInTheRhythmOfItsTimes)
{
    Rig a;
    a.bind(long_view(), kParamsA);
    EXPECT_NEAR(a.mean_start_distance(10 * kMinute), 0.3014, 0.0001);
    Rig rocket;
    rocket.bind(long_view(), kParamsRocket);
    EXPECT_NEAR(rocket.mean_start_distance(10 * kMinute), 0.4987, 0.00005);
    Rig slow;
    slow.bind(long_view(), kParamsA, {1.0f, 0.78f, 0.0f});
    EXPECT_NEAR(slow.mean_start_distance(10 * kMinute), 0.3600, 0.00005);
}

TEST(Player, TwoPlayersStartAboutSixGrainsASecond)
{
    Rig a;
    Rig b;
    a.bind(long_view(), kParamsA, {1.0f, 1.0f, 0.5f});
    b.bind(long_view(), kParamsB, {1.0f, 1.0f, 0.4f});
    a.tick(10 * kMinute);
    b.tick(10 * kMinute);
    const std::size_t starts = a.of(Kind::start).size() + b.of(Kind::start).size();
    EXPECT_NEAR(static_cast<double>(starts) / 600.0, 6.6, 0.1);
}

TEST(Player, FirstTickAfterABindCountsTheAttackDown)
{
    Rig rig;
    rig.bind(long_view(), kParamsA);
    EXPECT_EQ(rig.player.slot(0).state, State::attack);
    EXPECT_EQ(rig.player.slot(0).timer, 0.1f);
    rig.tick();
    EXPECT_EQ(to_bits(rig.player.slot(0).timer), 0x3DC1E099u);
    rig.tick(2);
    EXPECT_EQ(to_bits(rig.player.slot(0).timer), 0x3DAC0831u);
    rig.tick(2);
    EXPECT_EQ(to_bits(rig.player.slot(0).timer), 0x3D962FC9u);
}

TEST(Player, AVoiceStartedInSlotOneTicksAtOnceInSlotZeroItWaits)
{
    Rig rig;
    rig.bind(long_view(), kParamsA);
    ASSERT_TRUE(render_until(rig, Kind::start));
    ASSERT_EQ(rig.of(Kind::start)[0].event.slot, 1);
    EXPECT_EQ(rig.player.slot(1).timer, 0.1f - kBlockSeconds);
    ASSERT_TRUE(render_until(rig, Kind::start));
    ASSERT_EQ(rig.of(Kind::start)[0].event.slot, 0);
    EXPECT_EQ(rig.player.slot(0).timer, 0.1f);
}

TEST(Player, PitchShortensTheSustainOnly)
{
    const auto blocks_in = [](State state, float pitch) {
        Rig rig;
        rig.bind(long_view(), kParamsA, {1.0f, pitch, 0.0f});
        int count = 0;
        for (rig.tick(); rig.player.slot(0).state <= state; rig.tick())
            count += rig.player.slot(0).state == state ? 1 : 0;
        return count;
    };
    EXPECT_EQ(blocks_in(State::attack, 1.0f), 18); // 0.1 s is 18.75 blocks, the change shows in the 19th
    EXPECT_EQ(blocks_in(State::attack, 2.0f), 18);
    EXPECT_EQ(blocks_in(State::sustain, 1.0f), 38); // 0.2 s
    EXPECT_EQ(blocks_in(State::sustain, 2.0f), 19); // 0.1 s
    Rig still;
    still.bind(long_view(), kParamsA, {1.0f, 0.0f, 0.0f});
    still.tick(kMinute); // pitch 0: the sustain lasts
    EXPECT_EQ(still.player.slot(0).state, State::sustain);
}

TEST(Player, ALeapOfThePositionCutsTheGrainShort)
{
    Rig rig;
    rig.bind(long_view(), kParamsA, {1.0f, 1.0f, 0.2f});
    rig.tick(3);
    rig.log.clear();
    rig.player.set_record({1.0f, 1.0f, 0.25f}); // as far as the threshold allows
    rig.tick();
    EXPECT_TRUE(rig.log.empty());
    rig.player.set_record({1.0f, 1.0f, 0.6f});
    rig.tick();
    EXPECT_EQ(rig.kinds(), (std::vector{Kind::release, Kind::pick, Kind::start}));
    EXPECT_EQ(rig.player.active(), 1u);
    EXPECT_EQ(rig.player.slot(1).pick_position, 0.6f);
    EXPECT_EQ(rig.player.slot(1).timer, 0.1f - kBlockSeconds); // ticked in the same block
    EXPECT_GE(rig.player.slot(1).start, (22.0f - 1.6f) * 0.6f - 1e-4f);
}

TEST(Player, ALeapWhileTwoVoicesSoundStartsNothing)
{
    Rig rig;
    rig.bind(long_view(), kParamsA, {1.0f, 1.0f, 0.2f});
    rig.tick(3);
    rig.player.set_record({1.0f, 1.0f, 0.6f});
    rig.tick();
    rig.log.clear();
    rig.player.set_record({1.0f, 1.0f, 0.9f});
    rig.tick(5);
    EXPECT_TRUE(rig.log.empty()); // the other voice is already on its way out
    EXPECT_TRUE(render_until(rig, Kind::start));
    EXPECT_EQ(rig.player.slot(rig.player.active()).pick_position, 0.9f);
}

TEST(Player, ConsecutiveGrainsOverlapWithEqualPower)
{
    for (const PlayerParams& params : {kParamsA, kParamsB}) {
        Rig rig;
        rig.bind(long_view(), params); // a recording of ones: the bus shows the fades' sum
        const float frames = params.attack * static_cast<float>(kSampleRate);
        float since = -1.0f;
        for (int block = 0; block < 2000; ++block) {
            rig.log.clear();
            const auto& bus = rig.block();
            if (!rig.of(Kind::start).empty())
                since = 0.0f;
            for (std::size_t n = 0; n < kBlockFrames && since >= 0.0f; ++n, ++since) {
                const float x = std::min((since + 1.0f) / frames, 1.0f);
                // (sin + cos)^2 = 1 + 2 sin cos, for any pair of gains of constant power
                ASSERT_NEAR(bus[n] * bus[n], 1.0f + 2.0f * std::sqrt(x * (1.0f - x)), 2e-5f)
                    << block << ' ' << n;
            }
        }
    }
}

TEST(Player, AStopLeavesItsLastSampleAndFoldsWithoutAClick)
{
    const Recording recording = sine_recording(22.0f, 90.0f);
    Rig rig;
    rig.bind(recording.view(), kParamsA, {0.25f, 1.0f, 0.3f});
    std::vector<float> signal;
    for (int block = 0; block < 61; ++block)
        signal.insert(signal.end(), rig.block().begin(), rig.bus.end());
    const float left = rig.player.stop();
    EXPECT_EQ(left, signal.back());
    EXPECT_GT(std::fabs(left), 0.05f) << "the stop must fall where it would click";
    EXPECT_FALSE(rig.player.bound());
    EXPECT_FALSE(rig.player.sounding());

    std::vector<float> cut = signal;
    cut.resize(cut.size() + 3 * kBlockFrames);
    EXPECT_FALSE(quern::test::find_clicks(cut).empty());
    std::array<float, kBlockFrames> tail = rig.block(); // renders nothing
    EXPECT_EQ(tail, (std::array<float, kBlockFrames>{}));
    dsp::add_release_fold(tail, left);
    signal.insert(signal.end(), tail.begin(), tail.end());
    signal.resize(signal.size() + 2 * kBlockFrames);
    EXPECT_TRUE(quern::test::find_clicks(signal).empty());
    EXPECT_EQ(rig.player.stop(), 0.0f);
}

TEST(Player, AVoiceCutByTheNextStartFoldsIntoTheSameBus)
{
    // The release outlasts attack and sustain, so a third grain stops a voice that is still heard.
    const PlayerParams params{0.05f, 0.05f, 0.4f, 1.6f, 0.05f};
    Rig rig;
    rig.bind(long_view(), params);
    float before = 0.0f;
    bool cut = false;
    for (int block = 0; block < 60 && !cut; ++block) {
        before = rig.bus[255];
        rig.log.clear();
        rig.block();
        cut = !rig.of(Kind::stop).empty();
    }
    ASSERT_TRUE(cut);
    EXPECT_NEAR(rig.bus[0], before, 0.1f);     // the first tap is 16/17 of what was lost
    EXPECT_GT(rig.bus[0] - rig.bus[20], 0.5f); // and after the taps it is gone
}

TEST(Player, RebindStopsInSlotOrderForgetsTheWindowsAndKeepsStaleNumbers)
{
    Rig rig;
    rig.bind(long_view(), kParamsA, {1.0f, 1.0f, 0.2f});
    ASSERT_TRUE(render_until(rig, Kind::start)); // slot 1 starts, slot 0 fades out
    rig.block();
    const Player::Slot stale = rig.player.slot(1);
    rig.log.clear();
    const float left = rig.bind(long_view(), kParamsB, {0.5f, 1.0f, 0.7f});
    EXPECT_GT(left, 1.0f); // two voices of ones
    EXPECT_EQ(rig.kinds(), (std::vector{Kind::bind, Kind::stop, Kind::stop, Kind::pick, Kind::start}));
    EXPECT_EQ(rig.log[1].event.slot, 0);
    EXPECT_EQ(rig.log[2].event.slot, 1);
    EXPECT_EQ(rig.player.active(), 0u);
    EXPECT_EQ(rig.player.slot(0).pick_position, 0.7f);
    EXPECT_EQ(rig.player.slot(1).state, State::none);
    EXPECT_EQ(rig.player.slot(1).timer, stale.timer);
    EXPECT_EQ(rig.player.slot(1).start, stale.start);
    EXPECT_EQ(rig.player.slot(1).pick_position, stale.pick_position);
    EXPECT_EQ(rig.player.picker().inserted(), 1u);
    rig.bus.fill(0.0f);
    rig.player.render(rig.bus);
    EXPECT_LT(rig.bus[0], 0.01f) << "what was stopped by the bind belongs to its caller, not to the new bus";
}

TEST(Player, TellsOfAPickTheWordsBeforeIt)
{
    Rig rig;
    rig.bind(long_view(), kParamsA, {1.0f, 1.0f, 0.5f});
    const auto picks = rig.of(Kind::pick);
    ASSERT_EQ(picks.size(), 1u);
    EXPECT_EQ(picks[0].words, Generator::kImage);
    EXPECT_EQ(picks[0].event.candidates, 4);
    EXPECT_EQ(picks[0].event.record.position, 0.5f);
    EXPECT_NE(rig.generator.words(), Generator::kImage);
    EXPECT_EQ(rig.of(Kind::start)[0].event.start, rig.player.slot(0).start);
}

TEST(Player, FollowsGainAndPitchInEveryState)
{
    Rig rig;
    rig.bind(long_view(), kParamsA);
    while (rig.player.slot(0).state != State::sustain)
        rig.block();
    rig.player.set_record({0.25f, 1.0f, 0.0f});
    rig.block();
    EXPECT_NEAR(rig.bus[255], 1.0f + (0.25f - 1.0f) * 64.0f / 65.0f, 1e-6f);
    rig.block();
    EXPECT_EQ(rig.bus[0], 0.25f);
}

} // namespace
} // namespace quern::grain
