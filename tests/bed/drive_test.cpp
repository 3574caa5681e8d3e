// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/drive.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace quern::bed {
namespace {

TEST(Drive, BindsOnTheFirstRunningFrame)
{
    Drive drive;
    DriveState state;
    state.running = false;
    EXPECT_EQ(drive.step(state).commands, 0);
    state.running = true;
    const BedFrame frame = drive.step(state);
    ASSERT_EQ(frame.commands, 1);
    EXPECT_EQ(frame.command[0].kind, Command::Kind::bind);
    EXPECT_EQ(frame.command[0].target, Command::Target::truck0);
    EXPECT_EQ(frame.command[0].member, Member::x_jet_rolling);
    EXPECT_EQ(frame.command[0].params[0].window, state.player_a.window);
    EXPECT_EQ(drive.step(state).commands, 0);
}

TEST(Drive, BindsAnewOnAnotherMemberOrOnDemand)
{
    Drive drive;
    DriveState state;
    drive.step(state);
    state.member = Member::wood_ramp_hard;
    EXPECT_EQ(drive.step(state).commands, 1);
    EXPECT_EQ(drive.step(state).commands, 0);
    drive.rebind();
    EXPECT_EQ(drive.step(state).commands, 1);
}

TEST(Drive, StopsWhenRunningEnds)
{
    Drive drive;
    DriveState state;
    drive.step(state);
    state.running = false;
    const BedFrame frame = drive.step(state);
    ASSERT_EQ(frame.commands, 1);
    EXPECT_EQ(frame.command[0].kind, Command::Kind::stop);
    EXPECT_FALSE(frame.truck[0].running);
    EXPECT_EQ(drive.step(state).commands, 0);
}

TEST(Drive, MovesBothPlayersOverTheRecording)
{
    Drive drive;
    DriveState state;
    state.position = 0.6f;
    state.gain = 0.5f;
    state.gain_b = 0.25f;
    state.pitch = 1.5f;
    state.behind = 0.2f;
    const BedFrame frame = drive.step(state);
    const TruckFrame& truck = frame.truck[0];
    EXPECT_TRUE(truck.running);
    EXPECT_EQ(truck.record[0].gain, 0.5f);
    EXPECT_EQ(truck.record[1].gain, 0.25f);
    EXPECT_EQ(truck.record[1].pitch, 1.5f);
    EXPECT_NEAR(truck.record[1].position, 0.4f, 1e-6f);
    EXPECT_EQ(truck.chain.graph3_send, 0.0f);
    EXPECT_EQ(truck.chain.low_pass_hz, 24971.0f);
    EXPECT_FALSE(frame.truck[1].running);
    EXPECT_FALSE(frame.rocket_running);
}

TEST(Drive, ReplacesAndCountsBadValues)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Drive drive;
    DriveState state;
    state.position = 0.3f;
    drive.step(state);
    EXPECT_EQ(drive.clamped_inputs(), 0u);
    state.position = nan;
    state.gain = -1.0f;
    state.pitch = std::numeric_limits<float>::infinity();
    state.player_a.attack = 0.0f;
    state.member = static_cast<Member>(200);
    const BedFrame frame = drive.step(state);
    EXPECT_EQ(drive.clamped_inputs(), 5u);
    EXPECT_EQ(frame.truck[0].record[0].position, 0.3f);
    EXPECT_EQ(frame.truck[0].record[0].gain, 0.0f);
    EXPECT_EQ(frame.truck[0].record[0].pitch, 1.0f);
    EXPECT_EQ(frame.commands, 0) << "an unknown member is the one before";
}

} // namespace
} // namespace quern::bed
