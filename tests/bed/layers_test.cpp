// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/layer_driver.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "quern/bed/board.hpp"
#include "tests/bed/layer_recorder.hpp"

namespace quern::bed {
namespace {

struct Layers : testing::Test {
    Generator draws;
    Board board{{}, draws};
    Recorder heard;

    Layers() { board.set_neighbour_layers(&heard); }
    void run(const RiderState& state, int frames = 1)
    {
        for (int i = 0; i < frames; ++i)
            board.step(state);
    }
};

TEST_F(Layers, HoldTwoTexturesForALocalBoard)
{
    run(rolling(35.0f), 30);
    for (Layer layer : {Layer::held0, Layer::held3}) {
        ASSERT_EQ(heard.count(layer, Kind::post), 1u);
        EXPECT_EQ(heard.count(layer, Kind::release), 0u);
        const LayerEvent post = heard.of(layer, Kind::post)[0];
        EXPECT_EQ(post.pitch, 4096);
        EXPECT_EQ(post.selector, layer == Layer::held0 ? 0 : 3);
        EXPECT_EQ(post.surface, 2);
        EXPECT_EQ(post.speed, 5000) << "half of 70 km/h";
        EXPECT_EQ(post.level, 32767);
        const LayerEvent now = heard.of(layer, Kind::update).back();
        EXPECT_NEAR(now.level, layer == Layer::held0 ? 12791 : 4834, 60);
        EXPECT_EQ(now.low_pass_hz, 24971);
    }
}

TEST_F(Layers, GiveOthersNoHeldTexturesSpeedOrCrack)
{
    RiderState other = rolling(60.0f);
    other.local = false;
    other.seam_pattern = {1, 1, 1, 1};
    run(other, 30);
    for (Layer layer : {Layer::held0, Layer::held3, Layer::spidercrack, Layer::speed_rattle, Layer::wind})
        EXPECT_EQ(heard.count(layer, Kind::post), 0u);
}

TEST_F(Layers, KeepTheSurfaceOfTheHeldTextures)
{
    run(rolling(35.0f), 3);
    RiderState grind = rolling(35.0f);
    grind.grinding = true;
    run(grind, 3);
    EXPECT_EQ(heard.of(Layer::held0, Kind::update).back().surface, 2) << "one truck is kept on its surface";
    Recorder other;
    Generator other_draws;
    Board fresh({}, other_draws);
    fresh.set_neighbour_layers(&other);
    fresh.step(grind);
    EXPECT_EQ(other.of(Layer::held0, Kind::post)[0].surface, 13) << "both trucks grind from the start";
}

TEST_F(Layers, PostAPatchWhereThereAreNoGrains)
{
    RiderState patch = rolling(32.5f);
    patch.wheel_material = {9, 9, 9, 9}; // surface 7
    run(patch, 30);
    ASSERT_EQ(heard.count(Layer::patch, Kind::post), 1u);
    const LayerEvent post = heard.of(Layer::patch, Kind::post)[0];
    EXPECT_EQ(post.surface, 7);
    EXPECT_EQ(post.selector, 1);
    EXPECT_NEAR(post.speed, 5000, 1) << "half of 65 km/h";
    EXPECT_EQ(post.low_pass_hz, 25000);
    const LayerEvent now = heard.of(Layer::patch, Kind::update).back();
    EXPECT_EQ(now.send, 0) << "selector 1 sends nothing";
    EXPECT_NEAR(now.level, 8266, 40);
    patch.balance = true;
    run(patch);
    EXPECT_TRUE(heard.of(Layer::patch, Kind::update).back().balance);
    run(rolling(32.5f));
    EXPECT_EQ(heard.count(Layer::patch, Kind::release), 1u);
    run(rolling(32.5f), 10);
    EXPECT_EQ(heard.count(Layer::patch, Kind::post), 1u);
}

TEST_F(Layers, ChangeThePatchOfANonLocalBoard)
{
    RiderState other = rolling(20.0f);
    other.local = false;
    for (int material : {9, 7, 66}) {
        other.wheel_material = {material, material, material, material};
        run(other, 3);
    }
    std::vector<int> selectors;
    for (const LayerEvent& event : heard.of(Layer::patch, Kind::post))
        selectors.push_back(event.selector);
    EXPECT_EQ(selectors, (std::vector{1, 2, 10}));
    EXPECT_EQ(heard.count(Layer::patch, Kind::release), 2u);
}

TEST_F(Layers, SoundTheCrackWhileAWheelIsOnIt)
{
    run(rolling(22.5f), 5);
    RiderState crack = rolling(22.5f);
    crack.seam_pattern = {1, 0, 0, 0};
    run(crack, 5);
    ASSERT_EQ(heard.count(Layer::spidercrack, Kind::post), 1u);
    EXPECT_EQ(heard.of(Layer::spidercrack, Kind::post)[0].selector, 5);
    EXPECT_EQ(heard.of(Layer::spidercrack, Kind::post)[0].speed, 5000);
    run(rolling(22.5f));
    EXPECT_EQ(heard.count(Layer::spidercrack, Kind::release), 1u);
    RiderState manual = rolling(22.5f);
    manual.balance = true;
    manual.wheel_count = 2;
    manual.wheel_contact = {false, false, true, true};
    manual.seam_pattern = {1, 0, 0, 0};
    run(manual);
    EXPECT_EQ(heard.count(Layer::spidercrack, Kind::post), 1u) << "wheel 0 is up";
    manual.seam_pattern = {0, 0, 0, 1};
    run(manual);
    EXPECT_EQ(heard.count(Layer::spidercrack, Kind::post), 2u);
}

TEST_F(Layers, RattleOncePerPush)
{
    run(rolling(18.6f), 30);
    RiderState push = rolling(18.6f); // 15 km/h above 1 m/s
    push.push_trigger = true;
    run(push);
    ASSERT_EQ(heard.count(Layer::rattle, Kind::post), 1u);
    const LayerEvent post = heard.of(Layer::rattle, Kind::post)[0];
    EXPECT_EQ(post.code, 2) << "hard rough concrete";
    EXPECT_EQ(post.speed, 5000);
    EXPECT_NEAR(post.level, 11380, 200);
    run(rolling(18.6f), 60);
    EXPECT_EQ(heard.count(Layer::rattle, Kind::release), 0u) << "until the next push";
    push.soft_wheels = true;
    push.wheel_material = {0, 0, 0, 0};
    run(push);
    EXPECT_EQ(heard.count(Layer::rattle, Kind::release), 1u);
    EXPECT_EQ(heard.of(Layer::rattle, Kind::post).back().code, 0) << "soft wheels have no code";
}

TEST_F(Layers, RattleOnGrainSurfacesOnly)
{
    RiderState patch = rolling(20.0f);
    patch.wheel_material = {9, 9, 9, 9};
    patch.push_trigger = true;
    run(patch, 2);
    EXPECT_EQ(heard.count(Layer::rattle, Kind::post), 0u);
}

TEST_F(Layers, SpinWheelsInTheAirAndInManualsByTurns)
{
    run(rolling(25.0f), 5);
    run(flying(25.0f), 20);
    ASSERT_EQ(heard.count(Layer::wheel_spin, Kind::post), 1u);
    const LayerEvent first = heard.of(Layer::wheel_spin, Kind::post)[0];
    EXPECT_EQ(first.index, 0);
    EXPECT_NEAR(first.start_s, 7.0f, 1e-4f) << "half of 50 km/h: half of the 14 s";
    EXPECT_EQ(first.gain, 0.24f);
    RiderState manual = rolling(60.0f);
    manual.balance = true;
    manual.wheel_count = 2;
    run(manual, 5);
    ASSERT_EQ(heard.count(Layer::wheel_spin, Kind::post), 2u);
    const LayerEvent second = heard.of(Layer::wheel_spin, Kind::post)[1];
    EXPECT_EQ(second.index, 1);
    EXPECT_EQ(second.start_s, 0.0f);
    EXPECT_NE(second.code, first.code);
    run(rolling(25.0f));
    EXPECT_EQ(heard.count(Layer::wheel_spin, Kind::release), 2u);
    run(flying(25.0f));
    EXPECT_EQ(heard.of(Layer::wheel_spin, Kind::post)[2].code, first.code);
}

TEST_F(Layers, TakeSpinGainsAndTheSqueakFromTheTuning)
{
    Tuning tuning = default_tuning();
    tuning.layers.spin_gain = 0.5f;
    tuning.layers.spin_balance_gain = 0.75f;
    tuning.layers.squeak_tilt_rad = 0.3f;
    board.set_tuning(tuning);
    RiderState state = rolling(25.0f);
    state.deck_tilt = 0.25f;
    run(state, 5);
    EXPECT_EQ(heard.count(Layer::squeak, Kind::post), 0u);
    state.deck_tilt = 0.35f;
    run(state, 5);
    EXPECT_EQ(heard.count(Layer::squeak, Kind::post), 1u);
    run(flying(25.0f), 20);
    state.balance = true;
    state.wheel_count = 2;
    run(state, 5);
    ASSERT_EQ(heard.count(Layer::wheel_spin, Kind::post), 2u);
    EXPECT_EQ(heard.of(Layer::wheel_spin, Kind::post)[0].gain, 0.5f);
    EXPECT_EQ(heard.of(Layer::wheel_spin, Kind::post)[1].gain, 0.75f);
}

TEST_F(Layers, AddRattleAndWindWithSpeed)
{
    run(rolling(14.0f), 3);
    EXPECT_EQ(heard.count(Layer::wind, Kind::post), 0u);
    run(rolling(29.0f), 3);
    EXPECT_EQ(heard.count(Layer::wind, Kind::post), 1u);
    EXPECT_EQ(heard.count(Layer::speed_rattle, Kind::post), 0u);
    run(rolling(55.0f), 3);
    EXPECT_EQ(heard.of(Layer::speed_rattle, Kind::update).back().speed, 500) << "half of 30 to 80 km/h";
    EXPECT_EQ(heard.of(Layer::wind, Kind::update).back().speed, 1000);
    run(rolling(10.0f));
    EXPECT_EQ(heard.count(Layer::wind, Kind::release), 1u);
    EXPECT_EQ(heard.count(Layer::speed_rattle, Kind::release), 1u);
    RiderState bail = rolling(10.0f);
    bail.bail = true;
    run(bail);
    EXPECT_GE(heard.of(Layer::wind, Kind::update).back().speed, 998)
        << "a falling rider hears wind from 1 km/h";
}

TEST_F(Layers, ScrapeOnlyOnTheGround)
{
    RiderState skid = rolling(20.0f);
    skid.skid = true;
    skid.deck_tilt = 0.4f;
    skid.slip = 0.5f;
    run(skid, 3);
    EXPECT_EQ(heard.count(Layer::skid, Kind::post), 1u);
    EXPECT_EQ(heard.of(Layer::skid, Kind::post)[0].speed, 5000);
    EXPECT_EQ(heard.count(Layer::squeak, Kind::post), 1u);
    RiderState air = flying(20.0f);
    air.skid = true;
    air.deck_tilt = 0.4f;
    run(air, 3);
    EXPECT_EQ(heard.count(Layer::skid, Kind::release), 1u);
    EXPECT_EQ(heard.count(Layer::squeak, Kind::release), 1u);
}

TEST_F(Layers, SlideALooseBoard)
{
    RiderState loose = rolling(9.3f); // 7.5 km/h above 0.5 m/s
    loose.loose_board = 2;
    run(loose, 3);
    ASSERT_EQ(heard.count(Layer::board_slide, Kind::post), 1u);
    EXPECT_EQ(heard.of(Layer::board_slide, Kind::post)[0].speed, 5000);
    EXPECT_EQ(heard.of(Layer::board_slide, Kind::post)[0].level, 15000);
    EXPECT_EQ(heard.of(Layer::board_slide, Kind::update).back().low_pass_hz, 19456);
    run(rolling(9.3f));
    EXPECT_EQ(heard.count(Layer::board_slide, Kind::release), 1u);
}

TEST_F(Layers, TellANewReceiverWhatIsHeld)
{
    run(rolling(60.0f), 10);
    Recorder late;
    board.set_neighbour_layers(&late);
    run(rolling(60.0f));
    for (Layer layer : {Layer::held0, Layer::held3, Layer::speed_rattle, Layer::wind})
        EXPECT_EQ(late.count(layer, Kind::post), 1u);
}

TEST_F(Layers, CountThemselves)
{
    CountingLayers counting;
    board.set_neighbour_layers(&counting);
    run(rolling(60.0f), 10);
    EXPECT_EQ(counting.count(Layer::wind, Kind::post), 1u);
    EXPECT_EQ(counting.count(Layer::wind, Kind::update), 10u);
    EXPECT_EQ(counting.count(Layer::patch, Kind::post), 0u);
    board.set_neighbour_layers(nullptr);
    run(rolling(60.0f), 10);
    EXPECT_EQ(counting.count(Layer::wind, Kind::update), 10u);
}

} // namespace
} // namespace quern::bed
