// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Which notes sound when there are more than places.
#include <utility>

#include <gtest/gtest.h>

#include "cloud_rig.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::test {
namespace {

using grain::Cloud;
using grain::CloudEvent;
using grain::CloudParam;
using grain::CloudStats;
using P = CloudParam;

CloudEvent note_on(std::uint64_t frame, std::uint32_t number, float velocity)
{
    CloudEvent event = cloud_note(frame, 60.0f, number);
    event.velocity = velocity;
    return event;
}

CloudEvent note_off(std::uint64_t frame, std::uint32_t number)
{
    CloudEvent event = cloud_note(frame, 60.0f, number);
    event.kind = CloudEvent::Kind::note_off;
    return event;
}

/// A cloud whose level is that of its notes, whatever their chances.
Cloud make_level(const grain::Recording& source, std::size_t notes)
{
    Cloud cloud = std::move(Cloud::create({.notes = notes}, source.view())).value();
    cloud.set(P::irregularity, 0.0f);
    cloud.set(P::spread, 0.0f);
    cloud.set(P::shape, 3.0f);
    cloud.set(P::density, 20.0f);
    cloud.set(P::duration, 0.1f);
    cloud.set(P::release, 20.0f);
    cloud.set(P::attack, 0.005f);
    return cloud;
}

float level(const std::vector<float>& sound, std::size_t from, std::size_t to)
{
    return peak(std::span(sound).subspan(2 * from, 2 * (to - from)));
}

TEST(CloudNotes, TheOneLetGoLongestAgoGivesWay)
{
    const grain::Recording source = ones();
    Cloud cloud = make_level(source, 2);
    cloud.post(note_on(0, 1, 0.0625f));
    cloud.post(note_on(4800, 2, 1.0f));
    cloud.post(note_off(24000, 2));
    cloud.post(note_off(28800, 1));
    cloud.post(note_on(33600, 3, 0.0f)); // silent, so that what is heard is the one that stays
    const std::vector<float> sound = play(cloud, 48000);
    EXPECT_EQ(cloud.stats().notes_given_way, 1u);
    EXPECT_GT(level(sound, 28800, 33600), 0.5f);
    EXPECT_LT(level(sound, 34000, 48000), 0.1f) << "the first note, though older, was let go later";
    EXPECT_GT(level(sound, 34000, 48000), 0.03f);
}

TEST(CloudNotes, OfThoseLetGoAtOnceTheOldestGivesWay)
{
    const grain::Recording source = ones();
    Cloud cloud = make_level(source, 2);
    cloud.post(note_on(0, 1, 1.0f));
    cloud.post(note_on(4800, 2, 0.0625f));
    CloudEvent all = note_off(24000, 0);
    all.kind = CloudEvent::Kind::all_off;
    cloud.post(all);
    cloud.post(note_on(33600, 3, 0.0f));
    const std::vector<float> sound = play(cloud, 48000);
    EXPECT_LT(level(sound, 34000, 48000), 0.1f);
}

TEST(CloudNotes, OfManyAtOneFrameTheNewestSoundAndTheOthersAreNotHeard)
{
    const grain::Recording source = ones();
    for (const std::uint64_t frame : {0u, 1000u, 1024u}) {
        Cloud lone = make_level(source, 1);
        lone.post(note_on(frame, 9, 0.25f));
        Cloud cloud = make_level(source, 1);
        for (std::uint32_t number = 1; number < 9; ++number)
            cloud.post(note_on(frame, number, 1.0f));
        cloud.post(note_on(frame, 9, 0.25f));
        EXPECT_EQ(hash(play(cloud, 9600)), hash(play(lone, 9600))) << frame;
        const CloudStats stats = cloud.stats();
        EXPECT_EQ(stats.notes_started, 9u);
        EXPECT_EQ(stats.notes_given_way, 8u);
        EXPECT_EQ(stats.notes_refused, 0u);
    }
}

TEST(CloudNotes, AChordOnTopOfAChordKeepsItsNewestNotes)
{
    const grain::Recording source = ones();
    Cloud cloud = make_level(source, 2);
    cloud.post(note_on(0, 1, 1.0f));
    cloud.post(note_on(0, 2, 1.0f));
    for (std::uint32_t number = 3; number < 8; ++number)
        cloud.post(note_on(9700, number, number < 6 ? 1.0f : 0.0625f));
    const std::vector<float> sound = play(cloud, 24000);
    EXPECT_LT(level(sound, 10000, 24000), 0.15f);
    EXPECT_GT(level(sound, 10000, 24000), 0.06f) << "two notes";
    EXPECT_EQ(cloud.stats().notes_given_way, 5u);
    EXPECT_EQ(cloud.stats().notes_refused, 0u);
}

/// Faster than notes can fade, the newest waits until one before it has fallen silent.
TEST(CloudNotes, NotesFasterThanTheirFadesEndInTheNewestWithoutAClick)
{
    const grain::Recording source = cloud_source();
    Cloud cloud = std::move(Cloud::create({.notes = 1}, source.view())).value();
    for (std::uint32_t number = 0; number < 100; ++number)
        cloud.post(cloud_note(48 * number, 48.0f + static_cast<float>(number % 24), number));
    const std::vector<float> sound = play(cloud, 24000);
    const CloudStats stats = cloud.stats();
    EXPECT_EQ(stats.notes_started, 100u);
    EXPECT_EQ(stats.notes_given_way, 99u);
    EXPECT_EQ(stats.notes_refused, 0u);
    EXPECT_GT(level(sound, 12000, 24000), 0.05f);
    for (std::size_t channel = 0; channel < 2; ++channel)
        EXPECT_TRUE(find_clicks(sound, 2, channel).empty());
}

TEST(CloudNotes, ANoteThatWaitsBeginsWithinEightMilliseconds)
{
    const grain::Recording source = ones();
    for (std::uint64_t frame = 20000; frame < 20128; frame += 9) {
        Cloud cloud = make_level(source, 1);
        cloud.post(note_on(frame, 1, 0.0f));
        cloud.post(note_on(frame + 1, 2, 0.0f));
        cloud.post(note_on(frame + 2, 3, 1.0f));
        const std::vector<float> sound = play(cloud, 24000);
        EXPECT_GT(level(sound, frame, frame + 2 + 384), 0.0f) << frame;
        EXPECT_GT(level(sound, frame, 24000), 0.5f) << frame;
    }
}

TEST(CloudNotes, ANoteThatIsLetGoWhileItWaitsIsNotHeard)
{
    const grain::Recording source = ones();
    Cloud cloud = make_level(source, 1);
    cloud.post(note_on(0, 1, 0.0f));
    cloud.post(note_on(48, 2, 0.0f));
    cloud.post(note_on(96, 3, 1.0f));
    cloud.post(note_off(144, 3));
    EXPECT_EQ(peak(play(cloud, 9600)), 0.0f);
    EXPECT_EQ(cloud.stats().notes_started, 3u);
    EXPECT_EQ(cloud.stats().notes_given_way, 3u);
    EXPECT_FALSE(cloud.sounding());
}

} // namespace
} // namespace quern::test
