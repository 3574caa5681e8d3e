// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/birth_stamps.hpp"

namespace quern::life {
namespace {

TEST(BirthStamps, AgesAreRightForEver)
{
    constexpr std::uint32_t kFirst = 0xFFFF0000u; // the count of generations itself passes its end on the way
    BirthStamps births(64);
    births.set_age(0, 0, kFirst);
    births.set_age(1, 250, kFirst);
    births.set_age(2, 255, kFirst);
    const std::uint64_t alive = ~std::uint64_t{0};
    for (std::uint32_t passed = 1; passed < 200000; ++passed) {
        // Cell 3 is born every 100 generations, cell 4 every 40,000.
        const std::uint64_t born = std::uint64_t{passed % 100 == 0} << 3 | std::uint64_t{passed % 40000 == 0}
                                                                               << 4;
        const std::uint32_t now = kFirst + passed;
        births.advance(&born, &alive, now);
        const auto capped = [](std::uint32_t age) { return age < 255 ? age : 255; };
        ASSERT_EQ(births.age(0, now), capped(passed)) << passed;
        ASSERT_EQ(births.age(1, now), capped(passed + 250)) << passed;
        ASSERT_EQ(births.age(2, now), 255) << passed;
        if (passed >= 100) {
            ASSERT_EQ(births.age(3, now), passed % 100) << passed;
        }
        if (passed >= 40000) {
            ASSERT_EQ(births.age(4, now), capped(passed % 40000)) << passed;
        }
    }
}

TEST(BirthStamps, EveryTargetStampsTheSameCells)
{
    constexpr std::size_t kWords = 200;
    std::mt19937_64 random(8);
    std::vector<std::uint64_t> changed(kWords), alive(kWords);
    for (std::size_t word = 0; word < kWords; ++word) { // from none born to all
        const std::size_t density = word % 6;
        changed[word] = density == 5 ? ~std::uint64_t{0} : random();
        alive[word] = density == 5 ? ~std::uint64_t{0} : density == 0 ? ~changed[word] : random();
        for (std::size_t k = 1; k < density && density < 5; ++k)
            alive[word] &= random();
    }
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        BirthStamps births(64 * kWords);
        for (std::size_t cell = 0; cell < 64 * kWords; ++cell)
            births.set_age(cell, static_cast<std::uint8_t>(cell % 200), 1000);
        births.advance(changed.data(), alive.data(), 1001);
        for (std::size_t cell = 0; cell < 64 * kWords; ++cell) {
            const bool is_born = ((changed[cell / 64] & alive[cell / 64]) >> cell % 64 & 1u) != 0;
            ASSERT_EQ(births.age(cell, 1001), is_born ? 0 : cell % 200 + 1)
                << dsp::name_of(target) << ' ' << cell;
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(BirthStamps, DeathsChangeNone)
{
    BirthStamps births(128);
    births.set_age(64, 7, 0);
    const std::vector<std::uint64_t> changed{3, 1};
    const std::vector<std::uint64_t> alive{2, 0};
    births.advance(changed.data(), alive.data(), 1);
    EXPECT_EQ(births.age(1, 1), 0);
    EXPECT_EQ(births.age(64, 1), 8);
}

} // namespace
} // namespace quern::life
