// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "quern/life/automaton.hpp"
#include "tests/life/reference/random_run.hpp"
#include "tests/life/reference/reference_data.hpp"

namespace quern::life {
namespace {

using reference::pattern_of;

std::unique_ptr<Automaton> oracle(GridSize size, Rule rule = {})
{
    return std::move(*make_oracle(size, rule));
}

Field after(const Field& start, Rule rule, std::uint32_t generations)
{
    const auto life = oracle(start.size, rule);
    EXPECT_TRUE(life->load(start).ok());
    for (std::uint32_t i = 0; i < generations; ++i)
        EXPECT_TRUE(life->advance({}).ok());
    return *life->read();
}

Field shifted(const Field& field, std::int32_t dx, std::int32_t dy)
{
    Field result(field.size);
    for (std::int32_t y = 0; y < field.size.height; ++y)
        for (std::int32_t x = 0; x < field.size.width; ++x)
            result.at(field.size.wrap_x(x + dx), field.size.wrap_y(y + dy)) = field.at(x, y);
    return result;
}

Rule any_rule()
{
    return {*rc::gen::inRange<std::uint16_t>(0, 512), *rc::gen::inRange<std::uint16_t>(0, 512)};
}

GridSize any_size()
{
    return {64 * *rc::gen::inRange(1, 4), *rc::gen::element(1, 2, 3, 5, 16, 48, 60)};
}

RC_GTEST_PROP(OracleProperty, CommutesWithShiftsOfTheTorus, ())
{
    const Field start = soup(any_size(), 0.35, *rc::gen::arbitrary<std::uint64_t>());
    const Rule rule = any_rule();
    const std::int32_t dx = *rc::gen::inRange(-200, 200);
    const std::int32_t dy = *rc::gen::inRange(-200, 200);
    RC_ASSERT(after(shifted(start, dx, dy), rule, 5) == shifted(after(start, rule, 5), dx, dy));
}

/// Team and tag never decide who lives; every state holds cells as `Cell` describes them.
RC_GTEST_PROP(OracleProperty, LivesAlikeInAnyColours, ())
{
    const Field coloured = soup(any_size(), 0.35, *rc::gen::arbitrary<std::uint64_t>());
    Field plain = coloured;
    for (Cell& cell : plain.cells)
        cell.team = cell.tag = 0;
    const Rule rule = any_rule();
    const Field a = after(coloured, rule, 6);
    const Field b = after(plain, rule, 6);
    RC_ASSERT(check(a, a.size).ok());
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
        RC_ASSERT(a.cells[i].alive == b.cells[i].alive);
        RC_ASSERT(a.cells[i].age == b.cells[i].age);
        RC_ASSERT(b.cells[i].team == 0 && b.cells[i].tag == 0);
    }
}

/// The changes turn the state before, with the same moves made, into the state after.
RC_GTEST_PROP(OracleProperty, ChangesLeadFromStateToState, ())
{
    const GridSize size = any_size();
    const auto life = oracle(size, any_rule());
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RC_ASSERT(life->load(soup(size, 0.4, seed)).ok());
    reference::RandomActions drawn(size, seed);
    for (int generation = 0; generation < 8; ++generation) {
        Field before = *life->read();
        const Actions actions = drawn.next();
        RC_ASSERT(life->advance(actions).ok());
        for (const Move& move : actions.moves)
            apply(before, move);
        const auto delta = life->poll();
        RC_ASSERT(delta.has_value());
        const Field now = *life->read();
        for (std::size_t i = 0; i < now.cells.size(); ++i) {
            const bool changed = (delta->changed[i / 64] >> i % 64 & 1u) != 0;
            const bool alive = (delta->alive[i / 64] >> i % 64 & 1u) != 0;
            RC_ASSERT(changed == (before.cells[i].alive != now.cells[i].alive));
            RC_ASSERT(!changed || alive == (now.cells[i].alive != 0));
        }
    }
}

TEST(Oracle, CountsNeighboursThatAreOneCellAsOften)
{
    // In a single row the row above and the row below are the row itself: a lonely cell is its own neighbour
    // twice and thrice that of the cell beside it.
    Field field({64, 1});
    field.at(0, 0) = {kAlive, 1, 0, 0};
    Field next = after(field, Rule{}, 1);
    EXPECT_EQ(population(next), 3u);
    EXPECT_EQ(next.at(0, 0), (Cell{kAlive, 1, 1, 0}));
    EXPECT_EQ(next.at(63, 0), (Cell{kAlive, 1, 0, 0}));
    EXPECT_EQ(next.at(1, 0), (Cell{kAlive, 1, 0, 0}));

    // In two rows the other row is above and below: the cell there has it as a neighbour twice.
    Field pair({64, 2});
    pair.at(9, 0) = {kAlive, 2, 0, 1};
    next = after(pair, *rule_named("B2/S"), 1);
    EXPECT_EQ(population(next), 3u);
    for (const std::int32_t x : {8, 9, 10})
        EXPECT_EQ(next.at(x, 1), (Cell{kAlive, 2, 0, 1})) << x;
}

TEST(Oracle, FillsAnEmptyFieldUnderB0)
{
    const Field next = after(Field({64, 8}), *rule_named("B0/S"), 1);
    EXPECT_EQ(population(next), 512u);
    EXPECT_EQ(next.at(5, 5), (Cell{kAlive, 0, 0, 0})) << "born without parents";
    EXPECT_EQ(population(after(Field({64, 8}), *rule_named("B0/S"), 2)), 0u);
}

TEST(Oracle, AgesCellsUpTo255)
{
    const Pattern block = pattern_of("2o$2o!");
    Field field({64, 8});
    apply(field, Stamp{.pattern = &block, .x = 63, .y = 7});
    EXPECT_EQ(after(field, Rule{}, 254).at(0, 0).age, 254);
    EXPECT_EQ(after(field, Rule{}, 255).at(0, 0).age, 255);
    EXPECT_EQ(after(field, Rule{}, 300).at(0, 0).age, 255);
}

TEST(Oracle, HandsEachChangeOutOnce)
{
    const auto life = oracle({64, 16});
    EXPECT_FALSE(life->poll().has_value());
    ASSERT_TRUE(life->load(soup({64, 16}, 0.3, 1)).ok());
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(life->advance({}).ok());
    const auto delta = life->poll();
    ASSERT_TRUE(delta.has_value());
    EXPECT_EQ(delta->generation, 5u);
    EXPECT_FALSE(life->poll().has_value());
    ASSERT_TRUE(life->advance({}).ok());
    const DeltaCounters counters = life->counters();
    EXPECT_EQ(counters.advanced, 6u);
    EXPECT_EQ(counters.delivered, 1u);
    EXPECT_EQ(counters.skipped, 4u) << "the sixth is still under way";
    EXPECT_EQ(counters.lost, 0u);

    ASSERT_TRUE(life->load(soup({64, 16}, 0.3, 1)).ok());
    EXPECT_EQ(life->generation(), 0u);
    EXPECT_EQ(life->counters().advanced, 0u);
    EXPECT_FALSE(life->poll().has_value()) << "changes of another life";
}

TEST(Oracle, ChangesNothingForActionsThatAreNotValid)
{
    const auto life = oracle({64, 16});
    const Field start = soup({64, 16}, 0.3, 1);
    ASSERT_TRUE(life->load(start).ok());
    const Stamp without_pattern{};
    EXPECT_FALSE(life->advance({.stamps = {&without_pattern, 1}}).ok());
    EXPECT_EQ(life->generation(), 0u);
    EXPECT_EQ(*life->read(), start);
    EXPECT_FALSE(life->poll().has_value());
}

TEST(Oracle, RefusesWhatIsNoState)
{
    const auto life = oracle({64, 16});
    const auto with = [](Cell cell) {
        Field field({64, 16});
        field.at(3, 2) = cell;
        return field;
    };
    EXPECT_TRUE(life->load(with({kAlive, 3, 255, 1})).ok());
    for (const Cell bad : {Cell{1, 0, 0, 0}, Cell{kAlive, 4, 0, 0}, Cell{kAlive, 0, 0, 2}, Cell{0, 1, 0, 0},
                           Cell{0, 0, 1, 0}, Cell{0, 0, 0, 1}}) {
        const Status status = life->load(with(bad));
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().where, "field:cell 131");
    }
    const Status other = life->load(Field({64, 8}));
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().text(), "field: found 512 cells of 64x8, expected 64x16");
    for (const GridSize size :
         {GridSize{0, 16}, GridSize{65, 16}, GridSize{4160, 16}, GridSize{64, 0}, GridSize{64, 1025}})
        EXPECT_FALSE(make_oracle(size, Rule{}).ok());
}

/// What the order of passes means: cells that a stamp brings are not stepped in their generation, they are
/// births of it, and a move carries what the step has left.
TEST(Oracle, StepsThenMovesThenStamps)
{
    const auto life = oracle({64, 64});
    const Pattern block = pattern_of("2o$2o!");
    const Pattern single = pattern_of("o!");
    Field field({64, 64});
    apply(field, Stamp{.pattern = &block, .x = 10, .y = 10, .team = 1, .tag = 1});
    ASSERT_TRUE(life->load(field).ok());
    const Move move{{0, 0}, 1, 0};
    const Stamp stamp{.pattern = &single, .x = 30, .y = 30, .team = 2};
    ASSERT_TRUE(life->advance({{&move, 1}, {&stamp, 1}}).ok());
    EXPECT_EQ(reference::events_of(*life->poll()), (std::vector<reference::EventRow>{{1, 0, 30, 30}}))
        << "the block glides along without an event";
    const Field now = *life->read();
    EXPECT_EQ(now.at(11, 10), (Cell{kAlive, 1, 1, 1}));
    EXPECT_EQ(now.at(12, 11), (Cell{kAlive, 1, 1, 1}));
    EXPECT_EQ(now.at(10, 10), Cell{});
    EXPECT_EQ(now.at(30, 30), (Cell{kAlive, 2, 0, 0}));
    ASSERT_TRUE(life->advance({}).ok());
    EXPECT_EQ(reference::events_of(*life->poll()), (std::vector<reference::EventRow>{{2, 1, 30, 30}}));
}

TEST(Texels, HoldBirthsBeforeDeathsByHalfWords)
{
    const std::uint64_t changed = 0xF000'0001'8000'0003u;
    const std::uint64_t alive = 0xA000'0001'0000'0002u;
    std::uint32_t texels[4] = {9, 9, 9, 9};
    pack_texels(Delta{1, {64, 1}, {&changed, 1}, {&alive, 1}}, texels);
    EXPECT_EQ(texels[0], 0x0000'0002u);
    EXPECT_EQ(texels[1], 0xA000'0001u);
    EXPECT_EQ(texels[2], 0x8000'0001u);
    EXPECT_EQ(texels[3], 0x5000'0000u);
}

} // namespace
} // namespace quern::life
