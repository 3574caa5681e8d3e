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

TEST_F(PoolTest, TellsOnStandardOutputUnlessTheSoundGoesThere)
{
    const test::Outcome file = quern("pool --seconds 0.1 -o p.wav");
    EXPECT_NE(file.out.find("grains started"), std::string::npos) << file.err;
    EXPECT_TRUE(file.err.empty()) << file.err;
    const test::Outcome piped = quern("pool --seconds 0.1 -o -");
    EXPECT_NE(piped.err.find("grains started"), std::string::npos);
    EXPECT_TRUE(piped.out == read("p.wav"));
    EXPECT_TRUE(quern("pool --seconds 0.1 -o p.wav -q").out.empty());
}

TEST_F(PoolTest, ATerminalGetsNoSound)
{
    if (quern("--version >/dev/null; command -v script").exit != 0)
        GTEST_SKIP() << "no program that makes a terminal";
    for (const std::string verb : {"pool --seconds 0.1", "cloud demo --seconds 0.1"}) {
        const test::Outcome run =
            quern("--version >/dev/null; script -qec \"'" QUERN_PROGRAM "' " + verb + " -o -\" /dev/null");
        EXPECT_EQ(run.exit, 2) << verb;
        EXPECT_NE(run.out.find("standard output is a terminal"), std::string::npos) << verb;
    }
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
