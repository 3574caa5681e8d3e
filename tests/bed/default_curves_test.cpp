// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/default_curves.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace quern::bed {
namespace {

RiderState rolling(float kmh, float dt = 1.0f / 60.0f)
{
    RiderState state;
    state.dt = dt;
    state.ground_speed = kmh / 3.6f;
    return state;
}

struct Curves : testing::Test {
    DefaultCurves curves{default_tuning().curves};

    void settle(const RiderState& state)
    {
        for (int i = 0; i < 30; ++i)
            curves.tick(state);
    }
    [[nodiscard]] double level(int id) const { return curves.level(kBoardController, id) / 32767.0; }
};

double db(double ratio)
{
    return 20.0 * std::log10(ratio);
}

TEST_F(Curves, EqualTheRealMapInStraightRolling)
{
    struct Row {
        float kmh;
        int id;
        int word;
    };
    const Row rows[]{
        {8.0f, 1, 7575},   {40.0f, 1, 8277},  {8.0f, 6, 11013},  {40.0f, 6, 12034}, {8.0f, 7, 12791},
        {40.0f, 7, 12791}, {8.0f, 9, 4834},   {40.0f, 9, 4834},  {8.0f, 10, 7488},  {40.0f, 10, 10231},
        {0.0f, 13, 2614},  {8.0f, 13, 2614},  {40.0f, 13, 2614}, {8.0f, 16, 1658},  {40.0f, 16, 1812},
        {40.0f, 24, 7093}, {40.0f, 27, 3849},
    };
    for (const Row& row : rows) {
        settle(rolling(row.kmh));
        EXPECT_NEAR(db(level(row.id) / (row.word / 32767.0)), 0.0, 1.0)
            << "level " << row.id << " at " << row.kmh;
    }
    settle(rolling(8.0f));
    EXPECT_NEAR(curves.level(kBoardController, 1), 7575, 16);
    settle(rolling(40.0f));
    EXPECT_NEAR(curves.level(kBoardController, 1), 8277, 17);
}

TEST_F(Curves, AreSilentAtRestButForTheEnvironment)
{
    settle(rolling(0.0f));
    for (int id : {1, 2, 6, 7, 9, 10, 16})
        EXPECT_EQ(curves.level(kBoardController, id), 0) << id;
    EXPECT_EQ(curves.level(kBoardController, 13), 2614);
}

TEST_F(Curves, EqualTheTracedLevelsWithinADecibel)
{
    struct Row {
        float kmh;
        double low;
        double high;
    };
    for (const Row& row :
         {Row{7.5f, 0.219, 0.219}, {12.5f, 0.21, 0.21}, {25.0f, 0.229, 0.244}, {40.0f, 0.245, 0.25}}) {
        settle(rolling(row.kmh));
        EXPECT_GT(db(level(1) / row.low), -1.0) << row.kmh;
        EXPECT_LT(db(level(1) / row.high), 1.0) << row.kmh;
        EXPECT_GE(level(2), 0.61) << row.kmh;
        EXPECT_LE(level(2), 0.83) << row.kmh;
    }
}

TEST_F(Curves, FollowTheTracedPitch)
{
    const auto pitch = [this](float mps) {
        settle(rolling(mps * 3.6f));
        return curves.pitch(kBoardController, board_output::grain_pitch);
    };
    EXPECT_EQ(pitch(0.0f), 3209);
    EXPECT_NEAR(pitch(1.0f), 3500, 1);
    EXPECT_NEAR(pitch(5.0f), 4080, 1);
    EXPECT_EQ(pitch(20.0f), 4096);
}

TEST_F(Curves, CloseTheGateIn80To100Milliseconds)
{
    for (const auto& [dt, steps] : {std::pair{1.0f / 60.0f, 5}, {1.0f / 30.0f, 3}}) {
        settle(rolling(30.0f));
        RiderState air = rolling(30.0f, dt);
        air.wheel_count = 0;
        int taken = 0;
        while (curves.level(kBoardController, 1) > 0 && taken < 100) {
            curves.tick(air);
            ++taken;
        }
        EXPECT_EQ(taken, steps);
        EXPECT_GE(static_cast<float>(taken) * dt, 0.080f);
        EXPECT_LE(static_cast<float>(taken) * dt, 0.1001f);
    }
}

TEST_F(Curves, FallInAStraightLine)
{
    settle(rolling(30.0f));
    RiderState air = rolling(30.0f, 0.0147f);
    air.wheel_count = 0;
    const double full = level(1);
    for (int i = 1; i <= 5; ++i) {
        curves.tick(air);
        EXPECT_NEAR(level(1) / full, 1.0 - 0.1769 * i, 0.01) << i;
    }
}

TEST_F(Curves, OpenTheGateIn59MillisecondsAlongTheTracedSeries)
{
    RiderState air = rolling(30.0f);
    air.wheel_count = 0;
    settle(rolling(30.0f));
    const double full = level(1);
    settle(air);
    for (double share : {0.058, 0.405, 0.868, 1.0}) {
        curves.tick(rolling(30.0f, 0.0589f / 4.0f));
        EXPECT_NEAR(level(1) / full, share, 0.01);
    }
}

TEST_F(Curves, GoOnFromTheAmplitudeReached)
{
    settle(rolling(30.0f));
    RiderState air = rolling(30.0f);
    air.wheel_count = 0;
    const double full = level(1);
    curves.tick(air);
    curves.tick(air); // 0.6
    curves.tick(rolling(30.0f, 0.001f));
    EXPECT_NEAR(level(1) / full, 0.6 + 0.463 / 14.7, 0.01) << "on the third part of the rise";
}

TEST_F(Curves, OpenTheRocketInTheAir)
{
    RiderState air = rolling(50.0f);
    air.wheel_count = 0;
    settle(air);
    EXPECT_EQ(curves.level(kSpeedController, speed_output::rocket_level), 5100);
    EXPECT_EQ(curves.pitch(kSpeedController, speed_output::rocket_pitch), 4096);
}

TEST_F(Curves, KeepTheFiltersOpenForALocalBoard)
{
    settle(rolling(30.0f));
    EXPECT_EQ(curves.filter(kBoardController, board_output::low_pass), 24971);
    EXPECT_EQ(curves.filter(kBoardController, board_output::high_pass), 77);
    RiderState other = rolling(30.0f);
    other.local = false;
    settle(other);
    EXPECT_EQ(curves.filter(kBoardController, board_output::high_pass), 1109);
}

TEST_F(Curves, FadeEverythingInAPause)
{
    settle(rolling(50.0f));
    RiderState paused = rolling(50.0f);
    paused.paused = true;
    int frames = 0;
    for (; curves.level(kBoardController, 1) > 0 && frames < 100; ++frames)
        curves.tick(paused);
    EXPECT_NEAR(frames / 60.0, 0.175, 0.02);
    EXPECT_EQ(curves.level(kSpeedController, speed_output::rocket_level), 0);
    EXPECT_EQ(curves.level(kBoardController, board_output::env_send), 0);
    for (frames = 0; curves.level(kSpeedController, speed_output::rocket_level) < 5100 && frames < 100;
         ++frames)
        curves.tick(rolling(50.0f));
    EXPECT_NEAR(frames / 60.0, 0.088, 0.02);
}

TEST(Rolloff, FallsAsDocumentedAhead)
{
    const CurveTuning& curves = default_tuning().curves;
    for (const auto& [metres, decibels] :
         {std::pair{5.0, -0.6}, {7.0, -1.84}, {10.0, -3.9}, {15.0, -7.9}, {20.0, -12.8}})
        EXPECT_NEAR(db(rolloff(metres, 0, curves)), decibels, 0.1) << metres;
    EXPECT_EQ(rolloff(3.5, 0, curves), 1.0);
    EXPECT_EQ(rolloff(50.0, 0, curves), 0.0);
}

TEST(Rolloff, ReachesLessFarBehind)
{
    const CurveTuning& curves = default_tuning().curves;
    EXPECT_LT(rolloff(10.0, 32768, curves), rolloff(10.0, 0, curves));
    EXPECT_EQ(rolloff(31.0, 32768, curves), 0.0);
    const double between = rolloff(10.0, 24576, curves);
    EXPECT_GT(between, rolloff(10.0, 32768, curves));
    EXPECT_LT(between, rolloff(10.0, 16384, curves));
}

RiderState heard_from(Vec3 board, Vec3 listener)
{
    RiderState state = rolling(30.0f);
    state.has_listener = true;
    state.board_position = board;
    state.listener_position = listener;
    return state;
}

TEST(Listener, HearsTheBoardWhereItStands)
{
    struct Row {
        Vec3 board;
        double degrees;
    };
    for (const Row& row :
         {Row{{0, 0, 10}, 0.0}, {{10, 0, -0.25f}, 90.0}, {{0, 0, -10}, 180.0}, {{-10, 0, -0.25f}, 270.0}}) {
        ListenerView view;
        view.step(heard_from(row.board, {}), default_tuning().curves);
        EXPECT_NEAR(view.azimuth_raw() * 360.0 / 65535.0, row.degrees, 0.1);
    }
}

TEST(Listener, StandsAsFarBehindTheCameraAsTheTuningSays)
{
    CurveTuning curves = default_tuning().curves;
    curves.camera_back_m = 20.0f;
    ListenerView view;
    view.step(heard_from({0, 0, -10}, {}), curves);
    EXPECT_EQ(view.azimuth_raw(), 0) << "behind the camera, ahead of the ear";
    EXPECT_EQ(view.gain(), rolloff(10.0, 0, curves));
}

TEST(Listener, BendsNoPitchAboveTheJumpOfTheTuning)
{
    CurveTuning curves = default_tuning().curves;
    curves.jump_mps = 15.0f;
    ListenerView view;
    for (int i = 0; i < 60; ++i)
        view.step(heard_from({0, 0, 60.0f - 20.0f * static_cast<float>(i) / 60.0f}, {}), curves);
    EXPECT_EQ(view.doppler_cents(), 0);
}

TEST(Listener, IsAtTheBoardWhenThereIsNone)
{
    ListenerView view;
    RiderState state = rolling(30.0f);
    state.board_position = {1000.0f, 0.0f, 0.0f};
    state.azimuth_deg = -90.0f;
    view.step(state, default_tuning().curves);
    EXPECT_EQ(view.gain(), 1.0);
    EXPECT_EQ(view.doppler_cents(), 0);
    EXPECT_NEAR(view.azimuth_raw() * 360.0 / 65535.0, 270.0, 0.1);
}

/// Cents after a second of an approach or retreat at `mps`.
int bent_at(float mps)
{
    ListenerView view;
    for (int i = 0; i < 60; ++i)
        view.step(heard_from({0, 0, 60.0f + mps * static_cast<float>(i) / 60.0f}, {}),
                  default_tuning().curves);
    return view.doppler_cents();
}

TEST(Listener, BendsThePitchByTheRelativeSpeed)
{
    EXPECT_NEAR(bent_at(-20.0f), 1200.0 * std::log2(275.0 / 255.0), 6.0) << "rises while closing";
    EXPECT_NEAR(bent_at(20.0f), 1200.0 * std::log2(275.0 / 295.0), 6.0);
    EXPECT_EQ(bent_at(0.0f), 0);
}

TEST(Listener, DoesNotScreamWhenTheBoardJumps)
{
    ListenerView view;
    int widest = 0;
    for (int i = 0; i < 120; ++i) {
        const float z = i < 60 ? 5.0f : 300.0f;
        view.step(heard_from({0, 0, z}, {}), default_tuning().curves);
        widest = std::max(widest, std::abs(view.doppler_cents()));
    }
    EXPECT_EQ(widest, 0);
}

TEST(PhysicsInputs, AreFullAtTheirSpeeds)
{
    struct Recorder final : MixProvider {
        std::array<std::int32_t, 16> in{};
        void reset() noexcept override {}
        void set_input(std::uint32_t controller, int id, std::int32_t value) noexcept override
        {
            if (controller == kPhysicsController)
                in[static_cast<std::size_t>(id)] = value;
        }
        void tick(const RiderState&) noexcept override {}
        int level(std::uint32_t, int) const noexcept override { return 0; }
        int pitch(std::uint32_t, int) const noexcept override { return 4096; }
        int raw(std::uint32_t, int) const noexcept override { return 0; }
        int filter(std::uint32_t, int) const noexcept override { return 0; }
    } recorder;
    RiderState state = rolling(15.0f);
    write_physics_inputs(recorder, state);
    EXPECT_EQ(recorder.in[0], 32767);
    EXPECT_NEAR(recorder.in[1], 16383, 2);
    EXPECT_EQ(recorder.in[2], 0);
    EXPECT_EQ(recorder.in[10], 32767);
    state.wheel_count = 0;
    state.local = false;
    write_physics_inputs(recorder, state);
    EXPECT_EQ(recorder.in[2], 32767);
    EXPECT_EQ(recorder.in[9], 32767);
    EXPECT_EQ(recorder.in[10], 0);
    state.wheel_count = 1;
    write_physics_inputs(recorder, state);
    EXPECT_EQ(recorder.in[10], 8191);
}

} // namespace
} // namespace quern::bed
