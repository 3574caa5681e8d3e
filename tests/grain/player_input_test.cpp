// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/player.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

#include "tests/grain/rig.hpp"
#include "tests/support/audio_scan.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::grain {
namespace {

using namespace test;
using State = Player::State;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr std::array<float, 8> kBad{kNan, kInf, -kInf, 1e38f, -1e38f, 65.0f, -65.0f, 1e9f};

void expect_sane(const Rig& rig)
{
    for (std::size_t i = 0; i < Player::kSlots; ++i) {
        const Player::Slot& slot = rig.player.slot(i);
        ASSERT_TRUE(std::isfinite(slot.timer) && std::isfinite(slot.start) &&
                    std::isfinite(slot.pick_position));
        ASSERT_GE(slot.start, 0.0f);
    }
    ASSERT_FALSE(quern::test::first_non_finite(rig.bus));
}

TEST(PlayerInput, ARecordThatIsNoNumberKeepsTheOldValue)
{
    Rig rig;
    ASSERT_TRUE(rig.player.set_record({0.5f, 0.9f, 0.3f}));
    for (const float bad : kBad) {
        EXPECT_FALSE(rig.player.set_record({bad, 0.8f, 0.4f}));
        EXPECT_EQ(rig.player.record().gain, 0.5f);
        EXPECT_EQ(rig.player.record().pitch, 0.8f); // the good fields are taken
        EXPECT_FALSE(rig.player.set_record({0.5f, bad, 0.4f}));
        EXPECT_EQ(rig.player.record().pitch, 0.8f);
        EXPECT_FALSE(rig.player.set_record({0.5f, 0.8f, bad}));
        EXPECT_EQ(rig.player.record().position, 0.4f);
    }
    EXPECT_FALSE(rig.player.set_record({0.5f, -0.1f, 0.4f})); // no playing backwards
    EXPECT_TRUE(rig.player.set_record({1e-42f, 1e-42f, 1e-42f}));
    EXPECT_TRUE(rig.player.set_record({kMaxGain, kMaxPitch, kMaxPosition}));
}

RC_GTEST_PROP(PlayerInput, NoRecordPoisonsTheState, ())
{
    const Recording recording = sine_recording(3.0f, 200.0f);
    Rig rig;
    rig.bind(recording.view(), kParamsA);
    for (int block = 0; block < 200; ++block) {
        const auto bits =
            *rc::gen::container<std::array<std::uint32_t, 3>>(rc::gen::arbitrary<std::uint32_t>());
        rig.player.set_record({from_bits(bits[0]), from_bits(bits[1]), from_bits(bits[2])});
        rig.block();
        expect_sane(rig);
        RC_ASSERT(!quern::test::first_non_finite(rig.bus));
    }
}

TEST(PlayerInput, BadParametersFallBackToTheDefaults)
{
    const Recording recording = sine_recording(3.0f, 200.0f);
    for (const float bad : {kNan, kInf, -kInf, -1.0f, 1e30f}) {
        for (int field = 0; field < 5; ++field) {
            PlayerParams params = kParamsA;
            std::array<float*, 5> fields{&params.attack, &params.sustain, &params.release, &params.window,
                                         &params.drift};
            *fields[static_cast<std::size_t>(field)] = bad;
            Rig rig;
            rig.bind(recording.view(), params);
            for (int block = 0; block < 400; ++block) {
                rig.block();
                expect_sane(rig);
            }
            EXPECT_GE(rig.of(PlayerEvent::Kind::start).size(), 3u)
                << "stuck with field " << field << " = " << bad;
        }
    }
}

TEST(PlayerInput, ZeroTimesStillMoveOneStateABlock)
{
    const Recording recording = sine_recording(3.0f, 200.0f);
    Rig rig;
    rig.bind(recording.view(), {0.0f, 0.0f, 0.0f, 0.0f, 0.0f});
    for (int block = 0; block < 200; ++block) {
        const std::size_t before = rig.log.size();
        rig.block();
        expect_sane(rig);
        ASSERT_LE(rig.log.size() - before, 10u);
    }
}

TEST(PlayerInput, AnEmptyRecordingLeavesThePlayerUnbound)
{
    const Recording recording = constant_recording(3.0f);
    Rig rig;
    for (const RecordingView& view :
         {RecordingView{}, RecordingView{recording.samples.data(), 0, 48000, 3.0f},
          RecordingView{recording.samples.data(), 1000, 0, 3.0f},
          RecordingView{nullptr, 1000, 48000, 3.0f}}) {
        rig.bind(recording.view(), kParamsA);
        for (int i = 0; i < 25; ++i)
            rig.block();
        rig.log.clear();
        EXPECT_NE(rig.bind(view, kParamsA), 0.0f); // what sounded is stopped all the same
        EXPECT_FALSE(rig.player.bound());
        EXPECT_EQ(rig.kinds(), (std::vector{PlayerEvent::Kind::stop}));
        const Generator::Words words = rig.generator.words();
        rig.block();
        EXPECT_EQ(rig.bus, (std::array<float, kBlockFrames>{}));
        EXPECT_EQ(rig.generator.words(), words);
    }
}

TEST(PlayerInput, TinyRecordingsPlayAndEndInSilence)
{
    for (const std::size_t frames : {1u, 2u, 100u, 4800u, 19199u}) {
        const Recording recording = recording_of(std::vector<float>(frames, 0.5f));
        Rig rig;
        rig.bind(recording.view(), kParamsA, {1.0f, 1.0f, 0.7f});
        float peak = 0.0f;
        for (int block = 0; block < 400; ++block) {
            peak = std::max(peak, quern::test::peak(rig.block()));
            expect_sane(rig);
            ASSERT_LE(rig.player.slot(0).start, recording.duration);
        }
        EXPECT_GT(peak, 0.0f) << frames;
        EXPECT_LT(peak, 0.8f) << frames;
        EXPECT_GT(rig.of(PlayerEvent::Kind::start).size(), 6u);
    }
}

TEST(PlayerInput, AWindowLongerThanTheRecordingStaysInside)
{
    const Recording recording = constant_recording(1.0f);
    Rig rig;
    rig.bind(recording.view(), kParamsRocket, {1.0f, 1.0f, 1.0f}); // window 2.4 s
    for (int block = 0; block < 1000; ++block) {
        rig.player.set_record({1.0f, 1.0f, static_cast<float>(block % 7) / 6.0f});
        rig.block();
        expect_sane(rig);
        ASSERT_LE(rig.player.slot(rig.player.active()).start, 1.0f);
    }
}

TEST(PlayerInput, AStoredDurationThatIsWrongIsBounded)
{
    const Recording recording = constant_recording(2.0f);
    for (const float duration : {kNan, kInf, -1.0f, 0.0f, 1e30f, 100.0f, 1e-40f}) {
        RecordingView view = recording.view();
        view.duration = duration;
        Rig rig;
        rig.bind(view, kParamsA, {1.0f, 1.0f, 1.0f});
        for (int block = 0; block < 300; ++block) {
            rig.block();
            expect_sane(rig);
        }
    }
}

TEST(PlayerInput, PositionsOutsideTheRecordingClampTheStart)
{
    const Recording recording = constant_recording(5.0f);
    for (const float position : {-kMaxPosition, -0.5f, 1.02f, 1.5f, kMaxPosition}) {
        Rig rig;
        rig.bind(recording.view(), kParamsA, {1.0f, 1.0f, position});
        for (int block = 0; block < 200; ++block) {
            rig.block();
            expect_sane(rig);
            ASSERT_LE(rig.player.slot(rig.player.active()).start, recording.duration);
        }
    }
}

TEST(PlayerRealTime, NeverAllocatesLocksOrFrees)
{
    if (!quern::test::RtTrap::works())
        GTEST_SKIP() << "a sanitizer holds the allocator";
    const Recording recording = sine_recording(22.0f, 100.0f);
    Player player;
    Generator generator;
    std::array<float, kBlockFrames> bus{};
    EXPECT_TRUE(quern::test::is_real_time_safe([&] {
        for (int block = 0; block < 4000; ++block) {
            const float position = static_cast<float>(block % 500) / 500.0f;
            if (block % 1000 == 0)
                player.bind(recording.view(), kParamsA, {}, {1.0f, 1.0f, position}, generator);
            player.set_record({0.5f, 0.9f, position});
            player.tick(generator);
            bus.fill(0.0f);
            player.render(bus);
        }
        player.stop();
    }));
}

} // namespace
} // namespace quern::grain
