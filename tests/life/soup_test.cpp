// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include "quern/life/cells.hpp"

namespace quern::life {
namespace {

TEST(LifeSoup, HasThePopulationsOfTheReference)
{
    EXPECT_EQ(population(soup({2048, 512}, 0.3, 1)), 313900u);
    EXPECT_EQ(population(soup({256, 128}, 0.3, 7)), 9884u);
}

TEST(LifeSoup, TakesAnyDensity)
{
    constexpr GridSize kSmall{64, 8};
    EXPECT_EQ(population(soup(kSmall, 0.0, 1)), 0u);
    EXPECT_EQ(population(soup(kSmall, 1.0, 1)), kSmall.cells());
    EXPECT_EQ(population(soup(kSmall, 7.0, 1)), kSmall.cells());
    EXPECT_EQ(population(soup(kSmall, std::numeric_limits<double>::quiet_NaN(), 1)), 0u);
}

} // namespace
} // namespace quern::life
