// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace quern {
namespace {

using PoolTest = test::ProgramTest;

TEST_F(PoolTest, RendersTheSameBytesWithEveryWindowAndWithoutVectors)
{
    ASSERT_EQ(quern("pool --workload mixed --seconds 0.5 -o cached.wav").exit, 0);
    ASSERT_EQ(quern("pool --workload mixed --seconds 0.5 --window table -o table.wav").exit, 0);
    ASSERT_EQ(quern("pool --workload mixed --seconds 0.5 --target scalar -o scalar.wav").exit, 0);
    const test::Wav wav = test::parse_wav(read("cached.wav"));
    EXPECT_EQ(wav.channels, 2);
    EXPECT_EQ(wav.frames(), 24000u);
    EXPECT_EQ(read("cached.wav"), read("table.wav"));
    EXPECT_EQ(read("cached.wav"), read("scalar.wav"));
}

TEST_F(PoolTest, CountsItsGrains)
{
    const test::Outcome run = quern("pool --workload W5 --seconds 1 --json -o /dev/null");
    ASSERT_EQ(run.exit, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_NEAR(json.at("started").get<int>(), 20000, 200); // whole blocks
    EXPECT_EQ(json.at("stolen"), 0);
    EXPECT_EQ(json.at("refused"), 0);
    EXPECT_EQ(json.at("peak_live"), 160);
    const auto none =
        nlohmann::json::parse(quern("pool --workload empty --seconds 1 --json -o /dev/null").out);
    EXPECT_EQ(none.at("started"), 0);
}

TEST_F(PoolTest, NonsenseIsAUsageErrorAndAFullDiskAFailure)
{
    EXPECT_EQ(quern("pool --workload W6 -o x.wav").exit, 2);
    EXPECT_EQ(quern("pool --seconds 0 -o x.wav").exit, 2);
    EXPECT_EQ(quern("pool --target mmx -o x.wav").exit, 2);
    EXPECT_EQ(quern("pool --window none -o x.wav").exit, 2);
    EXPECT_EQ(quern("pool").exit, 2);
    EXPECT_EQ(quern("pool --seconds 1 -o /dev/full").exit, 1);
    EXPECT_TRUE(listing().empty());
}

} // namespace
} // namespace quern
