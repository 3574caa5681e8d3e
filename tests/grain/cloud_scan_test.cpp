// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Where scanning reads: on a ramp, the value that is heard tells the place.
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "cloud_rig.hpp"
#include "quern/grain/cloud_grain.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudParam;
using P = CloudParam;

constexpr double kSeconds = 8.0;

grain::Recording ramp()
{
    grain::Recording source;
    for (int i = 0; i < static_cast<int>(kSeconds * 48000.0); ++i)
        source.samples.push_back(static_cast<float>(i / 48000.0 / 16.0));
    source.duration = static_cast<float>(kSeconds);
    return source;
}

/// A cloud whose grains follow each other without overlap, and without chance or gain in what they read.
Cloud make_reader(const grain::Recording& source, double interval, double length, CloudSettings settings,
                  float key = 60.0f)
{
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::density, static_cast<float>(1.0 / interval));
    cloud.set(P::duration, static_cast<float>(length));
    for (const auto& [param, value] : CloudSettings{{P::irregularity, 0.0f},
                                                    {P::spray, 0.0f},
                                                    {P::spread, 0.0f},
                                                    {P::exponent, 0.0f},
                                                    {P::shape, 3.0f},
                                                    {P::attack, 0.005f}})
        cloud.set(param, value);
    for (const auto& [param, value] : settings)
        cloud.set(param, value);
    cloud.post(cloud_note(0, key));
    return cloud;
}

/// Seconds of the source at which the grain that starts at `at` seconds has begun to read.
double place(const std::vector<float>& sound, double at, double length, double step = 1.0)
{
    const double middle = at + length / 2.0; // where the window is 1
    const auto value = static_cast<double>(sound[2 * static_cast<std::size_t>(middle * 48000.0)]);
    return value / std::sqrt(0.5) * 16.0 - length / 2.0 * step;
}

TEST(CloudScan, ComesInAtTheOtherEndInEitherDirection)
{
    const grain::Recording source = ramp();
    const auto listen = [&](float scan, std::initializer_list<double> expected) {
        Cloud cloud = make_reader(source, 3.125, 3.0, {{P::scan, scan}});
        const std::vector<float> sound = play(cloud, static_cast<std::size_t>(25.5 * 48000.0));
        double at = 0.0;
        for (const double seconds : expected) {
            EXPECT_NEAR(place(sound, at, 3.0), seconds, 0.002) << "at " << at << ", scan " << scan;
            at += 3.125;
        }
    };
    listen(1.0f, {0.0, 3.125, 1.25, 4.375, 2.5, 0.625, 3.75, 1.875});
    listen(-1.0f, {0.0, 1.875, 3.75, 0.625, 2.5, 4.375, 1.25, 3.125});
}

/// The place after `at` seconds, if all is constant: within [0, room].
double round_of(double at, double room)
{
    return at - std::floor(at / room) * room;
}

TEST(CloudScan, PlaysNothingTwiceInARoundOfShortGrainsAtAnyPitch)
{
    const grain::Recording source = ramp();
    for (const float pitch : {0.0f, 12.0f, -12.0f}) {
        for (const bool by_key : {false, true}) {
            const double step = std::exp2(static_cast<double>(pitch) / 12.0);
            const double room = kSeconds - 0.2 * step;
            Cloud cloud = make_reader(source, 0.25, 0.2, {{P::pitch, by_key ? 0.0f : pitch}},
                                      by_key ? 60.0f + pitch : 60.0f);
            const std::vector<float> sound = play(cloud, 30 * 48000);
            for (double at = 0.0; at < 29.5; at += 0.25)
                EXPECT_NEAR(place(sound, at, 0.2, step), round_of(at, room), 0.002) << at << ", " << pitch;
        }
    }
}

TEST(CloudScan, GoesRoundFromAnyPosition)
{
    const grain::Recording source = ramp();
    Cloud cloud = make_reader(source, 0.25, 0.2, {{P::position, 0.25f}, {P::scan, -2.0f}});
    const std::vector<float> sound = play(cloud, 12 * 48000);
    for (double at = 0.0; at < 11.5; at += 0.25)
        EXPECT_NEAR(place(sound, at, 0.2), round_of(1.95 - 2.0 * at, 7.8), 0.002) << at;
}

/// Forty rounds first: rounds that added up would move the position by forty times the change.
TEST(CloudScan, AChangeOfDurationOrPitchMovesThePositionNoFurtherThanTheRoomChanges)
{
    const grain::Recording source = ramp();
    for (const auto& [param, value] : {std::pair{P::duration, 0.22f}, std::pair{P::pitch, -2.0f}}) {
        Cloud cloud = make_reader(source, 0.25, 0.2, {{P::scan, 16.0f}});
        play(cloud, 20 * 48000);
        cloud.set(P::scan, 1.0f);
        play(cloud, 48000);
        const std::vector<float> before = play(cloud, 48000);
        cloud.set(param, value);
        const std::vector<float> after = play(cloud, 48000);
        const double was = place(before, 0.75, 0.2);
        ASSERT_LT(was, 6.0) << "no end is near";
        EXPECT_NEAR(place(after, 0.75, 0.2), was + 1.0, 0.03);
    }
}

/// Grains that pitch spray makes longer or shorter go round with their note, not each in its own room.
TEST(CloudScan, PitchSprayDoesNotScatterThePositionAfterManyRounds)
{
    const grain::Recording source = ramp();
    Cloud cloud = make_reader(source, 0.25, 0.2, {{P::scan, 16.0f}, {P::pitch_spray, 1.0f}});
    play(cloud, 60 * 48000);
    cloud.set(P::scan, 0.0f);
    play(cloud, 48000);
    const std::vector<float> sound = play(cloud, 4 * 48000);
    const double first = place(sound, 0.0, 0.2);
    for (double at = 0.25; at < 3.5; at += 0.25)
        EXPECT_NEAR(place(sound, at, 0.2), first, 0.05) << at;
}

TEST(CloudScan, StaysExactOverHours)
{
    grain::CloudSmoother values;
    grain::CloudGround ground;
    ground.source_frames = 384000;
    const double room = scan_room(values, ground, 0.0);
    ASSERT_EQ(room, std::floor(room));
    double scan = 0.0;
    constexpr std::uint64_t kBlocks = 24ull * 3600 * 375;
    for (std::uint64_t block = 0; block < kBlocks; ++block)
        scan = scan_in_round(values, scan + 128.0, room);
    EXPECT_EQ(scan, static_cast<double>(kBlocks * 128 % (static_cast<std::uint64_t>(room) + 1)));
}

} // namespace
} // namespace quern::test
