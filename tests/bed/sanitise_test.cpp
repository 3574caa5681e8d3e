// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/sanitise.hpp"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "quern/bed/board.hpp"

namespace quern::bed {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kDenormal = 1.0e-41f;

struct Field {
    std::string name;
    std::function<float&(RiderState&)> of;
};

std::vector<Field> float_fields()
{
    const auto vector = [](std::string name, Vec3 RiderState::*field) {
        return std::vector<Field>{{name + ".x", [field](RiderState& s) -> float& { return (s.*field).x; }},
                                  {name + ".y", [field](RiderState& s) -> float& { return (s.*field).y; }},
                                  {name + ".z", [field](RiderState& s) -> float& { return (s.*field).z; }}};
    };
    const auto scalar = [](std::string name, float RiderState::*field) {
        return Field{std::move(name), [field](RiderState& s) -> float& { return s.*field; }};
    };
    std::vector<Field> fields{
        scalar("dt", &RiderState::dt),
        scalar("ground_speed", &RiderState::ground_speed),
        scalar("turn", &RiderState::turn),
        scalar("slope", &RiderState::slope),
        scalar("air_time", &RiderState::air_time),
        scalar("brake_cosine", &RiderState::brake_cosine),
        scalar("slip", &RiderState::slip),
        scalar("deck_tilt", &RiderState::deck_tilt),
        scalar("deck_spin", &RiderState::deck_spin),
        scalar("heading_rate", &RiderState::heading_rate),
        scalar("azimuth_deg", &RiderState::azimuth_deg),
    };
    for (const auto& [name, field] : {std::pair{"com_velocity", &RiderState::com_velocity},
                                      {"board_position", &RiderState::board_position},
                                      {"board_velocity", &RiderState::board_velocity},
                                      {"listener_position", &RiderState::listener_position},
                                      {"listener_forward", &RiderState::listener_forward}}) {
        for (Field& part : vector(name, field))
            fields.push_back(std::move(part));
    }
    return fields;
}

struct IntField {
    std::string name;
    std::function<int&(RiderState&)> of;
};

std::vector<IntField> int_fields()
{
    return {{"wheel_count", [](RiderState& s) -> int& { return s.wheel_count; }},
            {"wheel_material0", [](RiderState& s) -> int& { return s.wheel_material[0]; }},
            {"wheel_material3", [](RiderState& s) -> int& { return s.wheel_material[3]; }},
            {"seam_pattern0", [](RiderState& s) -> int& { return s.seam_pattern[0]; }},
            {"seam_pattern2", [](RiderState& s) -> int& { return s.seam_pattern[2]; }},
            {"loose_board", [](RiderState& s) -> int& { return s.loose_board; }}};
}

RiderState busy()
{
    RiderState state;
    state.ground_speed = 16.0f;
    state.com_velocity = {0.0f, 0.0f, 16.0f};
    state.board_velocity = {0.0f, 0.0f, 16.0f};
    state.turn = 0.4f;
    state.slope = -3.0f;
    state.has_listener = true;
    state.seam_pattern = {1, 1, 8, 8};
    return state;
}

bool finite(const grain::PlayerRecord& record)
{
    return std::isfinite(record.gain) && std::isfinite(record.pitch) && std::isfinite(record.position);
}

/// Every number of a frame, and that it stays where the engine can take it.
testing::AssertionResult is_sane(const BedFrame& frame)
{
    for (const TruckFrame& truck : frame.truck) {
        const ChainValues& chain = truck.chain;
        for (std::size_t player = 0; player < kPlayersPerTruck; ++player) {
            const grain::PlayerRecord& record = truck.record[player];
            if (!finite(record) || record.gain < 0.0f || record.gain > 2.0f || record.pitch < 0.05f ||
                record.pitch > 4.0f)
                return testing::AssertionFailure() << "record " << record.gain << " " << record.pitch;
            for (float value : {chain.shift_hz[player], chain.flange_send[player], chain.graph1_gain[player],
                                chain.graph3_gain[player]}) {
                if (!std::isfinite(value))
                    return testing::AssertionFailure() << "chain value";
            }
        }
        for (float value :
             {chain.high_pass_hz, chain.low_pass_hz, chain.azimuth_deg, chain.env_send, chain.graph3_send}) {
            if (!std::isfinite(value))
                return testing::AssertionFailure() << "chain value";
        }
    }
    if (!finite(frame.rocket))
        return testing::AssertionFailure() << "rocket";
    return testing::AssertionSuccess();
}

TEST(Sanitise, LeavesAGoodStateAlone)
{
    RiderState state = busy();
    EXPECT_EQ(sanitise(state, RiderState{}), 0);
    EXPECT_EQ(state.ground_speed, 16.0f);
    RiderState fresh;
    EXPECT_EQ(sanitise(fresh, RiderState{}), 0);
}

TEST(Sanitise, ReplacesWhatIsNotFiniteByTheValueBefore)
{
    for (const Field& field : float_fields()) {
        for (float bad : {kNan, kInf, -kInf}) {
            if (field.name == "brake_cosine")
                continue; // NaN is a value there
            RiderState before = busy();
            RiderState state = busy();
            field.of(state) = bad;
            EXPECT_EQ(sanitise(state, before), 1) << field.name;
            EXPECT_EQ(field.of(state), field.of(before)) << field.name;
        }
    }
}

TEST(Sanitise, KeepsAnUndefinedBrakeCosine)
{
    RiderState state;
    state.brake_cosine = kNan;
    EXPECT_EQ(sanitise(state, RiderState{}), 0);
    EXPECT_TRUE(std::isnan(state.brake_cosine));
    state.brake_cosine = kInf;
    EXPECT_EQ(sanitise(state, RiderState{}), 1);
    EXPECT_EQ(state.brake_cosine, -1.0f);
}

TEST(Sanitise, CutsHugeNumbersToTheirRange)
{
    for (const Field& field : float_fields()) {
        for (float bad : {3.0e38f, -3.0e38f}) {
            RiderState state = busy();
            field.of(state) = bad;
            EXPECT_EQ(sanitise(state, busy()), 1) << field.name;
            EXPECT_LE(std::abs(field.of(state)), 1.0e7f) << field.name;
        }
    }
    RiderState state;
    state.dt = 3600.0f;
    sanitise(state, RiderState{});
    EXPECT_EQ(state.dt, kMaxDt);
}

TEST(Sanitise, TakesIntegersIntoTheirRange)
{
    for (const IntField& field : int_fields()) {
        for (int bad : {-1, 1 << 30, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
            RiderState state;
            field.of(state) = bad;
            EXPECT_EQ(sanitise(state, RiderState{}), 1) << field.name;
            RiderState again = state;
            EXPECT_EQ(sanitise(again, RiderState{}), 0) << field.name;
        }
    }
    RiderState state;
    state.wheel_material[1] = 500;
    sanitise(state, RiderState{});
    EXPECT_EQ(state.wheel_material[1], kNoMaterial);
}

TEST(Board, GivesFiniteFramesWhateverItIsTold)
{
    std::uint64_t expected = 0;
    Generator draws;
    Board board({}, draws);
    board.step(busy());
    const auto feed = [&](const RiderState& bad, const std::string& what) {
        for (int i = 0; i < 4; ++i) {
            ASSERT_TRUE(is_sane(board.step(bad))) << what;
            ASSERT_TRUE(is_sane(board.step(busy()))) << what << ", afterwards";
        }
    };
    for (const Field& field : float_fields()) {
        for (float bad : {kNan, kInf, -kInf, kDenormal, -kDenormal, 3.0e38f, -3.0e38f}) {
            RiderState state = busy();
            field.of(state) = bad;
            const bool counted =
                !(std::abs(bad) < 1.0f) && !(field.name == "brake_cosine" && std::isnan(bad));
            const bool negative_dt = field.name == "dt" && bad < 0.0f; // a denormal one too
            expected += counted || negative_dt || (field.name == "air_time" && bad < 0.0f) ||
                                (field.name == "slip" && bad < 0.0f)
                            ? 4
                            : 0;
            feed(state, field.name + " " + std::to_string(bad));
            EXPECT_EQ(board.clamped_inputs(), expected) << field.name << " " << bad;
        }
    }
    for (const IntField& field : int_fields()) {
        for (int bad : {-7, 1 << 30}) {
            RiderState state = busy();
            field.of(state) = bad;
            expected += 4;
            feed(state, field.name);
            EXPECT_EQ(board.clamped_inputs(), expected) << field.name;
        }
    }
}

TEST(Board, IsAsBeforeAfterABadFrame)
{
    Generator first_draws;
    Generator second_draws;
    Board clean({}, first_draws);
    Board hit({}, second_draws);
    for (int i = 0; i < 20; ++i) {
        clean.step(busy());
        hit.step(busy());
    }
    RiderState bad = busy();
    bad.ground_speed = kNan;
    bad.turn = kInf;
    bad.slope = kNan;
    clean.step(busy());
    hit.step(bad);
    const BedFrame expected = clean.step(busy());
    const BedFrame found = hit.step(busy());
    for (std::size_t player : {0u, 1u}) {
        EXPECT_EQ(found.truck[0].record[player].gain, expected.truck[0].record[player].gain);
        EXPECT_EQ(found.truck[0].record[player].position, expected.truck[0].record[player].position);
    }
}

} // namespace
} // namespace quern::bed
