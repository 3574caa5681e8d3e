// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/board.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "quern/bed/fidelity.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::bed {
namespace {

constexpr int kConcreteRough = 3;
constexpr int kAggregate = 4;
constexpr int kPatch7 = 9;

RiderState rolling(float kmh)
{
    RiderState state;
    state.ground_speed = kmh / 3.6f;
    state.com_velocity = {0.0f, 0.0f, kmh / 3.6f};
    state.wheel_material = {kConcreteRough, kConcreteRough, kConcreteRough, kConcreteRough};
    return state;
}

std::string commands(const BedFrame& frame)
{
    constexpr const char* kKinds[]{"stop ", "bind "};
    constexpr const char* kTargets[]{"truck0", "truck1", "rocket"};
    std::string text;
    for (std::size_t i = 0; i < frame.commands; ++i)
        text += (i == 0 ? "" : ", ") + std::string(kKinds[static_cast<std::size_t>(frame.command[i].kind)]) +
                kTargets[static_cast<std::size_t>(frame.command[i].target)];
    return text;
}

struct Skater : testing::Test {
    Generator draws;
    Fidelity fidelity;
    Board board{fidelity, draws};

    BedFrame run(const RiderState& state, int frames)
    {
        BedFrame frame;
        for (int i = 0; i < frames; ++i)
            frame = board.step(state);
        return frame;
    }
};

TEST_F(Skater, BindsItsFirstTruckAndKeepsRolling)
{
    const BedFrame first = board.step(rolling(20.0f));
    EXPECT_EQ(commands(first), "bind truck0");
    EXPECT_EQ(first.command[0].member, Member::concrete_rough_hard);
    EXPECT_EQ(first.command[0].params[1].attack, 0.2f);
    EXPECT_EQ(first.command[0].clip_level, 0.09f);
    const BedFrame later = run(rolling(20.0f), 20);
    EXPECT_EQ(commands(later), "");
    EXPECT_TRUE(later.truck[0].running);
    EXPECT_FALSE(later.truck[1].running);
    EXPECT_NEAR(later.truck[0].record[0].gain, 0.2424f, 0.003f);
    EXPECT_NEAR(later.truck[0].record[0].position, 0.28f, 0.1f);
    EXPECT_EQ(later.truck[0].record[0].pitch, 4088.0f / 4096.0f) << "nearly at unity";
}

TEST_F(Skater, WritesChainValuesOneEvaluationLate)
{
    const BedFrame first = board.step(rolling(20.0f));
    EXPECT_EQ(first.truck[0].chain.env_send, 0.0f) << "nothing was evaluated yet";
    EXPECT_GT(first.truck[0].record[0].gain, 0.0f) << "the records read this frame's mix";
    const BedFrame second = board.step(rolling(20.0f));
    EXPECT_GT(second.truck[0].chain.env_send, 0.0f);
}

TEST_F(Skater, CarriesTheBedsChainValues)
{
    const BedFrame frame = run(rolling(30.0f), 30);
    const ChainValues& chain = frame.truck[0].chain;
    EXPECT_EQ(chain.high_pass_hz, 77.0f);
    EXPECT_EQ(chain.low_pass_hz, 24971.0f);
    EXPECT_EQ(chain.shift_hz, (std::array{0.0f, -10.0f}));
    EXPECT_NEAR(chain.env_send, 0.0798f, 1e-4f);
    EXPECT_EQ(chain.graph3_send, 0.0f);
    EXPECT_NEAR(run(rolling(80.0f), 2).truck[0].chain.graph3_send, 3.0f, 1e-6f);
}

TEST_F(Skater, StartsAndStopsTheRocketAt35)
{
    run(rolling(30.0f), 5);
    const BedFrame on = board.step(rolling(36.0f));
    EXPECT_EQ(commands(on), "bind rocket");
    EXPECT_TRUE(on.rocket_running);
    EXPECT_GT(on.rocket.gain, 0.09f);
    EXPECT_EQ(on.command[0].params[0].window, 2.4f);
    EXPECT_EQ(commands(board.step(rolling(34.0f))), "stop rocket");
    board.set_rocket(false);
    EXPECT_FALSE(run(rolling(60.0f), 5).rocket_running);
}

TEST_F(Skater, SilencesTheBedInTheAirButNotTheRocket)
{
    run(rolling(45.0f), 30);
    RiderState air = rolling(45.0f);
    air.airborne = true;
    air.wheel_count = 0;
    air.wheel_contact = {false, false, false, false};
    const BedFrame frame = run(air, 5); // 83 ms
    ASSERT_TRUE(frame.truck[0].running || frame.truck[1].running);
    for (const TruckFrame& truck : frame.truck) {
        if (truck.running) {
            EXPECT_EQ(truck.record[0].gain, 0.0f);
        }
    }
    EXPECT_GT(frame.rocket.gain, 0.09f);
}

TEST_F(Skater, RollsOnSmoothAsphaltInTheAir)
{
    run(rolling(20.0f), 5);
    RiderState air = rolling(20.0f); // the ride still names the last ground
    air.airborne = true;
    air.wheel_count = 0;
    board.step(air);
    EXPECT_EQ(board.router().primary_truck().surface, 3);
}

TEST(Fidelities, HoldTheMaterialInTheAirOnDemand)
{
    Fidelity fidelity;
    fidelity.hold_material_in_air = 1;
    Generator draws;
    Board board(fidelity, draws);
    board.step(rolling(20.0f));
    RiderState air = rolling(20.0f);
    air.airborne = true;
    air.wheel_count = 0;
    air.wheel_material = {kNoMaterial, kNoMaterial, kNoMaterial, kNoMaterial};
    EXPECT_EQ(commands(board.step(air)), "");
    EXPECT_EQ(board.router().primary_truck().surface, 2);
}

TEST(Fidelities, InvertTheSoftFlagOfOthers)
{
    for (int inverted : {1, 0}) {
        for (bool local : {true, false}) {
            Fidelity fidelity;
            fidelity.inverted_soft = inverted;
            Generator draws;
            Board board(fidelity, draws);
            RiderState state = rolling(20.0f);
            state.local = local;
            const BedFrame frame = board.step(state);
            const bool soft = !local && inverted != 0;
            EXPECT_EQ(frame.command[0].member,
                      soft ? Member::concrete_rough_soft : Member::concrete_rough_hard);
        }
    }
}

TEST(Fidelities, AreAllListedOnce)
{
    std::set<std::string_view> names;
    Fidelity fidelity;
    for (const FidelitySwitch& entry : fidelity_switches()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_FALSE(entry.effect.empty());
        fidelity.*entry.field = 77;
    }
    EXPECT_EQ(sizeof(Fidelity), names.size() * sizeof(int)) << "a switch is missing from the list";
    for (const FidelitySwitch& entry : fidelity_switches())
        EXPECT_EQ(fidelity.*entry.field, 77) << entry.name;
}

TEST_F(Skater, LosesGraph3AndRocketWhenNotLocal)
{
    RiderState other = rolling(80.0f);
    other.local = false;
    other.seam_pattern = {1, 1, 1, 1};
    const BedFrame frame = run(other, 60);
    EXPECT_FALSE(frame.local);
    EXPECT_TRUE(frame.truck[0].running);
    EXPECT_FALSE(frame.rocket_running);
    const ChainValues& chain = frame.truck[0].chain;
    EXPECT_EQ(chain.graph3_send, 0.0f);
    EXPECT_EQ(chain.graph1_gain, (std::array{1.0f, 1.0f}));
    EXPECT_EQ(chain.graph3_gain, (std::array{1.0f, 1.0f}));
    EXPECT_EQ(chain.high_pass_hz, 1109.0f);
    EXPECT_FALSE(board.seam().active());
    EXPECT_EQ(draws.words(), Generator::kImage) << "no wobble, no seam: nothing was drawn";
}

TEST_F(Skater, LosesTheHeldLevelOnABind)
{
    run(rolling(80.0f), 5);
    run(rolling(30.0f), 5);
    EXPECT_NEAR(run(rolling(30.0f), 1).truck[0].chain.graph1_gain[0], 0.45f, 1e-6f);
    RiderState elsewhere = rolling(30.0f);
    elsewhere.wheel_material = {kAggregate, kAggregate, kAggregate, kAggregate};
    const BedFrame frame = board.step(elsewhere);
    EXPECT_EQ(commands(frame), "bind truck1, stop truck0");
    EXPECT_EQ(frame.truck[1].chain.graph1_gain[0], 1.0f);
}

TEST_F(Skater, BindsAnewOnDemand)
{
    run(rolling(50.0f), 5);
    board.rebind();
    EXPECT_EQ(commands(board.step(rolling(50.0f))), "bind truck0, bind rocket");
    EXPECT_EQ(commands(board.step(rolling(50.0f))), "");
}

TEST_F(Skater, ShiftsAndLowersInAManual)
{
    const BedFrame flat = run(rolling(30.0f), 30);
    RiderState manual = rolling(30.0f);
    manual.balance = true;
    manual.wheel_count = 2;
    manual.wheel_contact = {false, false, true, true};
    manual.turn = 1.0f;
    const BedFrame frame = run(manual, 30);
    const std::size_t truck = frame.truck[0].running ? 0 : 1;
    EXPECT_NEAR(20.0 * std::log10(static_cast<double>(frame.truck[truck].record[0].gain /
                                                      flat.truck[0].record[0].gain)),
                -3.7, 0.1);
    EXPECT_EQ(frame.truck[truck].chain.shift_hz[0], 150.0f);
    EXPECT_EQ(frame.truck[truck].record[1].gain, 0.0f);
}

TEST_F(Skater, BringsInBInACarve)
{
    RiderState carve = rolling(30.0f);
    carve.turn = 0.5f;
    const BedFrame frame = run(carve, 40);
    const float intensity = board.turn().intensity();
    EXPECT_NEAR(intensity, 0.30f, 0.01f) << "half a turn, as measured";
    EXPECT_NEAR(frame.truck[0].record[1].gain / intensity, 0.70f, 0.01f);
    EXPECT_NEAR(frame.truck[0].record[0].gain / (1.0f - intensity), 0.2523f, 0.003f);
}

TEST_F(Skater, DipsOnSpidercrack)
{
    const float smooth = run(rolling(30.0f), 30).truck[0].record[0].gain;
    RiderState cracked = rolling(30.0f);
    cracked.seam_pattern = {1, 0, 0, 0};
    EXPECT_EQ(board.step(cracked).truck[0].record[0].gain, smooth);
    const float dipped = run(cracked, 8).truck[0].record[0].gain;
    EXPECT_GE(dipped / smooth, 0.62f - 1e-5f);
    EXPECT_LE(dipped / smooth, 0.80f + 1e-5f);
    EXPECT_EQ(run(rolling(30.0f), 2).truck[0].record[0].gain, smooth);
}

TEST_F(Skater, TakesSlewsByCallAndEnvelopesByTime)
{
    Generator other_draws;
    Board at_30(fidelity, other_draws);
    RiderState fast = rolling(20.0f);
    RiderState slow = rolling(20.0f);
    slow.dt = 1.0f / 30.0f;
    run(fast, 60);
    for (int i = 0; i < 30; ++i)
        at_30.step(slow);
    fast.turn = slow.turn = 1.0f;
    for (int i = 0; i < 4; ++i) {
        board.step(fast);
        at_30.step(slow);
        EXPECT_EQ(board.turn().intensity(), at_30.turn().intensity()) << "a step a call";
    }
    fast.push_trigger = slow.push_trigger = true;
    board.step(fast);
    at_30.step(slow);
    fast.push_trigger = slow.push_trigger = false;
    const auto length = [](Board& which, const RiderState& state) {
        float seconds = state.dt;
        while (which.push().scaling() && seconds < 3.0f) {
            which.step(state);
            seconds += state.dt;
        }
        return seconds;
    };
    EXPECT_NEAR(length(board, fast), length(at_30, slow), 1.0f / 30.0f);
}

TEST_F(Skater, NotesGroundThatHasNoSoundYet)
{
    run(rolling(20.0f), 3);
    EXPECT_EQ(board.silent_surfaces_met(), 0u);
    RiderState patch = rolling(20.0f);
    patch.wheel_material = {kPatch7, kPatch7, kPatch7, kPatch7};
    const BedFrame frame = run(patch, 3);
    EXPECT_EQ(board.silent_surfaces_met(), 1u << 7);
    EXPECT_FALSE(frame.truck[0].running || frame.truck[1].running);
}

TEST_F(Skater, IsTheSameTwice)
{
    Generator other_draws;
    Board twin(fidelity, other_draws);
    for (int i = 0; i < 400; ++i) {
        RiderState state = rolling(static_cast<float>(i) * 0.25f);
        state.turn = std::sin(static_cast<float>(i) * 0.05f);
        state.seam_pattern[0] = i / 30 % 3;
        const BedFrame a = board.step(state);
        const BedFrame b = twin.step(state);
        ASSERT_EQ(a.truck[0].record[0].gain, b.truck[0].record[0].gain);
        ASSERT_EQ(a.truck[0].chain.graph1_gain, b.truck[0].chain.graph1_gain);
    }
    EXPECT_EQ(draws.words(), other_draws.words());
}

TEST_F(Skater, TakesNewNumbersWhileItRolls)
{
    const BedFrame before = run(rolling(30.0f), 30);
    Tuning tuning = default_tuning();
    tuning.surface[static_cast<std::size_t>(Member::concrete_rough_hard)].level_db = -6.0f;
    tuning.curves.level_a_mb -= 200.0f;
    board.set_tuning(tuning);
    const BedFrame after = run(rolling(30.0f), 2);
    EXPECT_EQ(commands(after), "");
    EXPECT_NEAR(20.0 * std::log10(static_cast<double>(after.truck[0].record[0].gain /
                                                      before.truck[0].record[0].gain)),
                -8.0, 0.05);
}

TEST_F(Skater, DoesNotAllocate)
{
    if (!test::RtTrap::works())
        GTEST_SKIP() << "a sanitizer owns malloc";
    CountingLayers layers;
    board.set_neighbour_layers(&layers);
    EXPECT_TRUE(test::is_real_time_safe([this] {
        for (int i = 0; i < 2000; ++i) {
            RiderState state = rolling(static_cast<float>(i % 90));
            state.push_trigger = i % 50 == 0;
            state.seam_pattern = {i % 16, 8, 8, 10};
            state.wheel_material[0] = i / 7 % 95;
            state.wheel_material[3] = i / 11 % 95;
            board.step(state);
        }
    }));
}

} // namespace
} // namespace quern::bed
