// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "quern/life_gpu/gpu.hpp"

namespace quern::life {

/// Needs a driver. Where there is none a test says so and is skipped, but not where QUERN_REQUIRE_GPU=1
/// promises one.
class GpuTest : public testing::Test {
protected:
    void SetUp() override
    {
        const Result<std::string> found = describe_gpu();
        if (found)
            return;
        const char* required = std::getenv("QUERN_REQUIRE_GPU");
        ASSERT_FALSE(required != nullptr && std::string(required) == "1") << found.error().text();
        GTEST_SKIP() << found.error().text();
    }

    static std::unique_ptr<Automaton> make(GridSize size, Rule rule = {}, const GpuConfig& config = {})
    {
        Result<std::unique_ptr<Automaton>> made = make_gpu(size, rule, config);
        EXPECT_TRUE(made.ok()) << made.error().text();
        return std::move(*made);
    }
    static std::unique_ptr<Automaton> oracle(GridSize size, Rule rule = {})
    {
        return std::move(*make_oracle(size, rule));
    }
};

} // namespace quern::life
