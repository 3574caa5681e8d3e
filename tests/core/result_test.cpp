// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/core/result.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"

namespace quern {
namespace {

TEST(Result, HoldsAValueOrAnError)
{
    Result<int> good = 3;
    ASSERT_TRUE(good);
    EXPECT_EQ(*good, 3);
    Result<int> bad = Error{Error::Code::bad_input, "a.csv:3", "found x, expected y"};
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().text(), "a.csv:3: found x, expected y");
}

TEST(Result, CarriesMoveOnlyValues)
{
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    std::unique_ptr<int> taken = std::move(result).value();
    EXPECT_EQ(*taken, 5);
}

TEST(Units, ConstantsAreTheirDocumentedValues)
{
    EXPECT_EQ(kBlockSeconds, 256.0f / 48000.0f);
    EXPECT_EQ(kPerLevelWord, 1.0f / 32767.0f);
    EXPECT_EQ(kDegreesPerRaw, 360.0f / 65535.0f);
    EXPECT_EQ(kKmhPerMps, 3.6f);
    EXPECT_EQ(kSecondsPerMs, 0.001f);
    EXPECT_EQ(to_bits(from_bits(0x12345678)), 0x12345678u);
}

} // namespace
} // namespace quern
