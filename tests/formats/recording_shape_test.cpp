// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "quern/formats/recording_shape.hpp"

using namespace quern;

namespace {

grain::Recording tone(std::size_t frames, double rise_db)
{
    grain::Recording recording;
    for (std::size_t i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(frames - 1);
        const double level = std::pow(10.0, rise_db * (t - 1.0) / 20.0);
        recording.samples.push_back(static_cast<float>(level * std::sin(0.3 * static_cast<double>(i))));
    }
    recording.duration = static_cast<float>(frames) / 48000.0f;
    return recording;
}

} // namespace

TEST(RecordingShape, RiseIsMeasuredOverTheWholeLength)
{
    // The middles of the first and the last part lie 19/20 of the length apart.
    for (const double rise : {-6.0, 0.0, 12.0})
        EXPECT_NEAR(formats::level_rise_db(tone(48000, rise)), rise * 19.0 / 20.0, 0.05) << rise;
}

TEST(RecordingShape, ASilentOrTinyRecordingIsSteady)
{
    grain::Recording silent;
    silent.samples.assign(4800, 0.0f);
    EXPECT_NEAR(formats::level_rise_db(silent), 0.0, 1e-9);
    silent.samples.resize(3);
    EXPECT_NEAR(formats::level_rise_db(silent), 0.0, 1e-9);
}

TEST(RecordingShape, RiseIsAddedWithoutTouchingTheFastEnd)
{
    grain::Recording recording = tone(48000, 0.0);
    const float last = recording.samples.back();
    formats::add_rise(recording, 10.0);
    EXPECT_EQ(recording.samples.back(), last);
    EXPECT_NEAR(formats::level_rise_db(recording), 9.5, 0.05);
    formats::add_rise(recording, 0.0);
    EXPECT_NEAR(formats::level_rise_db(recording), 9.5, 0.05);
}

TEST(RecordingShape, SilentEndsAreDroppedAndTheDurationFollows)
{
    grain::Recording recording;
    recording.rate = 1000;
    recording.samples = {0.0f, 0.00002f, 0.5f, 0.0f, 0.0f, -0.25f, 0.0f};
    recording.duration = 0.007f;
    EXPECT_NEAR(formats::trim_silent_ends(recording), 0.003, 1e-9);
    EXPECT_EQ(recording.samples, (std::vector<float>{0.5f, 0.0f, 0.0f, -0.25f}));
    EXPECT_EQ(recording.duration, 0.004f);
    EXPECT_EQ(formats::trim_silent_ends(recording), 0.0);
    EXPECT_EQ(recording.duration, 0.004f);
}

TEST(RecordingShape, ASilentSampleAtTheEndIsNoSilence)
{
    grain::Recording recording = tone(480, 0.0); // begins with the zero of a sine
    recording.samples.insert(recording.samples.end(), 47, 0.0f);
    EXPECT_EQ(formats::trim_silent_ends(recording), 0.0);
    recording.samples.push_back(0.0f);
    EXPECT_NEAR(formats::trim_silent_ends(recording), 0.001, 1e-9);
    EXPECT_EQ(recording.samples.size(), 480u);
}

TEST(RecordingShape, NothingButSilenceIsLeftAlone)
{
    grain::Recording recording;
    recording.samples.assign(100, 0.0f);
    EXPECT_EQ(formats::trim_silent_ends(recording), 0.0);
    EXPECT_EQ(recording.samples.size(), 100u);
}

TEST(RecordingShape, DropoutsLoseTheirSteps)
{
    grain::Recording recording = tone(4800, 0.0);
    std::fill_n(recording.samples.begin() + 2000, 100, 0.0f);
    const grain::Recording before = recording;
    const std::vector<double> found = formats::soften_dropouts(recording);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0], 2000.0 / 48000.0, 2.0 / 48000.0) << "the tone may pass zero at the edge";
    for (std::size_t i = 1; i < recording.samples.size(); ++i) {
        const bool near = i > 1995 && i < 2105;
        if (near) {
            EXPECT_LT(std::fabs(recording.samples[i] - recording.samples[i - 1]), 0.02f) << i;
        }
    }
    EXPECT_EQ(recording.samples[1000], before.samples[1000]) << "5 ms away nothing changes";
    EXPECT_EQ(recording.samples[3000], before.samples[3000]);
}

TEST(RecordingShape, ShortOrQuietSilenceIsNoDropout)
{
    grain::Recording recording = tone(4800, 0.0);
    std::fill_n(recording.samples.begin() + 2000, 40, 0.0f);
    EXPECT_TRUE(formats::soften_dropouts(recording).empty()) << "less than a millisecond";
    recording = tone(4800, 0.0);
    for (std::size_t i = 0; i < 4800; ++i)
        recording.samples[i] *= 0.005f;
    std::fill_n(recording.samples.begin() + 2000, 100, 0.0f);
    EXPECT_TRUE(formats::soften_dropouts(recording).empty()) << "no step to be heard";
}
