// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/seam_clicks.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "quern/bed/board.hpp"
#include "tests/bed/layer_recorder.hpp"

namespace quern::bed {
namespace {

/// Posts per second of one wheel, rolling straight over `pattern` for 20 s.
double clicks_per_second(int pattern, float kmh, std::size_t wheel, bool with_position)
{
    Generator draws;
    Board board({}, draws);
    Recorder heard;
    board.set_neighbour_layers(&heard);
    RiderState state = rolling(kmh);
    state.seam_pattern = {pattern, pattern, pattern, pattern};
    constexpr int kSeconds = 20;
    for (int frame = 0; frame < kSeconds * 60; ++frame) {
        if (with_position) {
            state.board_position.z += state.ground_speed / 60.0f;
            state.board_velocity.z = state.ground_speed;
        }
        board.step(state);
    }
    const auto posts = heard.of(Layer::seam, Kind::post);
    return static_cast<double>(
               std::count_if(posts.begin(), posts.end(),
                             [wheel](const LayerEvent& event) { return event.index == wheel; })) /
           kSeconds;
}

TEST(SeamRates, ClickOncePerLineOfASparseGrid)
{
    // 2 m squares turned by 30 degrees, 4 m/s: both sets of lines are crossed (cos 30 + sin 30) * 4 / 2
    // times.
    for (bool with_position : {true, false}) {
        for (std::size_t wheel = 0; wheel < kWheels; ++wheel)
            EXPECT_NEAR(clicks_per_second(2, 4.0f * 3.6f, wheel, with_position), 2.73, 0.3);
    }
}

TEST(SeamRates, ClickAsOftenAsTracedOnFinePatterns)
{
    // Traced: 21 to 28 voices a second on concrete at 30 to 40 km/h, 27 to 40 on brick at 30 km/h. The banks
    // decide how many of a board's four packets become voices; a wheel gives the lower end, the board more
    // than the upper.
    const double concrete = clicks_per_second(8, 35.0f, 0, true);
    EXPECT_GE(concrete, 17.0);
    EXPECT_LE(concrete, 28.0);
    EXPECT_GE(concrete * kWheels, 28.0);
    const double brick = clicks_per_second(12, 30.0f, 0, true);
    EXPECT_GE(brick, 17.0);
    EXPECT_LE(brick, 28.0);
    EXPECT_GE(brick * kWheels, 40.0);
}

TEST(SeamRates, ClickEverySlatAndLaterBehind)
{
    Generator draws;
    Board board({}, draws);
    Recorder heard;
    board.set_neighbour_layers(&heard);
    RiderState state = rolling(3.6f); // 1 m/s over slats 0.5 m apart
    state.seam_pattern = {10, 10, 10, 10};
    std::array<int, kWheels> first{-1, -1, -1, -1};
    for (int frame = 0; frame < 600; ++frame) {
        const std::size_t before = heard.events.size();
        board.step(state);
        for (std::size_t i = before; i < heard.events.size(); ++i) {
            const LayerEvent& event = heard.events[i];
            if (event.layer == Layer::seam && event.kind == Kind::post && first[event.index] < 0)
                first[event.index] = frame;
        }
    }
    EXPECT_NEAR(first[0] / 60.0, 0.5, 0.03);
    EXPECT_NEAR(first[2] / 60.0, 1.0, 0.03) << "50 cm further";
    EXPECT_NEAR(static_cast<double>(heard.count(Layer::seam, Kind::post)), 2 * 20 + 2 * 19, 4);
    const LayerEvent click = heard.of(Layer::seam, Kind::post)[0];
    EXPECT_EQ(click.pattern, 10);
    EXPECT_NEAR(click.gain, 0.73f, 1e-6f);
    EXPECT_EQ(click.speed, 400) << "(1 - 0.5) * 0.08";
}

struct SeamPackets : testing::Test {
    Generator draws;
    Board board{{}, draws};
    Recorder heard;

    SeamPackets() { board.set_neighbour_layers(&heard); }
    void run(const RiderState& state, int frames = 1)
    {
        for (int i = 0; i < frames; ++i)
            board.step(state);
    }
};

TEST_F(SeamPackets, ClickWhereTheMaterialChanges)
{
    run(rolling(20.0f), 5);
    ASSERT_EQ(heard.count(Layer::seam, Kind::post), 0u);
    RiderState front = rolling(20.0f);
    front.wheel_material = {4, 4, 3, 3};
    run(front, 5);
    EXPECT_EQ(heard.count(Layer::seam, Kind::post), 2u);
    EXPECT_EQ(heard.count(Layer::seam, Kind::release), 2u);
    EXPECT_EQ(heard.of(Layer::seam, Kind::post)[0].pattern, 0);
}

TEST_F(SeamPackets, DoNotClickInTheAirNorAtRestNorOnSmoothGround)
{
    RiderState air = flying(40.0f);
    air.seam_pattern = {8, 8, 8, 8};
    run(air, 120);
    RiderState rest = rolling(0.1f);
    rest.seam_pattern = {8, 8, 8, 8};
    run(rest, 120);
    RiderState plain = rolling(40.0f);
    run(plain, 120);
    RiderState crack = rolling(40.0f);
    crack.seam_pattern = {1, 1, 1, 1};
    run(crack, 120);
    EXPECT_EQ(heard.count(Layer::seam, Kind::post), 0u);
}

} // namespace
} // namespace quern::bed
