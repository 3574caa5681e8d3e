// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// When grains start while division counts in parts of the beat.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "cloud_rig.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudParam;
using P = CloudParam;

constexpr double kBeatsPerSecond = 2.0;

/// Seconds at which grains start while `division` is what it says, posted anew every `every` frames.
std::vector<double> starts(double seconds, std::size_t every, const std::function<double(double)>& division)
{
    const grain::Recording source = ones();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::tempo, 120.0f);
    cloud.set(P::duration, 0.001f);
    cloud.set(P::shape, 3.0f);
    cloud.set(P::attack, 0.005f);
    cloud.set(P::division, static_cast<float>(division(0.0)));
    cloud.post(cloud_note(0));
    std::vector<float> sound;
    const auto frames = static_cast<std::size_t>(seconds * 48000.0);
    auto last = static_cast<float>(division(0.0));
    while (sound.size() < 2 * frames) {
        const auto now = static_cast<float>(division(static_cast<double>(sound.size() / 2) / 48000.0));
        if (now != last)
            cloud.set(P::division, now);
        last = now;
        const std::vector<float> next = play(cloud, every, every);
        sound.insert(sound.end(), next.begin(), next.end());
    }
    std::vector<double> found;
    for (const std::size_t frame : onsets(sound))
        found.push_back(static_cast<double>(frame) / 48000.0);
    return found;
}

/// No two starts are closer together, or further apart, than these parts of the interval of the moment.
void expect_even(const std::vector<double>& times, const std::function<double(double)>& division, double from,
                 double to, double least, double most)
{
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (times[i - 1] < from || times[i] > to)
            continue;
        const double middle = (times[i] + times[i - 1]) / 2.0;
        const double parts = (times[i] - times[i - 1]) * kBeatsPerSecond * division(middle);
        EXPECT_GT(parts, least) << "at " << times[i];
        EXPECT_LT(parts, most) << "at " << times[i];
    }
}

/// All starts from `from` on lie on parts of the beat.
void expect_on_parts(const std::vector<double>& times, double division, double from, double to)
{
    for (const double time : times) {
        if (time < from || time > to)
            continue;
        const double part = time * kBeatsPerSecond * division;
        EXPECT_NEAR(part, std::round(part), 2.5 * kBeatsPerSecond * division / 48000.0) << "at " << time;
    }
}

std::vector<int> each_second(const std::vector<double>& times, std::size_t seconds)
{
    std::vector<int> counts(seconds);
    for (const double time : times) {
        if (time < static_cast<double>(seconds))
            ++counts[static_cast<std::size_t>(time)];
    }
    return counts;
}

TEST(CloudGrid, ADivisionThatRampsNeitherDoublesNorLosesGrains)
{
    // 32 grains a second down to 8 in eight seconds.
    const auto falls = [](double t) { return 16.0 - 12.0 * std::min(t / 8.0, 1.0); };
    const auto rises = [&](double t) { return falls(8.0 - std::min(t, 8.0)); };
    for (const std::size_t every : {128u, 512u, 4096u}) {
        SCOPED_TRACE(every);
        const std::vector<double> down = starts(8.0, every, falls);
        EXPECT_NEAR(static_cast<double>(down.size()), 160.0, 2.0);
        const std::vector<int> counts = each_second(down, 8);
        for (std::size_t second = 0; second < 8; ++second)
            EXPECT_NEAR(counts[second], 30.5 - 3.0 * static_cast<double>(second), 1.5) << second;
        expect_even(down, falls, 0.0, 8.0, 0.9, 1.1);
        const std::vector<double> up = starts(8.0, every, rises);
        EXPECT_NEAR(static_cast<double>(up.size()), 160.0, 2.0);
        expect_even(up, rises, 0.0, 8.0, 0.9, 1.1);
    }
}

/// After a minute, a grid at beat times division would move by many lines with each small change.
TEST(CloudGrid, ARampLateInASoundIsEvenAndEndsOnPartsOfTheBeat)
{
    const auto division = [](double t) { return 4.0 + 4.0 * std::clamp((t - 60.0) / 3.0, 0.0, 1.0); };
    const std::vector<double> times = starts(66.0, 128, division);
    expect_on_parts(times, 4.0, 0.0, 60.0);
    expect_even(times, division, 59.0, 63.0, 0.9, 1.1);
    expect_even(times, division, 63.0, 64.0, 0.49, 1.51);
    expect_on_parts(times, 8.0, 63.3, 66.0);
    EXPECT_NEAR(static_cast<double>(times.size()), 480.0 + 36.0 + 48.0, 2.0);
}

TEST(CloudGrid, AFastGridThatRampsKeepsItsRate)
{
    const auto division = [](double t) { return 256.0 - 32.0 * t; }; // up to 512 grains a second
    const std::vector<double> times = starts(4.0, 128, division);
    EXPECT_NEAR(static_cast<double>(times.size()), 2.0 * (4.0 * 256.0 - 16.0 * 16.0), 4.0);
}

TEST(CloudGrid, ADivisionThatJumpsLandsOnItsPartsOfTheBeatAtOnce)
{
    for (const double to : {3.0, 5.0, 6.0, 8.0, 1.0, 16.0}) {
        for (const double at : {2.0, 2.15, 7.4}) {
            SCOPED_TRACE(to);
            const auto division = [&](double t) { return t < at ? 4.0 : to; };
            const std::vector<double> times = starts(10.0, 128, division);
            const double block = 128.0 / 48000.0;
            expect_on_parts(times, 4.0, 0.0, at);
            expect_on_parts(times, to, at + block, 10.0);
            // None of the new parts is missing.
            const auto first = std::ceil((at + block) * kBeatsPerSecond * to - 1e-6);
            const double expected = 10.0 * kBeatsPerSecond * to - first;
            const auto found =
                std::count_if(times.begin(), times.end(), [&](double time) { return time >= at + block; });
            EXPECT_NEAR(static_cast<double>(found), expected, 1.0);
        }
    }
}

TEST(CloudGrid, ADivisionThatIsSwitchedOnLandsOnThePartsOfTheBeat)
{
    const auto division = [](double t) { return t < 1.1 ? 0.0 : 4.0; };
    expect_on_parts(starts(4.0, 128, division), 4.0, 1.11, 4.0);
}

TEST(CloudGrid, NotesShareTheGridWhileItGlides)
{
    const grain::Recording source = ones();
    Cloud cloud = std::move(Cloud::create({}, source.view())).value();
    cloud.set(P::tempo, 120.0f);
    cloud.set(P::duration, 0.001f);
    cloud.set(P::shape, 3.0f);
    std::vector<float> sound;
    for (int block = 0; block < 3000; ++block) {
        cloud.set(P::division, 16.0f - static_cast<float>(std::min(block, 2000)) / 2000.0f * 8.0f);
        if (block % 100 == 0 && block < 300)
            cloud.post(cloud_note(sound.size() / 2 + 77, 60.0f, static_cast<std::uint32_t>(block)));
        const std::vector<float> next = play(cloud, 128, 128);
        sound.insert(sound.end(), next.begin(), next.end());
    }
    // Grains of three notes at one frame are one onset.
    const auto grains = static_cast<double>(cloud.stats().grains_started);
    EXPECT_NEAR(grains, 3.0 * static_cast<double>(onsets(sound).size()) - 26.0, 3.0)
        << "the second and the third began 0.27 s after the one before, with 32 grains a second";
}

} // namespace
} // namespace quern::test
