// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/voice.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "tests/grain/rig.hpp"

namespace quern::grain {
namespace {

using test::constant_recording;
using test::recording_of;

using Block = std::array<float, kBlockFrames>;

Block rendered(Voice& voice)
{
    Block bus{};
    voice.render(bus);
    return bus;
}

Recording counting_recording(std::size_t frames, std::uint32_t rate = kSampleRate)
{
    std::vector<float> samples(frames);
    for (std::size_t n = 0; n < frames; ++n)
        samples[n] = static_cast<float>(n);
    return recording_of(std::move(samples), rate);
}

constexpr float kNoFade = 0.0f; // a fade of one frame

TEST(Voice, ReadsFromTheFrameOfItsStart)
{
    const Recording recording = counting_recording(48000, 44100);
    Voice voice;
    voice.start(recording.view(), 0.5f, kNoFade, 1.0f, 48000.0f / 44100.0f, {.fade_origin = 1});
    const Block bus = rendered(voice);
    EXPECT_NEAR(bus[0], 22050.0f, 0.01f);
    EXPECT_NEAR(bus[255], 22305.0f, 0.05f);
}

TEST(Voice, OverlappingFadesHaveConstantPower)
{
    const Recording recording = constant_recording(2.0f);
    for (const int origin : {0, 1}) {
        Voice in;
        Voice out;
        out.start(recording.view(), 0.0f, kNoFade, 1.0f, 1.0f, {.fade_origin = origin});
        rendered(out);
        out.release(0.1f);
        in.start(recording.view(), 0.0f, 0.1f, 1.0f, 1.0f, {.fade_origin = origin});
        for (int block = 0; block < 25; ++block) {
            const Block a = rendered(in);
            const Block b = rendered(out);
            for (std::size_t n = 0; n < kBlockFrames; ++n) {
                // The port's fade lands one frame early: its last step is a jump of about 1/sqrt(4800).
                const bool last = origin == 0 && block * 256 + static_cast<int>(n) == 4799;
                ASSERT_NEAR(a[n] * a[n] + b[n] * b[n], 1.0f, last ? 1e-3f : 1e-6f) << block << ' ' << n;
            }
        }
    }
}

TEST(Voice, FadeCountsFromOneOrFromZero)
{
    const Recording recording = constant_recording(1.0f);
    Voice console;
    console.start(recording.view(), 0.0f, 0.1f, 1.0f, 1.0f, {.fade_origin = 1});
    EXPECT_EQ(to_bits(rendered(console)[0]), 0x3C6C7B8Fu); // sqrt(1/4800)
    Voice port;
    port.start(recording.view(), 0.0f, 0.1f, 1.0f, 1.0f, {.fade_origin = 0});
    const Block bus = rendered(port);
    EXPECT_EQ(bus[0], 0.0f);
    EXPECT_NEAR(bus[1], std::sqrt(1.0f / 4800.0f), 1e-8f);
}

TEST(Voice, LatencySilencesOneBlockWhileTheFadeRuns)
{
    const Recording recording = constant_recording(1.0f);
    Voice late;
    late.start(recording.view(), 0.0f, 0.1f, 1.0f, 1.0f, {.fade_origin = 1, .voice_latency = true});
    Voice prompt;
    prompt.start(recording.view(), 0.0f, 0.1f, 1.0f, 1.0f, {.fade_origin = 1, .voice_latency = false});
    EXPECT_EQ(rendered(late), Block{});
    EXPECT_NE(rendered(prompt), Block{});
    EXPECT_EQ(rendered(late), rendered(prompt)); // of a constant source: only the fade tells them apart

    const Recording counting = counting_recording(4800);
    late.start(counting.view(), 0.0f, kNoFade, 1.0f, 1.0f, {.fade_origin = 1, .voice_latency = true});
    rendered(late);
    EXPECT_EQ(rendered(late)[1], 1.0f); // and its source waited
}

TEST(Voice, GainRampsOverSixtyFourFramesEitherWay)
{
    const Recording recording = constant_recording(1.0f);
    for (const bool short_end : {true, false}) {
        Voice voice;
        voice.start(recording.view(), 0.0f, kNoFade, 0.5f, 1.0f, {.fade_origin = 1, .send_short = short_end});
        EXPECT_EQ(rendered(voice)[0], 0.5f); // the first block does not ramp
        voice.follow(1.0f, 1.0f);
        const Block ramp = rendered(voice);
        EXPECT_EQ(ramp[0], 0.5f);
        EXPECT_NEAR(ramp[255], short_end ? 0.5f + 0.5f * 64.0f / 65.0f : 1.0f, 1e-6f);
        EXPECT_EQ(rendered(voice)[0], 1.0f);
    }
}

TEST(Voice, RemembersWhatItLastSent)
{
    const Recording recording = constant_recording(1.0f, 0.25f);
    Voice voice;
    EXPECT_EQ(voice.last(), 0.0f);
    voice.start(recording.view(), 0.0f, kNoFade, 0.5f, 1.0f, {});
    EXPECT_EQ(voice.last(), 0.0f);
    rendered(voice);
    EXPECT_EQ(voice.last(), 0.125f);
}

TEST(Voice, IsSilentPastTheEnd)
{
    const Recording recording = constant_recording(0.01f); // 480 frames
    Voice voice;
    voice.start(recording.view(), 0.0f, kNoFade, 1.0f, 1.0f, {});
    rendered(voice);
    const Block second = rendered(voice);
    EXPECT_EQ(second[200], 1.0f);
    EXPECT_EQ(second[230], 0.0f);
    EXPECT_EQ(rendered(voice), Block{});
    voice.start(recording.view(), 5.0f, kNoFade, 1.0f, 1.0f, {}); // a start beyond the end
    EXPECT_EQ(rendered(voice), Block{});
}

TEST(Voice, AddsToWhatIsOnTheBus)
{
    const Recording recording = constant_recording(1.0f);
    Voice voice;
    voice.start(recording.view(), 0.0f, kNoFade, 1.0f, 1.0f, {});
    Block bus;
    bus.fill(2.0f);
    voice.render(bus);
    EXPECT_EQ(bus[10], 3.0f);
    Voice idle;
    idle.render(bus);
    EXPECT_EQ(bus[10], 3.0f);
}

} // namespace
} // namespace quern::grain
