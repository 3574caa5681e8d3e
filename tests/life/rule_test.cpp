// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/life/rule.hpp"

namespace quern::life {
namespace {

TEST(Rule, ReadsItsNames)
{
    const Rule high_life{1u << 3 | 1u << 6, 1u << 2 | 1u << 3};
    for (const char* name :
         {"B3/S23", "b3/s23", "B3S23", "b3s32", "S23/B3", "s32/b3", "23/3", "32/3", "Life", "LIFE"}) {
        const Result<Rule> rule = rule_named(name);
        ASSERT_TRUE(rule.ok()) << name;
        EXPECT_EQ(*rule, Rule{}) << name;
    }
    EXPECT_EQ(*rule_named("B36/S23"), high_life);
    EXPECT_EQ(*rule_named("23/36"), high_life);
    EXPECT_EQ(*rule_named("B/S"), (Rule{0, 0}));
    EXPECT_EQ(*rule_named("/"), (Rule{0, 0}));
    EXPECT_EQ(*rule_named("B2/S"), (Rule{1u << 2, 0})) << "seeds";
    EXPECT_EQ(*rule_named("/2"), (Rule{1u << 2, 0})) << "seeds";
    EXPECT_EQ(*rule_named("b234"), (Rule{1u << 2 | 1u << 3 | 1u << 4, 0})) << "Persian rugs";
    EXPECT_EQ(*rule_named("B012345678/S012345678"), (Rule{0x1FF, 0x1FF}));
}

TEST(Rule, ReadsTheNameItGives)
{
    for (unsigned birth = 0; birth < 512; birth += 5)
        for (unsigned survival = 0; survival < 512; survival += 3) {
            const Rule rule{static_cast<std::uint16_t>(birth), static_cast<std::uint16_t>(survival)};
            const Result<Rule> again = rule_named(name_of(rule));
            ASSERT_TRUE(again.ok()) << name_of(rule);
            EXPECT_EQ(*again, rule) << name_of(rule);
        }
    EXPECT_EQ(name_of(Rule{}), "B3/S23");
}

TEST(Rule, SaysWhatIsNone)
{
    for (const char* name :
         {"",      "B",      "S23",     "B3/",      "B33",     "B3/23",   "S23/3",
          "S23B3", "S23/S3", "B9/S23",  "B3/S2 3",  "B33/S23", "B3/S22",  "B3//S23",
          "3",     "23/3/4", "B3/S23V", "B2ce/S23", " B3/S23", "B-3/S23", "0123456780123456781/3"}) {
        const Result<Rule> rule = rule_named(name);
        ASSERT_FALSE(rule.ok()) << name;
        EXPECT_EQ(rule.error().where, "") << name;
        EXPECT_NE(rule.error().message.find("found '" + std::string(name) + "', expected a rule"),
                  std::string::npos)
            << rule.error().message;
    }
}

TEST(Rule, ShowsOnlyTheBeginningOfALongText)
{
    const std::string text(100000, '\x01');
    const Result<Rule> rule = rule_named(text);
    ASSERT_FALSE(rule.ok());
    EXPECT_LT(rule.error().message.size(), 200u);
    EXPECT_EQ(rule.error().message.find('\x01'), std::string::npos);
}

Cell born(std::array<std::uint8_t, kTeams> teams, int tagged = 0)
{
    return newborn(teams, tagged);
}

TEST(Newborn, TakesTheTeamOfMostParents)
{
    EXPECT_EQ(born({3, 0, 0, 0}).team, 0);
    EXPECT_EQ(born({1, 2, 0, 0}).team, 1);
    EXPECT_EQ(born({1, 0, 0, 2}).team, 3);
    EXPECT_EQ(born({0, 1, 3, 2}).team, 2);
}

TEST(Newborn, OfThreeTeamsIsOfTheFourth)
{
    EXPECT_EQ(born({0, 1, 1, 1}).team, 0);
    EXPECT_EQ(born({1, 0, 1, 1}).team, 1);
    EXPECT_EQ(born({1, 1, 0, 1}).team, 2);
    EXPECT_EQ(born({1, 1, 1, 0}).team, 3);
}

TEST(Newborn, OfAnyOtherTieIsOfTheLowestTeam)
{
    EXPECT_EQ(born({0, 1, 0, 1}).team, 1);
    EXPECT_EQ(born({0, 0, 2, 2}).team, 2);
    EXPECT_EQ(born({1, 1, 1, 1}).team, 0);
    EXPECT_EQ(born({1, 2, 2, 2}).team, 1);
    EXPECT_EQ(born({2, 3, 0, 3}).team, 1);
    EXPECT_EQ(born({0, 0, 0, 0}).team, 0) << "without parents";
}

TEST(Newborn, IsTaggedByMoreThanHalfOfItsParents)
{
    EXPECT_EQ(born({3, 0, 0, 0}, 1).tag, 0);
    EXPECT_EQ(born({3, 0, 0, 0}, 2).tag, 1);
    EXPECT_EQ(born({2, 2, 0, 0}, 2).tag, 0);
    EXPECT_EQ(born({2, 2, 0, 0}, 3).tag, 1);
    EXPECT_EQ(born({1, 0, 0, 0}, 1).tag, 1);
    EXPECT_EQ(born({0, 0, 0, 0}, 0).tag, 0);
    EXPECT_EQ(born({3, 0, 0, 0}, 3), (Cell{kAlive, 0, 0, 1}));
}

/// With three parents, majority and the fourth team in one formula: the reference data's own wording.
TEST(Newborn, OfThreeParentsFollowsTheClosedForm)
{
    for (unsigned a = 0; a < 4; ++a)
        for (unsigned b = 0; b < 4; ++b)
            for (unsigned c = 0; c < 4; ++c) {
                std::array<std::uint8_t, kTeams> teams{};
                ++teams[a];
                ++teams[b];
                ++teams[c];
                const unsigned expected = a == b || a == c ? a : b == c ? b : a ^ b ^ c;
                EXPECT_EQ(newborn(teams, 0).team, expected) << a << b << c;
            }
}

} // namespace
} // namespace quern::life
