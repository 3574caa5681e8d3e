// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/engine/bed.hpp"
#include "quern/formats/ride.hpp"
#include "tests/support/audio_scan.hpp"

/// What a recorded drive must sound like, on a track as a receiver writes one: points at uneven times, noise
/// of a metre, stops, bends, speeds up to 60 km/h.
namespace quern {
namespace {

constexpr double kSeconds = 240.0;

/// Speed at a time: smooth ways from one of these to the next.
double speed_kmh(double time_s)
{
    constexpr std::array<std::array<double, 2>, 12> kPlan{{{0, 0},
                                                           {6, 0},
                                                           {24, 30},
                                                           {40, 32},
                                                           {52, 0},
                                                           {64, 0},
                                                           {96, 60},
                                                           {120, 15},
                                                           {150, 48},
                                                           {172, 0},
                                                           {186, 0},
                                                           {240, 58}}};
    std::size_t next = 1;
    while (next + 1 < kPlan.size() && kPlan[next][0] <= time_s)
        ++next;
    const auto& a = kPlan[next - 1];
    const auto& b = kPlan[next];
    const double part = std::clamp((time_s - a[0]) / (b[0] - a[0]), 0.0, 1.0);
    return a[1] + (b[1] - a[1]) * (0.5 - 0.5 * std::cos(std::numbers::pi * part));
}

std::string track()
{
    constexpr double kStep = 0.1;                 // s, of the motion
    constexpr double kMetresPerDegree = 111195.0; // of latitude, and of longitude at the equator
    std::string text = "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg>\n";
    std::uint32_t draw = 1;
    const auto random = [&] { // 0..1
        draw = draw * 1664525u + 1013904223u;
        return (draw >> 8) / 16777216.0;
    };
    double east = 0.0, north = 0.0, heading = 0.3, next_point = 0.0;
    for (double t = 0.0; t <= kSeconds; t += kStep) {
        if (t >= next_point) {
            next_point = t + 0.5 + 2.0 * random();
            char line[200];
            const auto minute = static_cast<int>(t / 60.0);
            std::snprintf(line, sizeof line,
                          "<trkpt lat=\"%.8f\" lon=\"%.8f\"><ele>%.1f</ele>"
                          "<time>2024-05-01T10:%02d:%06.3fZ</time></trkpt>\n",
                          (north + random() - 0.5) / kMetresPerDegree,
                          (east + random() - 0.5) / kMetresPerDegree, 100.0 + 3.0 * std::sin(t / 40.0),
                          minute, t - 60.0 * minute);
            text += line;
        }
        const double way = speed_kmh(t) / 3.6 * kStep;
        heading += 0.02 * std::sin(t / 9.0) * way / 5.0;
        north += way * std::cos(heading);
        east += way * std::sin(heading);
    }
    return text + "</trkseg></trk></gpx>\n";
}

TEST(Drive, ASyntheticTrackSoundsLikeItsSpeed)
{
    const Result<formats::Ride> ride = formats::read_ride_text(track(), "drive.gpx");
    ASSERT_TRUE(ride.ok()) << ride.error().text();
    ASSERT_GT(ride->seconds(), kSeconds - 4.0) << "no stop was cut out";
    const auto step = static_cast<std::size_t>(static_cast<double>(kSampleRate) / ride->rate_hz);
    std::vector<float> stereo(ride->frames.size() * step * 2);
    Bed bed = Bed::create().value();
    for (std::size_t k = 0; k < ride->frames.size(); ++k) {
        bed.set_motion(ride->frames[k]);
        bed.process(stereo.data() + k * step * 2, step);
    }
    EXPECT_EQ(bed.stats().refused_motions, 0u);
    EXPECT_EQ(bed.stats().clamped_inputs, 0u);

    ASSERT_FALSE(test::first_non_finite(stereo).has_value());
    EXPECT_LT(test::peak(stereo), 1.0f);
    for (const std::size_t channel : {0u, 1u}) {
        const auto clicks = test::find_clicks(stereo, 2, channel);
        EXPECT_TRUE(clicks.empty()) << "at " << static_cast<double>(clicks.front().frame) / kSampleRate
                                    << " s";
    }

    const std::vector<double> level = test::rms_per_second(stereo, 2, kSampleRate);
    const auto per_second = static_cast<std::size_t>(ride->rate_hz);
    std::vector<double> speeds, levels;
    double fastest = 0.0;
    for (std::size_t second = 0; second < level.size(); ++second) {
        double slowest = 1e9, mean = 0.0;
        for (std::size_t k = second * per_second; k < (second + 1) * per_second; ++k) {
            const auto kmh = static_cast<double>(ride->frames[k].ground_speed * kKmhPerMps);
            slowest = std::min(slowest, kmh);
            mean += kmh / static_cast<double>(per_second);
        }
        fastest = std::max(fastest, mean);
        if (slowest > 10.0) {
            EXPECT_GT(test::to_db(level[second]), -50.0)
                << "second " << second << " at " << slowest << " km/h";
        }
        if (mean >= 5.0 && mean <= 60.0) {
            speeds.push_back(mean);
            levels.push_back(level[second]);
        }
    }
    EXPECT_NEAR(fastest, 60.0, 6.0) << "the track reads as it was ridden";
    ASSERT_GT(speeds.size(), 120u);
    EXPECT_GE(test::spearman(speeds, levels), 0.8);
}

} // namespace
} // namespace quern
