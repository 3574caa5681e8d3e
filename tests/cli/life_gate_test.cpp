// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace quern {
namespace {

// That the gate passes, and takes its time, is a test of tests/gate.

class LifeGateTest : public test::ProgramTest {
protected:
    void SetUp() override
    {
        ProgramTest::SetUp();
        // A machine on which no driver is installed.
        setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
    }
    void TearDown() override
    {
        unsetenv("__EGL_VENDOR_LIBRARY_FILENAMES");
        ProgramTest::TearDown();
    }
};

TEST_F(LifeGateTest, FailsWhereARequiredBackEndIsMissing)
{
    const test::Outcome run = quern("life gate --require cpu,gpu");
    EXPECT_EQ(run.exit, 1);
    EXPECT_NE(run.out.find("gpu       FAILED"), std::string::npos) << run.out;
    EXPECT_NE(run.err.find("life gate: 1 of 1 checks failed"), std::string::npos) << run.err;
}

TEST_F(LifeGateTest, SaysSoInJsonToo)
{
    const test::Outcome run = quern("life gate --require gpu --json");
    EXPECT_EQ(run.exit, 1);
    const auto json = nlohmann::json::parse(run.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << run.out;
    EXPECT_EQ(json["passed"], false);
    ASSERT_EQ(json["checks"].size(), 1u);
    EXPECT_EQ(json["checks"][0]["back_end"], "gpu");
    EXPECT_GE(json["back_ends"].size(), 2u); // the oracle and the CPU
}

TEST_F(LifeGateTest, KnowsThreeBackEnds)
{
    const test::Outcome run = quern("life gate --require abacus");
    EXPECT_EQ(run.exit, 2);
    EXPECT_NE(run.err.find("found abacus, expected one of oracle, cpu, gpu"), std::string::npos) << run.err;
}

} // namespace
} // namespace quern
