// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/bed.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "quern/bed/frame.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/control_observer.hpp"
#include "tests/engine/ride_fixture.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern {
namespace {

using test::busy_ride;
using test::render;
using test::rolling;

TEST(Bed, RollingIsHeardAndSpeedIsLouder)
{
    const auto slow = render(
        {}, [](std::size_t) { return rolling(8.0f); }, 180);
    const auto fast = render(
        {}, [](std::size_t) { return rolling(45.0f); }, 180);
    EXPECT_GT(test::to_db(test::rms(slow)), -60.0);
    EXPECT_GT(test::to_db(test::rms(fast)), test::to_db(test::rms(slow)) + 4.0);
    EXPECT_LT(test::peak(fast), 1.0f);
}

TEST(Bed, StandingStillIsSilent)
{
    const auto still = render(
        {}, [](std::size_t) { return rolling(0.0f); }, 120);
    EXPECT_LT(test::peak(still), 1e-6f);
}

TEST(Bed, OutputDoesNotDependOnTheHostBlock)
{
    const std::size_t motions = 240;
    BedConfig config;
    config.motion_queue = 512;
    const auto expected = test::hash(render(config, busy_ride, motions, 256));
    for (std::size_t block : {1u, 7u, 64u, 255u, 257u, 800u, 1024u, 4096u, 100000u})
        EXPECT_EQ(test::hash(render(config, busy_ride, motions, block)), expected) << "block " << block;
}

TEST(Bed, TwoRunsAreTheSameBytesAndSeedsDiffer)
{
    const auto first = render({}, busy_ride, 200);
    EXPECT_EQ(test::hash(first), test::hash(render({}, busy_ride, 200)));
    BedConfig other;
    other.seed = 5;
    EXPECT_NE(test::hash(first), test::hash(render(other, busy_ride, 200)));
}

TEST(Bed, SixChannelsHoldWhatTheStereoFoldIsMadeOf)
{
    BedConfig six;
    six.channels = 6;
    const auto stereo = render({}, busy_ride, 200);
    const auto surround = render(six, busy_ride, 200); // FL FR FC LFE SL SR
    ASSERT_EQ(stereo.size() * 3, surround.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < stereo.size() / 2; ++i) {
        const float* in = surround.data() + i * 6;
        const double left = 0.707 * static_cast<double>(in[0]) + 0.5 * static_cast<double>(in[2]) +
                            0.5 * static_cast<double>(in[4]);
        worst = std::max(worst, std::abs(left - static_cast<double>(stereo[i * 2])));
    }
    EXPECT_LT(worst, 1e-6);
}

TEST(Bed, NothingClicksThroughABusyRide)
{
    BedConfig config;
    config.channels = 6;
    const auto out = render(config, busy_ride, 3600);
    ASSERT_FALSE(test::first_non_finite(out));
    for (std::size_t channel = 0; channel < 6; ++channel) {
        const auto clicks = test::find_clicks(out, 6, channel);
        EXPECT_TRUE(clicks.empty()) << "channel " << channel << ", " << clicks.size()
                                    << " clicks, first at frame "
                                    << (clicks.empty() ? 0 : clicks.front().frame);
    }
}

TEST(Bed, StemsAddUpToTheMix)
{
    BedConfig config;
    config.channels = 6;
    config.stems = true;
    Bed bed = std::move(Bed::create(config)).value();
    std::vector<float> out(kBlockFrames * 6);
    double worst = 0.0;
    double rocket = 0.0;
    for (std::size_t block = 0; block < 900; ++block) {
        if (block % 3 == 0)
            bed.set_motion(busy_ride(block / 3));
        bed.process(out.data(), kBlockFrames);
        const Stems stems = bed.stems();
        for (std::size_t i = 0; i < kBlockFrames; ++i) {
            const float sum = stems.player_a[1][i] + stems.player_b[1][i] + stems.rocket[i];
            worst = std::max(worst, std::abs(static_cast<double>(sum - out[i * 6 + 2])));
            rocket = std::max(rocket, std::abs(static_cast<double>(stems.rocket[i])));
        }
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(rocket, 1e-3);
}

TEST(Bed, RefusesBadConfigurations)
{
    BedConfig config;
    config.channels = 3;
    EXPECT_FALSE(Bed::create(config));
    config.channels = 2;
    config.motion_queue = 0;
    EXPECT_FALSE(Bed::create(config));
    Bed bed = std::move(Bed::create()).value();
    EXPECT_FALSE(bed.set_bank(nullptr));
    bed::Tuning tuning = bed::default_tuning();
    tuning.surface[3].max_kmh = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(bed.set_tuning(tuning));
    tuning = bed::default_tuning();
    tuning.surfaces[2].hard = static_cast<bed::Member>(99);
    EXPECT_FALSE(bed.set_tuning(tuning));
    config.motion_queue = 64;
    config.trace_queue = static_cast<std::size_t>(-1);
    EXPECT_FALSE(Bed::create(config));
}

TEST(Bed, ProcessingNothingRendersNothing)
{
    Bed bed = std::move(Bed::create()).value();
    bed.process(nullptr, 0);
    EXPECT_EQ(bed.stats().blocks, 0u);
}

TEST(Bed, NonFiniteMotionIsCountedAndNeverHeard)
{
    Bed bed = std::move(Bed::create()).value();
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::max(),
                         std::numeric_limits<float>::denorm_min()};
    const auto out = test::render(
        bed,
        [&](std::size_t k) {
            bed::RiderState state = rolling(30.0f);
            const float value = bad[k % 5];
            switch (k / 5 % 10) {
            case 0:
                state.ground_speed = value;
                break;
            case 1:
                state.com_velocity = {value, value, value};
                break;
            case 2:
                state.turn = value;
                break;
            case 3:
                state.slope = value;
                break;
            case 4:
                state.dt = value;
                break;
            case 5:
                state.azimuth_deg = value;
                break;
            case 6:
                state.brake = true;
                state.brake_cosine = value;
                break;
            case 7:
                state.has_listener = true;
                state.listener_position = {value, value, value};
                break;
            case 8:
                state.wheel_material.fill(1 << 30);
                state.wheel_count = -7;
                break;
            default:
                state.slip = state.deck_tilt = state.deck_spin = state.heading_rate = value;
                break;
            }
            return state;
        },
        600, 256);
    EXPECT_FALSE(test::first_non_finite(out));
    EXPECT_GT(bed.stats().clamped_inputs, 100u);
    // It still rolls afterwards.
    const auto after = test::render(
        bed, [](std::size_t) { return rolling(30.0f); }, 60, 256);
    EXPECT_GT(test::to_db(test::rms(after)), -60.0);
}

TEST(Bed, AFullQueueLosesMotionButNoBind)
{
    BedConfig config;
    config.motion_queue = 1;
    Bed bed = std::move(Bed::create(config)).value();
    for (int k = 0; k < 50; ++k)
        bed.set_motion(rolling(30.0f));
    std::vector<float> out(2 * kBlockFrames);
    bed.process(out.data(), kBlockFrames);
    // Change the ground while the queue is full: the bind must arrive with a later frame.
    bed.set_motion(rolling(30.0f, 3));
    for (int k = 0; k < 5; ++k)
        bed.set_motion(rolling(30.0f, 8));
    const std::uint64_t before = bed.stats().binds;
    for (int k = 0; k < 10; ++k) {
        bed.process(out.data(), kBlockFrames);
        bed.set_motion(rolling(30.0f, 8));
    }
    EXPECT_GT(bed.stats().refused_motions, 0u);
    EXPECT_GT(bed.stats().binds, before);
    EXPECT_GT(test::peak(out), 0.0f);
}

TEST(Bed, AnotherBankIsHeardWithoutAClick)
{
    Bed bed = std::move(Bed::create()).value();
    auto before = test::render(
        bed, [](std::size_t) { return rolling(30.0f); }, 60, 256);
    auto bank = std::make_shared<Bank>();
    grain::Recording tone;
    tone.rate = 48000;
    tone.samples.resize(48000 * 20);
    for (std::size_t i = 0; i < tone.samples.size(); ++i)
        tone.samples[i] =
            0.3f *
            static_cast<float>(std::sin(static_cast<double>(i) * 2.0 * 3.14159265358979 * 440.0 / 48000.0));
    tone.duration = 20.0f;
    ASSERT_TRUE(bank->set_all_surfaces(tone));
    ASSERT_TRUE(bed.set_bank(bank));
    bank.reset(); // the bed keeps what it plays
    const auto after = test::render(
        bed, [](std::size_t) { return rolling(30.0f); }, 60, 256);
    const auto left = test::channel_of(after, 2, 0);
    EXPECT_GT(test::tone_amplitude(std::span(left).subspan(9600, 24000), 440.0, 48000.0), 0.005);
    before.insert(before.end(), after.begin(), after.end());
    EXPECT_TRUE(test::find_clicks(before, 2, 0).empty());
}

TEST(Bank, RefusesRecordingsThatCannotBePlayed)
{
    Bank bank;
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, {}));
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, {std::vector<float>(48000), 0, 1.0f}));
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, {std::vector<float>(48000), 48000, 1.1f}));
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, {std::vector<float>(48000), 48000, -1.0f}));
    grain::Recording poisoned{std::vector<float>(48000), 48000, 1.0f};
    poisoned.samples[777] = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, poisoned));
    poisoned.samples[777] = -100.0f; // integers stored as floats
    EXPECT_FALSE(bank.set(bed::Member::wood_ramp_hard, poisoned));
    EXPECT_FALSE(bank.set(static_cast<bed::Member>(200), {std::vector<float>(48000), 48000, 1.0f}));
    EXPECT_FALSE(bank.replaced(static_cast<bed::Member>(200)));
    EXPECT_FALSE(bank.replaced(bed::Member::wood_ramp_hard));
    EXPECT_TRUE(bank.set(bed::Member::wood_ramp_hard, {std::vector<float>(48000), 48000, 1.0f}));
    EXPECT_TRUE(bank.replaced(bed::Member::wood_ramp_hard));
}

TEST(Bank, SynthesisesWithTheStoredDurationOfTheTable)
{
    Bank bank;
    const auto crh = bank.get(bed::Member::concrete_rough_hard);
    EXPECT_EQ(to_bits(crh->duration), 0x41AEBC39u);
    EXPECT_EQ(crh->samples.size(), 963228u);
    for (std::size_t i = 0; i < bed::kMembers; ++i) {
        const auto recording = bank.get(static_cast<bed::Member>(i));
        EXPECT_EQ(recording->duration,
                  static_cast<float>(recording->samples.size()) / static_cast<float>(recording->rate))
            << bed::kMemberNames[i];
    }
}

TEST(Bed, AnObserverSeesEveryControlFrame)
{
    struct Counter final : ControlObserver {
        void on_frame(std::uint64_t number, const bed::Board&, const bed::BedFrame& frame,
                      const Generator&) override
        {
            EXPECT_EQ(number, boards++);
            EXPECT_GT(frame.sequence, 0u);
        }
        void on_drive_frame(std::uint64_t, const bed::BedFrame& frame) override
        {
            ++drives;
            binds += frame.commands;
        }
        std::uint64_t boards = 0;
        int drives = 0;
        int binds = 0;
    } counter;
    Bed board = std::move(Bed::create()).value();
    board.set_control_observer(&counter);
    for (int k = 0; k < 5; ++k)
        board.set_motion(rolling(20.0f));
    Bed drive = std::move(Bed::create()).value();
    drive.set_control_observer(&counter);
    for (int k = 0; k < 3; ++k)
        drive.set_drive({});
    EXPECT_EQ(counter.boards, 5u);
    EXPECT_EQ(counter.drives, 3);
    EXPECT_EQ(counter.binds, 1);
}

TEST(Bed, TheGenericModeFollowsItsDriver)
{
    Bed bed = std::move(Bed::create()).value();
    std::vector<float> out(2 * 800);
    const auto level = [&](float position, float gain) {
        bed::DriveState state;
        state.position = position;
        state.gain = gain;
        double power = 0.0;
        for (int k = 0; k < 90; ++k) {
            bed.set_drive(state);
            bed.process(out.data(), 800);
            if (k >= 30)
                power += test::rms(out);
        }
        return test::to_db(power / 60.0);
    };
    const double low = level(0.05f, 0.5f);
    const double high = level(0.95f, 0.5f);
    EXPECT_GT(high, low + 6.0);
    EXPECT_LT(level(0.95f, 0.0f), high - 40.0);
    bed::DriveState off;
    off.running = false;
    bed.set_drive(off);
    for (int k = 0; k < 30; ++k)
        bed.process(out.data(), 800);
    EXPECT_EQ(test::peak(out), 0.0f);
}

TEST(Bed, TheTraceTellsEveryStart)
{
    BedConfig config;
    config.trace_queue = 1 << 14;
    Bed bed = std::move(Bed::create(config)).value();
    test::render(bed, busy_ride, 300, 256);
    std::uint64_t starts = 0;
    std::uint64_t binds = 0;
    TraceEvent event;
    while (bed.next_trace(event)) {
        starts += event.kind == TraceEvent::Kind::start;
        binds += event.kind == TraceEvent::Kind::bind;
    }
    EXPECT_EQ(starts, bed.stats().grain_starts);
    EXPECT_EQ(binds, bed.stats().binds);
    EXPECT_GT(starts, 20u);
    EXPECT_EQ(bed.stats().lost_trace, 0u);
}

} // namespace
} // namespace quern
