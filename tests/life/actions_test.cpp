// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include "quern/life/actions.hpp"
#include "tests/life/reference/reference_data.hpp"

namespace quern::life {
namespace {

using reference::pattern_of;

constexpr GridSize kSize{64, 64};

Field noise(std::uint64_t seed = 5)
{
    return soup(kSize, 0.4, seed);
}

TEST(Stamp, MergesIntoDeadCellsOnly)
{
    const Pattern bar = pattern_of("3o!");
    Field field(kSize);
    field.at(63, 0) = {kAlive, 2, 17, 0};
    apply(field, Stamp{.pattern = &bar, .x = 62, .y = 0, .team = 1, .tag = 1});
    EXPECT_EQ(field.at(62, 0), (Cell{kAlive, 1, 0, 1}));
    EXPECT_EQ(field.at(63, 0), (Cell{kAlive, 2, 17, 0}));
    EXPECT_EQ(field.at(0, 0), (Cell{kAlive, 1, 0, 1})) << "over the seam";
    EXPECT_EQ(population(field), 3u);
}

TEST(Stamp, ReplacesItsWholeRectangle)
{
    const Pattern glider = pattern_of("bob$2bo$3o!");
    Field field = noise();
    apply(field,
          Stamp{.pattern = &glider, .x = -1, .y = -2, .team = 3, .tag = 0, .mode = StampMode::replace});
    const Field before = noise();
    for (std::int32_t y = 0; y < 64; ++y)
        for (std::int32_t x = 0; x < 64; ++x) {
            const std::int32_t px = kSize.wrap_x(x + 1);
            const std::int32_t py = kSize.wrap_y(y + 2);
            const bool inside = px < 3 && py < 3;
            const Cell expected = !inside                   ? before.at(x, y)
                                  : glider.is_alive(px, py) ? Cell{kAlive, 3, 0, 0}
                                                            : Cell{};
            EXPECT_EQ(field.at(x, y), expected) << x << " " << y;
        }
}

TEST(Stamp, ToggledTwiceLeavesNoTraceInWhoLives)
{
    const Pattern blob = pattern_of("7o$obobobo$7o$bo3bo$3o!");
    const Field before = noise();
    Field field = before;
    const Stamp stamp{.pattern = &blob, .x = 60, .y = 62, .team = 2, .tag = 1, .mode = StampMode::toggle};
    apply(field, stamp);
    EXPECT_FALSE(field == before);
    apply(field, stamp);
    for (std::size_t i = 0; i < field.cells.size(); ++i) {
        EXPECT_EQ(field.cells[i].alive, before.cells[i].alive);
        if (field.cells[i] == before.cells[i])
            continue;
        EXPECT_EQ(field.cells[i], (Cell{kAlive, 2, 0, 1})) << "died and came back as the stamp's own";
    }
}

TEST(Stamp, LargerThanTheFieldMeetsItself)
{
    Pattern row{128, 1, std::vector<std::uint8_t>(128, 1)};
    row.cells[3] = 0;
    Field field({64, 1});
    apply(field, Stamp{.pattern = &row, .mode = StampMode::toggle});
    EXPECT_EQ(population(field), 1u) << "each cell twice but for one";
    EXPECT_EQ(field.at(3, 0).alive, kAlive);
}

TEST(Stamp, StandsAtAnyPlace)
{
    const Pattern glider = pattern_of("bob$2bo$3o!");
    for (const std::int32_t far :
         {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}) {
        Field here(kSize);
        Field there(kSize);
        apply(here, Stamp{.pattern = &glider, .x = kSize.wrap_x(far), .y = kSize.wrap_y(far)});
        apply(there, Stamp{.pattern = &glider, .x = far, .y = far});
        EXPECT_EQ(here, there);
        EXPECT_EQ(population(there), 5u);
    }
}

TEST(Move, CarriesTaggedCellsWhole)
{
    Field field(kSize);
    field.at(10, 10) = {kAlive, 2, 77, 1};
    field.at(11, 10) = {kAlive, 1, 5, 0}; // no player's: it stays, and is landed on
    field.at(20, 20) = {kAlive, 1, 6, 0};
    apply(field, Move{{0, 0}, 1, 0});
    EXPECT_EQ(field.at(10, 10), Cell{});
    EXPECT_EQ(field.at(11, 10), (Cell{kAlive, 2, 77, 1}));
    EXPECT_EQ(field.at(20, 20), (Cell{kAlive, 1, 6, 0}));
    EXPECT_EQ(population(field), 2u);
}

TEST(Move, LandsOutsideItsRegionAndLeavesWhatIsTaggedThere)
{
    Field field(kSize);
    field.at(47, 5) = {kAlive, 0, 1, 1};
    field.at(48, 6) = {kAlive, 3, 2, 1}; // tagged, but outside: it stays
    field.at(63, 7) = {kAlive, 3, 3, 1}; // beside the left edge: it doesn't come in
    apply(field, Move{{0, 0}, 1, 0});
    EXPECT_EQ(field.at(48, 5), (Cell{kAlive, 0, 1, 1}));
    EXPECT_EQ(field.at(47, 5), Cell{});
    EXPECT_EQ(field.at(48, 6), (Cell{kAlive, 3, 2, 1}));
    EXPECT_EQ(field.at(63, 7), (Cell{kAlive, 3, 3, 1}));
    EXPECT_EQ(population(field), 3u);
}

TEST(Move, ThereAndBackOfALonelyBodyIsNoMove)
{
    Field before(kSize);
    const Pattern blob = pattern_of("7o$obobobo$7o$bo3bo$3o!");
    apply(before, Stamp{.pattern = &blob, .x = 62, .y = 61, .team = 1, .tag = 1});
    for (std::int32_t dx = -1; dx <= 1; ++dx)
        for (std::int32_t dy = -1; dy <= 1; ++dy) {
            Field field = before;
            apply(field, Move{{50, 50}, dx, dy});
            Field placed(kSize);
            apply(placed, Stamp{.pattern = &blob, .x = 62 + dx, .y = 61 + dy, .team = 1, .tag = 1});
            EXPECT_EQ(field, placed);
            apply(field, Move{{50 + dx, 50 + dy}, -dx, -dy});
            EXPECT_EQ(field, before);
        }
}

/// The definition, looked up for every cell of fields in which the region meets itself.
TEST(Move, FollowsItsDefinitionInAnyHeight)
{
    for (const std::int32_t height : {1, 2, 47, 48, 49, 50, 51, 64}) {
        const GridSize size{64, height};
        const Field before = soup(size, 0.6, static_cast<std::uint64_t>(height));
        for (const Move& move :
             {Move{{30, 0}, 1, 1}, Move{{-20, -7}, 0, -1}, Move{{5, 2}, -1, 1}, Move{{5, 2}, 0, 0}}) {
            Field field = before;
            apply(field, move);
            for (std::int32_t y = 0; y < height; ++y)
                for (std::int32_t x = 0; x < size.width; ++x) {
                    const std::int32_t from_x = size.wrap_x(x - move.dx);
                    const std::int32_t from_y = size.wrap_y(y - move.dy);
                    const Cell source = before.at(from_x, from_y);
                    const Cell here = before.at(x, y);
                    Cell expected = here;
                    if (move.from.contains(size, from_x, from_y) && source.tag == 1)
                        expected = source;
                    else if (move.from.contains(size, x, y) && here.tag == 1)
                        expected = {};
                    ASSERT_EQ(field.at(x, y), expected) << height << " " << x << " " << y;
                }
        }
    }
}

TEST(Actions, AreCheckedBeforeTheyAreTaken)
{
    const Pattern bar = pattern_of("3o!");
    const Pattern broken{3, 2, {1, 1, 1}};
    const Pattern inverse{-3, -1, {1, 1, 1}};
    const auto why = [](const Actions& actions) {
        const Status status = check(actions);
        EXPECT_EQ(status.ok(), is_valid(actions));
        return status.ok() ? std::string() : status.error().text();
    };
    const auto stamped = [&](Stamp stamp) { return why({.stamps = {&stamp, 1}}); };
    const auto moved = [&](Move move) { return why({.moves = {&move, 1}}); };

    EXPECT_EQ(why({}), "");
    EXPECT_EQ(stamped({.pattern = &bar, .team = 3, .tag = 1, .mode = StampMode::toggle}), "");
    EXPECT_EQ(stamped({}), "actions: expected a pattern in every stamp");
    EXPECT_EQ(stamped({.pattern = &broken}),
              "actions: expected width times height cells in a stamp's pattern");
    EXPECT_NE(stamped({.pattern = &inverse}), "");
    EXPECT_NE(stamped({.pattern = &bar, .team = 4}), "");
    EXPECT_NE(stamped({.pattern = &bar, .tag = 2}), "");
    EXPECT_NE(stamped({.pattern = &bar, .mode = static_cast<StampMode>(3)}), "");
    EXPECT_EQ(moved({.dx = -1, .dy = 1}), "");
    EXPECT_NE(moved({.dx = 2}), "");
    EXPECT_NE(moved({.dy = -2}), "");

    const std::vector<Stamp> many(kMaxStamps + 1, Stamp{.pattern = &bar});
    EXPECT_EQ(why({.stamps = std::span(many).first(kMaxStamps)}), "");
    EXPECT_EQ(why({.stamps = many}), "actions: expected at most 64 stamps in one generation");
}

} // namespace
} // namespace quern::life
