// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/life/automaton.hpp"
#include "quern/life/integrity.hpp"
#include "tests/life/reference/reference_data.hpp"

namespace quern::life {
namespace {

using reference::pattern_of;

constexpr const char* kPulsar = "2b3o3b3o2b2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$"
                                "o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!";

TEST(Integrity, CountsHitsHolesAndStrangers)
{
    RoiCells reference{};
    RoiCells found{};
    reference[0] = 0b1111;
    found[0] = 0b0110;
    found[47] = std::uint64_t{1} << 47;
    const Integrity result = compare(found, reference, 60);
    EXPECT_EQ(result, (Integrity{.hit = 2, .missing = 2, .extra = 1, .generation = 60}));
    EXPECT_DOUBLE_EQ(result.health(), 0.4);
}

TEST(Integrity, LooksAtFortyEightColumns)
{
    RoiCells all{};
    all.fill(~std::uint64_t{0});
    EXPECT_EQ(compare(all, RoiCells{}, 0).extra, 48u * 48u);
    EXPECT_EQ(compare(RoiCells{}, all, 0).missing, 48u * 48u);
    EXPECT_EQ(compare(all, all, 0).hit, 48u * 48u);
}

TEST(Integrity, OfNothingWhereNothingShouldBeIsWhole)
{
    EXPECT_EQ(compare(RoiCells{}, RoiCells{}, 0).health(), 1.0);
}

TEST(Integrity, ReadsARegionOverTheSeams)
{
    Field field({64, 64});
    field.at(60, 62) = {kAlive, 1, 0, 1};
    field.at(3, 1) = {kAlive, 2, 9, 0};
    for (const Roi roi : {Roi{60, 62}, Roi{60 - 640, 62 + 640}, Roi{60 + 64000, 62 - 64000}}) {
        const RoiCells cells = cells_of(field, roi);
        EXPECT_EQ(cells[0], 1u);
        EXPECT_EQ(cells[3], 1u << 7);
        EXPECT_EQ(compare(cells, RoiCells{}, 0).extra, 2u);
    }
}

TEST(Integrity, FindsThePhasesOfAPulsar)
{
    const auto phases = phases_of(pattern_of(kPulsar), 10, 20, Rule{});
    ASSERT_TRUE(phases.ok()) << phases.error().text();
    ASSERT_EQ(phases->size(), 3u);
    const std::uint32_t populations[] = {48, 56, 72};
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_EQ(compare((*phases)[k], RoiCells{}, 0).extra, populations[k]);
    EXPECT_EQ((*phases)[0][20], 0b0011100011100ull << 10);
}

TEST(Integrity, RefusesWhatDoesNotStayOrRepeat)
{
    const Pattern glider = pattern_of("bob$2bo$3o!");
    const auto why = [](const auto& phases) { return phases.ok() ? std::string() : phases.error().text(); };
    EXPECT_EQ(why(phases_of(glider, 45, 45, Rule{}, 1000)),
              "pattern: found cells outside the region in generation 1, expected one that repeats within its "
              "region");
    EXPECT_EQ(why(phases_of(glider, 0, 0, Rule{}, 20)),
              "pattern: found no repetition in 20 generations, expected one that repeats within its region");
    EXPECT_EQ(why(phases_of(glider, 46, 0, Rule{})),
              "pattern: found 3x3 cells at (46, 0) of 48x48, expected one that repeats within its region");
    EXPECT_EQ(why(phases_of(Pattern{2, 2, {1}}, 0, 0, Rule{})), "pattern: expected width times height cells");
    EXPECT_NE(why(phases_of(Pattern{}, 0, 0, *rule_named("B0/S"))), "") << "all of the field comes alive";
    EXPECT_EQ(why(phases_of(Pattern{}, 0, 0, Rule{})), "");
}

/// A body under way: the reference is its phase, wherever the region stands and whoever owns the cells.
TEST(Integrity, OfABodyUnderWayFallsWithItsDamage)
{
    const Pattern pulsar = pattern_of(kPulsar);
    const auto phases = phases_of(pulsar, 17, 17, Rule{});
    ASSERT_TRUE(phases.ok());
    const auto life = std::move(*make_oracle({256, 128}, Rule{}));
    Field field({256, 128});
    apply(field, Stamp{.pattern = &pulsar, .x = 240 + 17, .y = 100 + 17, .team = 3, .tag = 1});
    ASSERT_TRUE(life->load(field).ok());
    for (std::uint32_t generation = 1; generation <= kProbeEvery; ++generation)
        ASSERT_TRUE(life->advance({}).ok());
    const IntegrityProbe probe{{240, 100}, (*phases)[kProbeEvery % phases->size()]};
    ASSERT_TRUE(life->probe(probe));
    EXPECT_FALSE(life->probe(probe)) << "one at a time";
    const auto whole = life->poll_probe();
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(*whole, (Integrity{.hit = 48, .generation = kProbeEvery}));
    EXPECT_FALSE(life->poll_probe().has_value()) << "once";

    const Pattern hole{8, 40, std::vector<std::uint8_t>(8 * 40, 0)};
    const Stamp damage{.pattern = &hole, .x = 240 + 17, .y = 100, .mode = StampMode::replace};
    ASSERT_TRUE(life->advance({.stamps = {&damage, 1}}).ok());
    ASSERT_TRUE(life->probe({{240, 100}, (*phases)[(kProbeEvery + 1) % phases->size()]}));
    const auto hurt = life->poll_probe();
    ASSERT_TRUE(hurt.has_value());
    EXPECT_EQ(hurt->hit + hurt->missing, 56u);
    EXPECT_LT(hurt->health(), kDamagedHealth);
    EXPECT_GT(hurt->health(), kLostHealth);
}

} // namespace
} // namespace quern::life
