// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a CSV ride gives: frames on the control grid, the same ones again after writing.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <rapidcheck/gtest.h>
#include <string>
#include <type_traits>
#include <variant>

#include "quern/bed/sanitise.hpp"
#include "quern/formats/ride.hpp"
#include "quern/formats/ride_columns.hpp"

namespace quern::formats {
namespace {

Ride read(const std::string& text, const RideOptions& options = {})
{
    auto ride = read_ride_text(text, "ride.csv", options);
    EXPECT_TRUE(ride) << (ride ? "" : ride.error().text());
    return ride ? std::move(*ride) : Ride{};
}

RideOptions at_30_hz()
{
    RideOptions options;
    options.control_rate_hz = 30.0;
    return options;
}

/// A frame with every field drawn within the range of its column.
template <class State> State drawn_state(std::mt19937& draws)
{
    State state{};
    for (const Column<State>& column : columns_of<State>()) {
        const auto draw = static_cast<int>(draws() % 1'000'001u);
        const double value = column.range.low + (column.range.high - column.range.low) * draw / 1e6;
        std::visit(
            [&](auto access) {
                auto& field = access(state);
                using Field = std::remove_reference_t<decltype(field)>;
                if constexpr (std::is_same_v<Field, bool>)
                    field = draw % 2 == 1;
                else
                    field = static_cast<Field>(
                        static_cast<std::conditional_t<std::is_same_v<Field, float>, float, int>>(value));
            },
            column.field);
    }
    return state;
}

/// Compares fields, as bits where they are numbers.
template <class State> bool same_frames(std::vector<State> a, std::vector<State> b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (const Column<State>& column : columns_of<State>()) {
            const bool same =
                std::visit([&](auto access) { return access(a[i]) == access(b[i]); }, column.field);
            if (!same || a[i].dt != b[i].dt)
                return false;
        }
    }
    return true;
}

TEST(RideCsv, TwoColumnsAreEnough)
{
    const Ride ride = read("time_s,speed_mps\n0,1\n1,3\n");
    ASSERT_EQ(ride.frames.size(), 61u);
    EXPECT_EQ(ride.name, "ride");
    EXPECT_EQ(ride.frames[0].ground_speed, 1.0f);
    EXPECT_EQ(ride.frames[60].ground_speed, 3.0f);
    EXPECT_NEAR(ride.frames[30].ground_speed, 2.0f, 1e-6f);
    EXPECT_EQ(ride.frames[30].wheel_count, 4);
    EXPECT_EQ(ride.frames[30].com_velocity.z, ride.frames[30].ground_speed);
    EXPECT_NEAR(ride.frames[60].board_position.z, 2.0f, 0.02f);
    EXPECT_TRUE(ride.notes.empty());
}

TEST(RideCsv, ControlRateOf30IsASetting)
{
    const Ride ride = read("time_s,speed_mps\n0,1\n1,3\n", at_30_hz());
    EXPECT_EQ(ride.frames.size(), 31u);
    EXPECT_EQ(ride.rate_hz, 30.0);
    EXPECT_EQ(ride.frames[0].dt, 1.0f / 30.0f);
}

TEST(RideCsv, SpeedBetweenUnevenRowsNeitherStepsNorOvershoots)
{
    const Ride ride = read("time_s,speed_mps\n0,0\n1,0\n1.5,8\n4,8\n4.1,2\n9,0\n10,0\n");
    for (std::size_t k = 1; k < ride.frames.size(); ++k) {
        const float now = ride.frames[k].ground_speed;
        ASSERT_GE(now, 0.0f);
        ASSERT_LE(now, 8.0f);
        if (k < 60 * 4) {
            EXPECT_LT(std::abs(now - ride.frames[k - 1].ground_speed), 0.6f) << k; // 8 m/s in 30 frames
        }
    }
    EXPECT_EQ(ride.frames[30].ground_speed, 0.0f);
    EXPECT_EQ(ride.frames[180].ground_speed, 8.0f);
}

TEST(RideCsv, FlagsHoldAndAPushTriggersOneFrame)
{
    const Ride ride = read("time_s,speed_mps,brake,push_trigger\n0,5,0,0\n1,5,1,1\n2,5,0,0\n3,5,0,0\n");
    EXPECT_FALSE(ride.frames[59].brake);
    EXPECT_TRUE(ride.frames[60].brake);
    EXPECT_TRUE(ride.frames[119].brake);
    EXPECT_FALSE(ride.frames[120].brake);
    EXPECT_EQ(
        std::count_if(ride.frames.begin(), ride.frames.end(), [](const auto& f) { return f.push_trigger; }),
        1);
    EXPECT_TRUE(ride.frames[60].push_trigger);
}

TEST(RideCsv, APulseBetweenTwoSlowFramesIsNotLost)
{
    const Ride ride =
        read("time_s,speed_mps,push_trigger\n0,5,0\n0.016,5,1\n0.020,5,0\n0.1,5,0\n0.2,5,0\n", at_30_hz());
    EXPECT_TRUE(ride.frames[1].push_trigger);
    EXPECT_FALSE(ride.frames[2].push_trigger);
}

TEST(RideCsv, SurfacesAreNamedThreeWays)
{
    const Ride ride = read("time_s,speed_mps,surface\n0,5,wood_ramp\n1,5,surface:4\n2,5,tag:57\n3,5,none\n");
    const bed::Tuning& tuning = bed::default_tuning();
    const auto surface = [&](std::size_t frame) {
        return static_cast<int>(
            tuning.surface_of_material[static_cast<std::size_t>(ride.frames[frame].wheel_material[0])]);
    };
    EXPECT_EQ(surface(0), 5);
    EXPECT_EQ(surface(60), 4);
    EXPECT_EQ(ride.frames[120].wheel_material[3], 56);
    EXPECT_EQ(ride.frames[180].wheel_material[3], bed::kNoMaterial);
}

TEST(RideCsv, ASoftNameMeansSoftWheelsUnlessAColumnSaysOtherwise)
{
    EXPECT_TRUE(
        read("time_s,speed_mps,surface\n0,5,wood_ramp_soft\n1,5,wood_ramp_soft\n").frames[0].soft_wheels);
    EXPECT_FALSE(read("time_s,speed_mps,soft,surface\n0,5,0,wood_ramp_soft\n1,5,0,wood_ramp_soft\n")
                     .frames[0]
                     .soft_wheels);
}

TEST(RideCsv, AnAirborneBoardTouchesNothing)
{
    const Ride ride =
        read("time_s,speed_mps,airborne,surface\n0,5,0,wood_ramp\n1,5,1,wood_ramp\n2,5,0,wood_ramp\n");
    const bed::RiderState& air = ride.frames[90];
    EXPECT_EQ(air.wheel_count, 0);
    EXPECT_FALSE(air.wheel_contact[2]);
    EXPECT_EQ(air.wheel_material[1], bed::kNoMaterial);
    EXPECT_NEAR(air.air_time, 0.5f, 0.01f);
    EXPECT_EQ(ride.frames[120].wheel_count, 4);
}

TEST(RideCsv, PositionInsteadOfSpeedIsTheGenericMode)
{
    const Ride ride =
        read("time_s,position,gain,pitch,member\n0,0,1,1,wood_ramp_hard\n2,1,0.5,1.5,wood_ramp_hard\n");
    ASSERT_TRUE(ride.generic());
    EXPECT_EQ(ride.size(), 121u);
    EXPECT_EQ(ride.drive[0].member, bed::Member::wood_ramp_hard);
    EXPECT_NEAR(ride.drive[60].position, 0.5f, 1e-6f);
    EXPECT_NEAR(ride.drive[60].pitch, 1.25f, 1e-6f);
}

TEST(RideCsv, SpreadsheetHabitsAreUnderstood)
{
    const Ride ride =
        read("\xEF\xBB\xBF# exported\r\n\r\n\"time_s\"; speed_mps ;\"surface\"\r\n0;+1.5;\"wood_ramp\"\r\n"
             "# note\r\n 1 ; 2.5 ;wood_ramp");
    ASSERT_EQ(ride.frames.size(), 61u);
    EXPECT_EQ(ride.frames[0].ground_speed, 1.5f);
    EXPECT_EQ(read("time_s\tspeed_mps\n0\t1\n1\t1\n").frames.size(), 61u);
}

TEST(RideCsv, AnAzimuthTurnsTheShortWay)
{
    const Ride ride = read("time_s,speed_mps,azimuth_deg\n0,5,170\n1,5,-170\n");
    EXPECT_NEAR(std::abs(ride.frames[30].azimuth_deg), 180.0f, 1e-3f);
}

TEST(RideCsv, ACutKeepsTheFramesOfTheWhole)
{
    const std::string text = "time_s,speed_mps,push_trigger\n0,0,1\n1,7,1\n3,2,1\n10,4,0\n";
    const Ride whole = read(text);
    RideOptions options;
    options.to_s = 2.0;
    const Ride part = read(text, options);
    ASSERT_EQ(part.frames.size(), 120u);
    for (std::size_t k = 0; k < part.frames.size(); ++k) {
        EXPECT_EQ(part.frames[k].ground_speed, whole.frames[k].ground_speed);
        EXPECT_EQ(part.frames[k].push_trigger, whole.frames[k].push_trigger) << k;
    }
}

TEST(RideCsv, SpeedScaleScalesWhatMoves)
{
    RideOptions options;
    options.speed_scale = 2.0;
    const Ride ride = read("time_s,speed_mps\n0,3\n1,3\n", options);
    EXPECT_EQ(ride.frames[30].ground_speed, 6.0f);
    EXPECT_EQ(ride.frames[30].board_velocity.z, 6.0f);
    EXPECT_NEAR(ride.frames[60].board_position.z, 6.0f, 1e-4f);
}

TEST(RideCsv, SurfaceOptionRulesOverTheFile)
{
    RideOptions options;
    options.surface = "metal_smooth";
    const Ride ride = read("time_s,speed_mps,surface,airborne\n0,3,wood_ramp,0\n1,3,wood_ramp,1\n", options);
    EXPECT_EQ(
        bed::default_tuning().surface_of_material[static_cast<std::size_t>(ride.frames[0].wheel_material[2])],
        9);
    EXPECT_EQ(ride.frames[60].wheel_material[2], bed::kNoMaterial);
}

RC_GTEST_PROP(RideCsv, WrittenBoardRidesReadBackBitForBit, (unsigned seed))
{
    std::mt19937 draws(seed);
    Ride ride;
    ride.rate_hz = *rc::gen::element(30.0, 60.0);
    const int count = *rc::gen::inRange(2, 40);
    for (int i = 0; i < count; ++i) {
        ride.frames.push_back(drawn_state<bed::RiderState>(draws));
        ride.frames.back().dt = 1.0f / static_cast<float>(ride.rate_hz);
    }
    RideOptions options;
    options.control_rate_hz = ride.rate_hz;
    const auto again = read_ride_text(write_ride_csv(ride), "saved.csv", options);
    RC_ASSERT((again.ok() ? "" : again.error().text()) == "");
    RC_ASSERT(same_frames(again->frames, ride.frames));
}

RC_GTEST_PROP(RideCsv, WrittenDrivesReadBackBitForBit, (unsigned seed))
{
    std::mt19937 draws(seed);
    Ride ride;
    const int count = *rc::gen::inRange(2, 40);
    for (int i = 0; i < count; ++i)
        ride.drive.push_back(drawn_state<bed::DriveState>(draws));
    const auto again = read_ride_text(write_ride_csv(ride), "saved.csv", {});
    RC_ASSERT((again.ok() ? "" : again.error().text()) == "");
    RC_ASSERT(same_frames(again->drive, ride.drive));
}

TEST(RideCsv, ALongRideReadsBackAtEveryFrame)
{
    // Far into a ride k/60 is no short decimal; every frame must still meet its row.
    const Ride ride = read("time_s,speed_mps\n0,0\n1700,9\n");
    const Ride again = read(write_ride_csv(ride));
    EXPECT_TRUE(same_frames(again.frames, ride.frames));
}

/// Whether a state with one field at `value` passes the engine's own guard untouched.
template <class State> bool is_kept(const Column<State>& column, double value)
{
    State state{};
    std::visit(
        [&](auto access) {
            auto& field = access(state);
            field = static_cast<std::remove_reference_t<decltype(field)>>(value);
        },
        column.field);
    return bed::sanitise(state, State{}) == 0;
}

TEST(RideCsv, WhatAColumnMayHoldIsNeverChangedByTheEngine)
{
    for (const auto& column : rider_columns())
        EXPECT_TRUE(is_kept(column, column.range.low) && is_kept(column, column.range.high)) << column.name;
    for (const auto& column : drive_columns())
        EXPECT_TRUE(is_kept(column, column.range.low) && is_kept(column, column.range.high)) << column.name;
    const auto beyond = read_ride_text("time_s,position\n0,0\n1,1.5\n", "r.csv");
    ASSERT_FALSE(beyond.ok());
    EXPECT_EQ(beyond.error().where, "r.csv:3");
}

} // namespace
} // namespace quern::formats
