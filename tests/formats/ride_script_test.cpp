// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What each act of a scripted ride does to the board.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "quern/formats/ride.hpp"

namespace quern::formats {
namespace {

using Frames = std::vector<bed::RiderState>;

Ride read(const std::string& text, const RideOptions& options = {})
{
    auto ride = read_ride_text(text, "ride.toml", options);
    EXPECT_TRUE(ride) << (ride ? "" : ride.error().text());
    return ride ? std::move(*ride) : Ride{};
}

std::string act(const std::string& name, const std::string& keys = {})
{
    return "[[act]]\ndo = \"" + name + "\"\n" + keys + "\n";
}

const std::string kCoast2 = act("coast", "seconds = 2\ndrag = false");

TEST(RideScript, AcceleratesSmoothlyToTheSpeedAskedFor)
{
    const Frames frames = read(act("accelerate", "to_kmh = 36\nseconds = 4") + kCoast2).frames;
    ASSERT_EQ(frames.size(), 360u);
    EXPECT_EQ(frames[0].ground_speed, 0.0f);
    EXPECT_NEAR(frames[120].ground_speed, 5.0f, 0.1f);
    EXPECT_NEAR(frames[240].ground_speed, 10.0f, 1e-5f);
    EXPECT_NEAR(frames[359].ground_speed, 10.0f, 1e-5f);
    for (std::size_t k = 1; k < 240; ++k)
        EXPECT_GE(frames[k].ground_speed, frames[k - 1].ground_speed);
}

TEST(RideScript, EveryPushTriggersOnceAndAddsSpeed)
{
    for (const double rate : {60.0, 30.0}) {
        RideOptions options;
        options.control_rate_hz = rate;
        const Frames frames = read(act("push", "count = 3\ncadence_s = 0.7\ngain_kmh = 5"), options).frames;
        EXPECT_EQ(std::count_if(frames.begin(), frames.end(), [](const auto& f) { return f.push_trigger; }),
                  3);
        const auto planted =
            std::count_if(frames.begin(), frames.end(), [](const auto& f) { return f.push_planted; });
        EXPECT_NEAR(static_cast<double>(planted) / rate, 3 * 0.35, 0.11);
        EXPECT_NEAR(frames.back().ground_speed * 3.6f, 15.0f, 1.8f);
    }
}

TEST(RideScript, CoastingLosesSpeedAndASlopeChangesThat)
{
    const std::string start = "speed_kmh = 25\n";
    const Frames level = read(start + act("coast", "seconds = 5")).frames;
    const Frames down = read(start + act("slope", "percent = -6") + act("coast", "seconds = 5")).frames;
    const Frames up = read(start + act("slope", "percent = 6") + act("coast", "seconds = 5")).frames;
    EXPECT_LT(level.back().ground_speed, level.front().ground_speed);
    EXPECT_GT(down.back().ground_speed, down.front().ground_speed);
    EXPECT_LT(up.back().ground_speed, level.back().ground_speed);
    EXPECT_NEAR(down.back().slope, -3.0f, 1e-5f);
    EXPECT_NEAR(up.back().slope, 3.0f, 1e-5f);
    EXPECT_GT(up.back().board_position.y, 0.5f);
}

TEST(RideScript, ARolloutEndsInAStandstill)
{
    const Frames frames = read("speed_kmh = 3\n" + act("wait", "seconds = 30")).frames;
    EXPECT_EQ(frames.back().ground_speed, 0.0f);
}

TEST(RideScript, ATurnHasItsSideAndBendsTheRoad)
{
    const Frames right =
        read("speed_kmh = 18\n" + act("turn", "amount = 0.5\nseconds = 1\ndrag = false")).frames;
    const Frames left =
        read("speed_kmh = 18\n" + act("turn", "amount = -0.5\nseconds = 1\ndrag = false")).frames;
    EXPECT_NEAR(right[40].turn, 0.5f, 1e-6f);
    EXPECT_NEAR(left[40].turn, -0.5f, 1e-6f);
    EXPECT_GT(right[40].heading_rate, 0.0f);
    EXPECT_GT(right.back().board_position.x, 0.5f);
    EXPECT_NEAR(left.back().board_position.x, -right.back().board_position.x, 1e-4f);
    EXPECT_NEAR(std::hypot(right[50].com_velocity.x, right[50].com_velocity.z), 5.0f, 1e-4f);
    EXPECT_LT(right[1].turn, 0.2f); // eased in
}

TEST(RideScript, BrakesDownToTheSpeedAskedFor)
{
    const Frames frames = read("speed_kmh = 36\n" + act("brake", "to_kmh = 18\nmps2 = 5") + kCoast2).frames;
    const auto braking = std::count_if(frames.begin(), frames.end(), [](const auto& f) { return f.brake; });
    EXPECT_NEAR(static_cast<double>(braking), 60.0, 3.0);
    EXPECT_NEAR(frames.back().ground_speed, 5.0f, 1e-5f);
}

TEST(RideScript, AnOllieFliesForItsTimeWithoutContact)
{
    const Frames frames =
        read("speed_kmh = 20\nsurface = \"wood_ramp\"\n" + kCoast2 + act("ollie", "air_s = 0.5") + kCoast2)
            .frames;
    std::size_t air = 0;
    float top = 0.0f;
    for (const auto& frame : frames) {
        air += frame.airborne ? 1 : 0;
        top = std::max(top, frame.board_position.y);
        EXPECT_EQ(frame.wheel_count, frame.airborne ? 0 : 4);
        EXPECT_EQ(frame.wheel_material[0] == bed::kNoMaterial, frame.airborne);
    }
    EXPECT_EQ(air, 30u);
    EXPECT_NEAR(frames[149].air_time, 29.0f / 60.0f, 1e-5f);
    EXPECT_NEAR(top, 9.81f * 0.25f / 8.0f, 0.01f);
    EXPECT_NEAR(frames[130].ground_speed * 3.6f, 20.0f, 0.01f);
}

TEST(RideScript, AManualLiftsOneTruck)
{
    const std::string start = "speed_kmh = 20\n";
    const bed::RiderState tail = read(start + act("manual", "seconds = 1")).frames[30];
    EXPECT_TRUE(tail.balance);
    EXPECT_EQ(tail.wheel_count, 2);
    EXPECT_FALSE(tail.wheel_contact[0]);
    EXPECT_TRUE(tail.wheel_contact[3]);
    EXPECT_EQ(tail.wheel_material[1], bed::kNoMaterial);
    EXPECT_NE(tail.wheel_material[2], bed::kNoMaterial);
    const bed::RiderState nose = read(start + act("manual", "seconds = 1\nnose = true")).frames[30];
    EXPECT_TRUE(nose.wheel_contact[0]);
    EXPECT_FALSE(nose.wheel_contact[3]);
}

TEST(RideScript, AGrindRollsOnNothing)
{
    const bed::RiderState frame = read("speed_kmh = 20\n" + act("grind", "seconds = 1")).frames[30];
    EXPECT_TRUE(frame.grinding);
    EXPECT_FALSE(frame.airborne);
    EXPECT_EQ(frame.wheel_count, 0);
}

TEST(RideScript, TheRearTruckReachesASurfaceAWheelbaseLater)
{
    // 2 m/s and a wheelbase of 0.36 m: 0.18 s, eleven frames
    const Frames frames =
        read("speed_kmh = 7.2\n" + kCoast2 + act("surface", "name = \"wood_ramp\"") + kCoast2).frames;
    const auto straddling = std::count_if(frames.begin(), frames.end(), [](const auto& frame) {
        return frame.wheel_material[0] != frame.wheel_material[3];
    });
    EXPECT_NEAR(static_cast<double>(straddling), 10.8, 1.0);
    EXPECT_EQ(frames[119].wheel_material[0], frames[0].wheel_material[0]);
    EXPECT_NE(frames[120].wheel_material[0], frames[0].wheel_material[0]);
    EXPECT_EQ(frames.back().wheel_material[0], frames.back().wheel_material[3]);
}

TEST(RideScript, ASeamPatternCrossesTheSameWay)
{
    const Frames frames = read("speed_kmh = 7.2\n" + act("seam", "pattern = 3") + kCoast2).frames;
    EXPECT_EQ(frames[5].seam_pattern[1], 3);
    EXPECT_EQ(frames[5].seam_pattern[2], 0);
    EXPECT_EQ(frames[30].seam_pattern[2], 3);
}

TEST(RideScript, APassByIsClosestAtHalfTime)
{
    for (const std::string side : {"right", "left"}) {
        const Frames frames =
            read("speed_kmh = 30\n" + act("pass_by", "distance_m = 4\nseconds = 6\nside = \"" + side + "\"") +
                 kCoast2)
                .frames;
        const auto distance = [&](std::size_t k) {
            const bed::Vec3& a = frames[k].listener_position;
            const bed::Vec3& b = frames[k].board_position;
            return std::hypot(a.x - b.x, a.z - b.z);
        };
        EXPECT_NEAR(distance(180), 4.0f, 0.1f);
        EXPECT_NEAR(distance(0), std::hypot(25.0f, 4.0f), 0.3f);
        EXPECT_NEAR(distance(359), std::hypot(25.0f, 4.0f), 0.3f);
        EXPECT_NEAR(frames[0].listener_position.x, side == "right" ? 4.0f : -4.0f, 1e-3f);
        EXPECT_NEAR(frames[0].listener_forward.x, side == "right" ? -1.0f : 1.0f, 1e-6f);
        EXPECT_FALSE(frames[360].has_listener);
    }
}

TEST(RideScript, SpeedScaleScalesWayAndSpeedAlike)
{
    RideOptions options;
    options.speed_scale = 0.5;
    const Frames frames = read("speed_kmh = 36\n" + kCoast2, options).frames;
    EXPECT_NEAR(frames[60].ground_speed, 5.0f, 1e-5f);
    EXPECT_NEAR(frames[60].board_position.z, 5.0f, 1e-3f);
}

TEST(RideScript, SoftWheelsComeFromTheRideOrASurfacesName)
{
    EXPECT_TRUE(read("soft = true\n" + kCoast2).frames[0].soft_wheels);
    EXPECT_TRUE(read("surface = \"wood_ramp_soft\"\n" + kCoast2).frames[0].soft_wheels);
    EXPECT_FALSE(read(kCoast2).frames[0].soft_wheels);
}

} // namespace
} // namespace quern::formats
