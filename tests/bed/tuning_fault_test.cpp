// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/tuning_fault.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace quern::bed {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(TuningFault, FindsNothingInTheDefault)
{
    EXPECT_EQ(tuning_fault(default_tuning()), nullptr);
}

TEST(TuningFault, RefusesWhatArithmeticCannotBear)
{
    const auto refused = [](auto&& change) {
        Tuning tuning = default_tuning();
        change(tuning);
        return tuning_fault(tuning) != nullptr;
    };
    EXPECT_TRUE(refused([](Tuning& t) { t.fallback.max_kmh = kNan; }));
    EXPECT_TRUE(
        refused([](Tuning& t) { t.surface[12].player_b.window = std::numeric_limits<float>::infinity(); }));
    EXPECT_TRUE(refused([](Tuning& t) { t.owner.wobble_a.high = 1e9f; }));
    EXPECT_TRUE(refused([](Tuning& t) { t.owner.wobble_b.ms_low = -1; }));
    EXPECT_TRUE(refused([](Tuning& t) { t.curves.pitch_word[2] = -kNan; }));
    EXPECT_TRUE(refused([](Tuning& t) { t.seams[15].ms_high = kNan; }));
    EXPECT_TRUE(refused([](Tuning& t) { t.surface_of_material[94] = 15; }));
    EXPECT_TRUE(refused([](Tuning& t) { t.surfaces[3].soft = static_cast<Member>(14); }));
    EXPECT_TRUE(refused([](Tuning& t) { t.surfaces[3].hard = Member::x_jet_rolling; }));
}

} // namespace
} // namespace quern::bed
