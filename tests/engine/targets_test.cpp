// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "tests/engine/ride_fixture.hpp"

namespace quern::test {
namespace {

TEST(Targets, ABusyRideIsTheSameBytesWithEveryTargetAndHostBlock)
{
    constexpr std::size_t kMotions = 900; // a quarter of the ride
    BedConfig busy;
    busy.motion_queue = 1024;
    busy.channels = 6;
    ASSERT_TRUE(dsp::select_target(dsp::SimdTarget::scalar));
    const std::vector<float> scalar = test::render(busy, busy_ride, kMotions, 256);
    for (const dsp::SimdTarget target : dsp::kVectorTargets) {
        if (!dsp::select_target(target))
            continue;
        for (const std::size_t block : {std::size_t{64}, std::size_t{256}, std::size_t{1000}})
            EXPECT_TRUE(test::render(busy, busy_ride, kMotions, block) == scalar)
                << dsp::name_of(target) << " in blocks of " << block;
    }
    dsp::select_target(dsp::best_target());
}

} // namespace
} // namespace quern::test
