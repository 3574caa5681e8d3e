// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Tracks as receivers really write them become motion that never screams, and every repair is noted.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/ride.hpp"

namespace quern::formats {
namespace {

constexpr double kMetre = 1.0 / 111195.0797; // degrees of latitude

struct Point {
    double north_m = 0.0;
    double east_m = 0.0;
    double time_s = 0.0;
    std::string extra;
};

std::string track_of(const std::vector<Point>& points)
{
    std::string text = "<gpx version=\"1.1\"><trk><trkseg>\n";
    for (const Point& point : points) {
        char line[256];
        const int ms = static_cast<int>(std::lround(point.time_s * 1000.0));
        std::snprintf(line, sizeof line,
                      "<trkpt lat=\"%.9f\" lon=\"%.9f\"><time>2020-01-01T%02d:%02d:%02d.%03dZ</time>",
                      point.north_m * kMetre, point.east_m * kMetre, ms / 3600000, ms / 60000 % 60,
                      ms / 1000 % 60, ms % 1000);
        text += line + point.extra + "</trkpt>\n";
    }
    return text + "</trkseg></trk></gpx>\n";
}

Ride read(const std::string& text, const RideOptions& options = {})
{
    auto ride = read_ride_text(text, "track.gpx", options);
    EXPECT_TRUE(ride) << (ride ? "" : ride.error().text());
    return ride ? std::move(*ride) : Ride{};
}

float top_speed(const Ride& ride)
{
    float top = 0.0f;
    for (const auto& frame : ride.frames)
        top = std::max(top, frame.ground_speed);
    return top;
}

bool noted(const Ride& ride, const std::string& part)
{
    return std::any_of(ride.notes.begin(), ride.notes.end(),
                       [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

/// Straight to the north, one point a second.
std::vector<Point> steady(double mps, int seconds)
{
    std::vector<Point> points;
    for (int i = 0; i <= seconds; ++i)
        points.push_back({mps * i, 0.0, static_cast<double>(i), ""});
    return points;
}

TEST(RideGpx, ASteadyTrackHasASteadySpeed)
{
    const Ride ride = read(track_of(steady(8.0, 20)));
    ASSERT_EQ(ride.frames.size(), 1201u);
    for (const auto& frame : ride.frames) {
        ASSERT_NEAR(frame.ground_speed, 8.0f, 0.01f);
        ASSERT_EQ(frame.turn, 0.0f);
        ASSERT_EQ(frame.slope, 0.0f);
        ASSERT_NEAR(std::hypot(frame.com_velocity.x, frame.com_velocity.z), frame.ground_speed, 1e-4f);
    }
    EXPECT_NEAR(ride.frames.back().board_position.z, 160.0f, 0.5f);
    EXPECT_EQ(
        bed::default_tuning().surface_of_material[static_cast<std::size_t>(ride.frames[0].wheel_material[0])],
        3);
}

TEST(RideGpx, TheWayRiddenIsTheWayOfTheTrack)
{
    std::vector<Point> points;
    double way = 0.0;
    double time = 0.0;
    for (const double step : {1.0, 1.0, 7.0, 2.0, 12.0, 1.0, 1.0, 30.0, 4.0}) {
        points.push_back({way, 0.0, time, ""});
        way += step * 6.0;
        time += step;
    }
    const Ride ride = read(track_of(points));
    double ridden = 0.0;
    for (const auto& frame : ride.frames)
        ridden += static_cast<double>(frame.ground_speed) / 60.0;
    EXPECT_NEAR(ridden, points.back().north_m, 2.0);
}

TEST(RideGpx, AMeasuredSpeedIsPreferred)
{
    auto points = steady(8.0, 20);
    for (Point& point : points)
        point.extra =
            "<extensions><x:TrackPointExtension><x:speed>5.5</x:speed></x:TrackPointExtension></extensions>";
    const Ride ride = read(track_of(points));
    EXPECT_NEAR(ride.frames[600].ground_speed, 5.5f, 1e-3f);
    EXPECT_TRUE(noted(ride, "<speed>"));
    for (Point& point : points)
        point.extra = "<speed>-3</speed>"; // no speed: the positions count
    EXPECT_NEAR(read(track_of(points)).frames[600].ground_speed, 8.0f, 0.01f);
}

TEST(RideGpx, ACircleIsASteadyTurnToItsSide)
{
    for (const double side : {1.0, -1.0}) {
        std::vector<Point> points;
        for (int i = 0; i <= 40; ++i) {
            const double angle = i * 0.35; // rad a second
            points.push_back(
                {20.0 * std::sin(angle), side * 20.0 * (1.0 - std::cos(angle)), static_cast<double>(i), ""});
        }
        const Ride ride = read(track_of(points));
        const auto& frame = ride.frames[1200];
        EXPECT_NEAR(frame.heading_rate, side * 0.35, 0.01);
        // 20.05 degrees a second between the dead zone's 6 and full steering's 60
        EXPECT_NEAR(frame.turn, side * (20.05 - 6.0) / 54.0, 0.02);
        EXPECT_NEAR(frame.ground_speed, 7.0f, 0.1f);
    }
}

TEST(RideGpx, AGradeIsASlope)
{
    auto points = steady(8.0, 60);
    for (Point& point : points)
        point.extra = "<ele>" + std::to_string(300.0 + 0.06 * point.north_m) + "</ele>";
    const Ride ride = read(track_of(points));
    EXPECT_NEAR(ride.frames[1800].slope, 3.0f, 0.05f); // 6 percent at 0.5 each
    EXPECT_NEAR(ride.frames[1800].board_position.y, 0.06f * 240.0f, 0.5f);
}

TEST(RideGpx, OneWildPointIsLeftOut)
{
    auto points = steady(5.0, 30);
    points[12].east_m = 400.0;
    const Ride ride = read(track_of(points));
    EXPECT_LT(top_speed(ride), 5.2f);
    EXPECT_TRUE(noted(ride, "track.gpx:14: position jumps"));
}

TEST(RideGpx, AReceiverThatFindsItselfElsewhereGoesOnFromThere)
{
    auto points = steady(5.0, 40);
    for (std::size_t i = 20; i < points.size(); ++i)
        points[i].east_m = 5000.0;
    const Ride ride = read(track_of(points));
    EXPECT_LT(top_speed(ride), 6.0f);
    EXPECT_NEAR(ride.frames.back().ground_speed, 5.0f, 0.1f);
    EXPECT_TRUE(noted(ride, "stayed there"));
    std::string one_line = track_of(points);
    std::replace(one_line.begin(), one_line.end(), '\n', ' ');
    EXPECT_EQ(read(one_line).frames.back().ground_speed, ride.frames.back().ground_speed);
}

TEST(RideGpx, JitterAtRestIsStanding)
{
    std::vector<Point> points;
    for (int i = 0; i < 60; ++i)
        points.push_back({i % 2 * 0.7, i % 3 * 0.4, static_cast<double>(i), ""});
    const Ride ride = read(track_of(points));
    EXPECT_LT(ride.frames[1800].ground_speed, 0.05f);
    EXPECT_TRUE(noted(ride, "jitters"));
}

TEST(RideGpx, NoAccelerationBeyondTheLimits)
{
    std::vector<Point> points;
    double way = 0.0;
    for (int i = 0; i < 60; ++i) {
        points.push_back({way, 0.0, static_cast<double>(i), ""});
        way += i / 10 % 2 == 0 ? 1.0 : 11.0;
    }
    const Ride ride = read(track_of(points));
    for (std::size_t k = 1; k < ride.frames.size(); ++k) {
        const float change = ride.frames[k].ground_speed - ride.frames[k - 1].ground_speed;
        ASSERT_LE(change, 4.01f / 60.0f);
        ASSERT_GE(change, -8.01f / 60.0f);
    }
    EXPECT_TRUE(noted(ride, "limited"));
}

TEST(RideGpx, ABackwardClockIsRepairedWhicheverPointIsWrong)
{
    auto late = steady(5.0, 20);
    late[10].time_s = 3.0; // one stamp from the past
    EXPECT_TRUE(noted(read(track_of(late)), "track.gpx:12: time runs backwards"));
    auto early = steady(5.0, 20);
    early[10].time_s = 900.0; // one stamp from the future
    const Ride ride = read(track_of(early));
    EXPECT_TRUE(noted(ride, "track.gpx:12: time ahead"));
    EXPECT_EQ(ride.frames.size(), 1201u);
    auto reset = steady(5.0, 20);
    for (std::size_t i = 0; i < 10; ++i)
        reset[i].time_s += 5000.0; // the clock was set during the ride
    const Ride set = read(track_of(reset));
    EXPECT_TRUE(noted(set, "track.gpx:12: clock set back"));
    EXPECT_EQ(set.frames.size(), 1201u);
    EXPECT_NEAR(set.frames[600].ground_speed, 5.0f, 0.01f);
}

TEST(RideGpx, EqualStampsAreOnePoint)
{
    auto points = steady(5.0, 20);
    points[7].time_s = 6.0;
    const Ride ride = read(track_of(points));
    EXPECT_LT(top_speed(ride), 5.1f);
    EXPECT_TRUE(noted(ride, "same time"));
}

TEST(RideGpx, ATrackWithoutTimesIsRiddenAtTheAssumedSpeed)
{
    const Ride ride =
        read("<gpx><rte><rtept lat=\"0\" lon=\"0\"/><rtept lat=\"0.001\" lon=\"0\"/></rte></gpx>");
    EXPECT_NEAR(ride.frames[60].ground_speed * 3.6f, 20.0f, 0.1f);
    EXPECT_TRUE(noted(ride, "no times"));
}

TEST(RideGpx, EveryFaultOfABrokenTrackIsNotedAndNoneIsHeard)
{
    const auto ride = read_ride(std::string(QUERN_TEST_DATA) + "/broken_walk.gpx");
    ASSERT_TRUE(ride) << ride.error().text();
    EXPECT_EQ(ride->name, "broken walk");
    for (const char* part :
         {":11: same time", ":13: time runs backwards", ":14: no valid elevation", ":15: position jumps",
          ":17: no time, taken", ":19: no valid lat and lon", ":21: standstill shortened",
          ":26: pause between segments", "2 of 17 points have no elevation"})
        EXPECT_TRUE(noted(*ride, part)) << part;
    EXPECT_LT(top_speed(*ride), 6.0f);
    EXPECT_NEAR(ride->seconds(), 38.0, 0.1); // 600 s and 2985 s of nothing are 10 s each
    EXPECT_EQ(ride->frames[60 * 18].ground_speed, 0.0f);
    EXPECT_LT(ride->frames[60 * 28].ground_speed, 0.1f);
}

TEST(RideGpx, ManyFaultsMakeFewNotes)
{
    auto points = steady(5.0, 400);
    for (std::size_t i = 5; i + 5 < points.size(); i += 5)
        points[i].time_s -= 1.0;
    EXPECT_LE(read(track_of(points)).notes.size(), 8u);
}

RC_GTEST_PROP(RideGpx, NoTrackScreams, ())
{
    std::vector<Point> points;
    const int count = *rc::gen::inRange(2, 60);
    double time = 0.0;
    for (int i = 0; i < count; ++i) {
        time += *rc::gen::inRange(-2, 12);
        points.push_back({static_cast<double>(*rc::gen::inRange(-300, 300)),
                          static_cast<double>(*rc::gen::inRange(-300, 300)), std::max(time, 0.0), ""});
    }
    const auto ride = read_ride_text(track_of(points), "track.gpx", {});
    if (!ride)
        return; // nothing usable was left
    for (std::size_t k = 1; k < ride->frames.size(); ++k) {
        const float now = ride->frames[k].ground_speed;
        RC_ASSERT(now >= 0.0f && now <= 250.0f / 3.6f);
        RC_ASSERT(now - ride->frames[k - 1].ground_speed <= 4.01f / 60.0f);
        RC_ASSERT(std::abs(ride->frames[k].turn) <= 1.0f);
    }
}

} // namespace
} // namespace quern::formats
