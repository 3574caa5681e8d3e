// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// That a pool knows all of its own memory.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "quern/grain/pool.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::grain {
namespace {

TEST(PoolMemory, EveryAllocationOfAPoolIsItsOwn)
{
    if (!quern::test::RtTrap::works())
        GTEST_SKIP() << "a sanitizer has the C library's calls";
    PoolConfig config;
    config.owners = 3;
    config.capacity = 1000;
    std::array<quern::test::RtBlock, 64> blocks{};
    std::size_t count = 0;
    std::vector<float> table(64), left(3), right(3);
    const auto create = [&] {
        const quern::test::RtTrap trap;
        Result<Pool> made = Pool::create(config);
        count = trap.blocks().size();
        std::copy(trap.blocks().begin(), trap.blocks().end(), blocks.begin());
        return made;
    };
    const Result<Pool> made = create();
    ASSERT_TRUE(made.ok());
    const Pool& pool = *made;
    const OwnerBuses buses{left, right, 1};
    const GrainSource source = GrainSource::mono(table);
    EXPECT_TRUE(pool.is_memory_valid(source, buses, 1));
    EXPECT_GE(count, 16u);
    ASSERT_LT(count, blocks.size()) << "more allocations than are recorded";
    for (const quern::test::RtBlock& block : std::span(blocks).first(count)) {
        // From its first, its middle and its last whole float on.
        const auto* bytes = static_cast<const std::byte*>(block.data);
        ASSERT_GE(block.bytes, sizeof(float));
        for (const std::size_t at : {std::size_t{0}, block.bytes / 2 / 4 * 4, (block.bytes - 4) / 4 * 4}) {
            auto* inside = const_cast<float*>(reinterpret_cast<const float*>(bytes + at));
            SCOPED_TRACE(testing::Message() << "byte " << at << " of " << block.bytes);
            EXPECT_FALSE(pool.is_memory_valid(source, {{inside, 3}, right, 1}, 1));
            EXPECT_FALSE(pool.is_memory_valid(source, {left, {inside, 3}, 1}, 1));
            EXPECT_FALSE(pool.is_memory_valid(GrainSource::mono({inside, 3}), buses, 1));
        }
    }
}

} // namespace
} // namespace quern::grain
