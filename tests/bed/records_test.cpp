// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/records.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "quern/bed/rocket.hpp"
#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

const SurfaceTuning& rough()
{
    return default_tuning().surface[static_cast<std::size_t>(Member::concrete_rough_hard)];
}

RecordInputs rolling(float kmh)
{
    RecordInputs in;
    in.speed = kmh / 3.6f;
    in.level_a = 7859;
    in.level_b = 22937;
    return in;
}

double db(float ratio)
{
    return 20.0 * std::log10(static_cast<double>(ratio));
}

TEST(Records, ReadThePositionOfTheDocumentedCurve)
{
    const auto [a, b] = make_records(rolling(30.0f), rough(), rough());
    EXPECT_EQ(to_bits(a.position), 0x3EF611A8u); // 0.4806
    EXPECT_NEAR(b.position, a.position - 0.1f, 1e-7f);
}

TEST(Records, SaturateAtTheTopSpeed)
{
    const auto top = make_records(rolling(60.0f), rough(), rough());
    const auto beyond = make_records(rolling(140.0f), rough(), rough());
    EXPECT_EQ(top[0].position, 1.0f);
    EXPECT_EQ(beyond[0].position, 1.0f);
}

TEST(Records, KeepBAtTheSlowEndRatherThanBelow)
{
    EXPECT_EQ(make_records(rolling(2.0f), rough(), rough())[1].position, 0.0f);
}

TEST(Records, CrossFromAToBInATurn)
{
    RecordInputs in = rolling(30.0f);
    in.intensity = 0.25f;
    const auto [a, b] = make_records(in, rough(), rough());
    EXPECT_NEAR(a.gain, 7859.0f / 32767.0f * 0.75f, 1e-6f);
    EXPECT_NEAR(b.gain, 22937.0f / 32767.0f * 0.25f, 1e-6f);
}

TEST(Records, LoseAToTheStrongerOfTurnAndBrake)
{
    RecordInputs in = rolling(30.0f);
    in.intensity = 0.25f;
    in.brake = 1.0f;
    const auto [a, b] = make_records(in, rough(), rough());
    EXPECT_EQ(a.gain, 0.0f);
    EXPECT_GT(b.gain, 0.0f);
}

TEST(Records, LowerAManualBy3Point7Decibels)
{
    RecordInputs in = rolling(30.0f);
    const float flat = make_records(in, rough(), rough())[0].gain;
    in.special = true;
    EXPECT_NEAR(db(make_records(in, rough(), rough())[0].gain / flat), -3.74, 0.02);
}

TEST(Records, DipBothPlayersOnASeam)
{
    RecordInputs in = rolling(30.0f);
    in.intensity = 0.3f;
    const auto smooth = make_records(in, rough(), rough());
    in.seam_active = true;
    in.seam_gain = 0.7f;
    const auto dipped = make_records(in, rough(), rough());
    for (std::size_t player : {0u, 1u})
        EXPECT_NEAR(dipped[player].gain / smooth[player].gain, 0.7f, 1e-6f);
}

TEST(Records, BringBInDownhillByThePrimaryTrucksTuning)
{
    RecordInputs in = rolling(30.0f);
    in.down = 0.5f;
    SurfaceTuning primary = rough();
    primary.slope_gain = 1.5f;
    const auto [a, b] = make_records(in, rough(), primary);
    EXPECT_NEAR(b.gain, 0.5f * 1.5f * a.gain, 1e-6f);
    primary.slope_ramp_kmh = 60.0f;
    EXPECT_NEAR(make_records(in, rough(), primary)[1].gain, 0.25f * 1.5f * a.gain, 1e-6f)
        << "half of the ramp";
    primary.slope_ramp_kmh = 0.0f;
    EXPECT_NEAR(make_records(in, rough(), primary)[1].gain, 0.5f * 1.5f * a.gain, 1e-6f) << "no ramp";
}

TEST(Records, LimitBToOne)
{
    RecordInputs in = rolling(30.0f);
    in.level_a = 32767;
    in.level_b = 32767;
    in.intensity = 0.4f;
    in.down = 1.0f;
    EXPECT_EQ(make_records(in, rough(), rough())[1].gain, 1.0f);
}

TEST(Records, ReadAheadDuringAPush)
{
    RecordInputs in = rolling(10.0f);
    in.pushing = true;
    in.push_scale = 1.4f;
    EXPECT_EQ(make_records(in, rough(), rough())[0].position,
              make_records(rolling(14.0f), rough(), rough())[0].position);
}

TEST(Records, CarryTheDesignersTrimOnBothPlayers)
{
    RecordInputs in = rolling(30.0f);
    in.intensity = 0.3f;
    const auto plain = make_records(in, rough(), rough());
    SurfaceTuning trimmed = rough();
    trimmed.level_db = -6.0f;
    const auto lower = make_records(in, trimmed, rough());
    for (std::size_t player : {0u, 1u})
        EXPECT_NEAR(db(lower[player].gain / plain[player].gain), -6.0, 1e-4);
    EXPECT_EQ(lower[0].position, plain[0].position);
}

TEST(Rocket, RunsAbove35KilometresAnHourWithoutHysteresis)
{
    const OwnerTuning& owner = default_tuning().owner;
    EXPECT_FALSE(rocket_runs(34.9f / 3.6f, owner));
    EXPECT_TRUE(rocket_runs(35.1f / 3.6f, owner));
}

TEST(Rocket, ReachesItsFastEndAt60)
{
    const OwnerTuning& owner = default_tuning().owner;
    EXPECT_EQ(rocket_record(5.0f, 5100, 4096, owner).position, 0.0f);
    EXPECT_NEAR(rocket_record(47.5f / 3.6f, 5100, 4096, owner).position, 0.5f, 1e-5f);
    EXPECT_EQ(rocket_record(20.0f, 5100, 4096, owner).position, 1.0f);
    EXPECT_NEAR(rocket_record(20.0f, 5100, 4096, owner).gain, 0.1045f, 1e-4f) << "as loud as measured";
}

} // namespace
} // namespace quern::bed
