// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "quern/bed/fidelity.hpp"
#include "quern/engine/bed.hpp"
#include "tests/engine/ride_fixture.hpp"
#include "tests/support/audio_scan.hpp"

/// What a listener is promised, measured on whole renders.
namespace quern {
namespace {

using test::rolling;

constexpr std::size_t kSettle = 60; // control frames before measuring

/// Left channel of a steady ride after it has settled.
std::vector<float> steady(const BedConfig& config, const bed::Tuning& tuning, const bed::RiderState& state,
                          std::size_t motions = 600)
{
    Bed bed = std::move(Bed::create(config)).value();
    EXPECT_TRUE(bed.set_tuning(tuning));
    // Roll in on four wheels first: a manual begins while something sounds.
    test::render(
        bed, [&](std::size_t) { return rolling(state.ground_speed * 3.6f); }, kSettle, 256);
    test::render(
        bed, [&](std::size_t) { return state; }, kSettle, 256);
    return test::channel_of(test::render(
                                bed, [&](std::size_t) { return state; }, motions, 256),
                            2, 0);
}

double level_db(const std::vector<float>& samples)
{
    return test::to_db(test::rms(samples));
}

/// Centre of the magnitude spectrum over third-octaves, Hz.
double centroid_hz(const std::vector<float>& samples)
{
    double weighted = 0.0;
    double sum = 0.0;
    for (std::size_t start = 0; start + 8192 <= samples.size(); start += 65536) {
        for (double hz = 60.0; hz < 12000.0; hz += 53.0) {
            const double amplitude =
                test::tone_amplitude(std::span(samples).subspan(start, 8192), hz, 48000.0);
            weighted += amplitude * hz;
            sum += amplitude;
        }
    }
    return weighted / sum;
}

TEST(Effects, AManualIsQuieterAndBrighter)
{
    BedConfig config;
    config.rocket = false;
    const auto rolled = steady(config, bed::default_tuning(), rolling(30.0f));
    bed::RiderState manual = rolling(30.0f);
    manual.balance = true;
    manual.wheel_count = 2;
    manual.wheel_contact = {false, false, true, true};
    const auto lifted = steady(config, bed::default_tuning(), manual);
    EXPECT_NEAR(level_db(lifted) - level_db(rolled), -3.7, 0.7);
    EXPECT_GT(centroid_hz(lifted), centroid_hz(rolled) + 40.0);
}

TEST(Effects, TheClippedCopyAddsFourToSevenDecibelsAtHighSpeed)
{
    // Against the older chain, which has neither the copy nor the level ramp that makes room for it.
    BedConfig config;
    config.rocket = false;
    BedConfig older = config;
    older.fidelity.chain_extras = 0;
    for (float kmh : {60.0f, 70.0f, 85.0f}) {
        const double added = level_db(steady(config, bed::default_tuning(), rolling(kmh))) -
                             level_db(steady(older, bed::default_tuning(), rolling(kmh)));
        EXPECT_GT(added, 4.0) << kmh << " km/h";
        EXPECT_LT(added, 7.0) << kmh << " km/h";
    }
}

TEST(Effects, OneTruckStartsAboutSixGrainsASecond)
{
    BedConfig config;
    config.rocket = false;
    Bed bed = std::move(Bed::create(config)).value();
    test::render(
        bed, [](std::size_t) { return rolling(28.8f); }, 60 * 30, 256);
    EXPECT_NEAR(static_cast<double>(bed.stats().grain_starts) / 30.0, 6.6, 0.7);
}

TEST(Effects, TheAirMutesTheBedWithinAHundredMilliseconds)
{
    BedConfig config;
    config.rocket = false;
    Bed bed = std::move(Bed::create(config)).value();
    test::render(
        bed, [](std::size_t) { return rolling(30.0f); }, 120, 256);
    bed::RiderState air = rolling(30.0f);
    air.airborne = true;
    air.wheel_count = 0;
    air.wheel_contact.fill(false);
    air.wheel_material.fill(bed::kNoMaterial);
    const auto out = test::render(
        bed, [&](std::size_t) { return air; }, 30, 256);
    // 100 ms, plus the block that is on its way and the ring-out of the filters.
    EXPECT_LT(test::peak(std::span(out).subspan(2 * 48000 * 120 / 1000)), 1e-3f);
    EXPECT_GT(test::peak(std::span(out).first(2 * 48000 * 40 / 1000)), 1e-3f);
}

TEST(Effects, ALevelTrimChangesThatSurfaceAlone)
{
    BedConfig config;
    config.rocket = false;
    bed::Tuning trimmed = bed::default_tuning();
    trimmed.surface[static_cast<std::size_t>(bed::Member::concrete_rough_hard)].level_db = -6.0f;
    const double plain = level_db(steady(config, bed::default_tuning(), rolling(30.0f, 3)));
    EXPECT_NEAR(level_db(steady(config, trimmed, rolling(30.0f, 3))), plain - 6.0, 0.05);
    EXPECT_EQ(test::hash(steady(config, trimmed, rolling(30.0f, 1))),
              test::hash(steady(config, bed::default_tuning(), rolling(30.0f, 1))));
}

/// A ride on which every switch makes a difference.
bed::RiderState telling_ride(std::size_t k)
{
    bed::RiderState state = test::busy_ride(k);
    state.ground_speed = (45.0f + 40.0f * std::sin(static_cast<float>(k) / 60.0f * 0.5f)) / 3.6f;
    return state;
}

class Switch : public testing::TestWithParam<bed::FidelitySwitch> {};

TEST_P(Switch, IsHeardAndItsDefaultIsTheDefault)
{
    BedConfig config;
    const bool other = GetParam().name == "inverted_soft";
    const test::Motion motion = [other](std::size_t k) {
        bed::RiderState state = telling_ride(k);
        state.local = !other;
        return state;
    };
    constexpr std::size_t kMotions = 1300;
    const auto render_one_by_one = [&](const BedConfig& wanted) {
        Bed bed = std::move(Bed::create(wanted)).value();
        return test::hash(test::render(bed, motion, kMotions, 160)); // lock-step: a motion, then its blocks
    };
    const auto expected = render_one_by_one(config);
    int& value = config.fidelity.*GetParam().field;
    value = value == 0 ? 1 : 0;
    // How often the send is posted changes traffic, not sound: a chain is told the current send when it is
    // built.
    if (GetParam().name == "send_on_change")
        EXPECT_EQ(render_one_by_one(config), expected);
    else
        EXPECT_NE(render_one_by_one(config), expected);
}

INSTANTIATE_TEST_SUITE_P(Fidelity, Switch,
                         testing::ValuesIn(bed::fidelity_switches().begin(), bed::fidelity_switches().end()),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

} // namespace
} // namespace quern
