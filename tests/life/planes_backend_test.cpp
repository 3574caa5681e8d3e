// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The CPU back end against the oracle: the same actions, the same states and the same changes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/automaton.hpp"

namespace quern::life {
namespace {

template <class T> T drawn(T least, T past)
{
    return *rc::gen::inRange<T>(least, past);
}

Pattern draw_pattern()
{
    Pattern pattern;
    pattern.width = drawn(0, 70);
    pattern.height = drawn(0, 9);
    const auto cells = static_cast<std::size_t>(pattern.width * pattern.height);
    pattern.cells =
        *rc::gen::container<std::vector<std::uint8_t>>(cells, rc::gen::inRange<std::uint8_t>(0, 2));
    return pattern;
}

/// One of the two last columns or rows, one of the first two, or any, in the field or out of it.
std::int32_t draw_place(std::int32_t length)
{
    return *rc::gen::oneOf(rc::gen::inRange(-2, 2), rc::gen::inRange(length - 2, length + 2),
                           rc::gen::inRange(-3 * length, 3 * length));
}

Stamp draw_stamp(GridSize size, const std::vector<Pattern>& patterns)
{
    Stamp stamp;
    stamp.pattern = &patterns[drawn<std::size_t>(0, patterns.size())];
    stamp.x = draw_place(size.width);
    stamp.y = draw_place(size.height);
    stamp.team = drawn<std::uint8_t>(0, 4);
    stamp.tag = drawn<std::uint8_t>(0, 2);
    stamp.mode = static_cast<StampMode>(drawn(0, 3));
    return stamp;
}

Move draw_move(GridSize size)
{
    return {{draw_place(size.width), draw_place(size.height)}, drawn(-1, 2), drawn(-1, 2)};
}

GridSize draw_size()
{
    const std::int32_t words = *rc::gen::element(1, 2, 3, 4, 7, 8, 9, 12);
    const std::int32_t rows = *rc::gen::oneOf(rc::gen::inRange(1, 5), rc::gen::inRange(5, 80));
    return {64 * words, rows};
}

Rule draw_rule()
{
    Rule any;
    any.birth = drawn<std::uint16_t>(0, 512);
    any.survival = drawn<std::uint16_t>(0, 512);
    return *rc::gen::element(Rule{}, Rule{}, Rule{1u << 3 | 1u << 6, 1u << 2 | 1u << 3}, any);
}

Field draw_field(GridSize size)
{
    Field field = soup(size, drawn(0, 10) / 10.0, *rc::gen::arbitrary<std::uint64_t>());
    for (Cell& cell : field.cells)
        if (cell.alive != 0 && cell.team == 2)
            cell.age = 251; // about to be as old as cells get
    return field;
}

IntegrityProbe draw_probe(GridSize size)
{
    IntegrityProbe probe{{draw_place(size.width), draw_place(size.height)}, {}};
    std::fill(probe.reference.begin(), probe.reference.end(), 0x5A5A00FFFF00u);
    return probe;
}

void require_same_changes(Automaton& expected, Automaton& found)
{
    const std::optional<Delta> theirs = expected.poll();
    const std::optional<Delta> ours = found.poll();
    RC_ASSERT(theirs.has_value());
    RC_ASSERT(ours.has_value());
    RC_ASSERT(ours->generation == theirs->generation);
    RC_ASSERT(ours->size == theirs->size);
    RC_ASSERT(std::ranges::equal(ours->changed, theirs->changed));
    RC_ASSERT(std::ranges::equal(ours->alive, theirs->alive));
}

/// A program: some generations, most of them with actions.
void run_program()
{
    const GridSize size = draw_size();
    const Rule rule = draw_rule();
    const auto oracle = std::move(make_oracle(size, rule)).value();
    const auto cpu = std::move(make_cpu(size, rule)).value();
    const Field start = draw_field(size);
    RC_ASSERT(oracle->load(start).ok());
    RC_ASSERT(cpu->load(start).ok());
    const std::vector<Pattern> patterns{draw_pattern(), draw_pattern()};

    const int generations = drawn(1, 8);
    for (int generation = 0; generation < generations; ++generation) {
        std::vector<Stamp> stamps(drawn<std::size_t>(0, 4));
        std::generate(stamps.begin(), stamps.end(), [&] { return draw_stamp(size, patterns); });
        std::vector<Move> moves(drawn<std::size_t>(0, 4));
        std::generate(moves.begin(), moves.end(), [&] { return draw_move(size); });
        const Actions actions{moves, stamps};
        RC_ASSERT(oracle->advance(actions).ok());
        RC_ASSERT(cpu->advance(actions).ok());
        require_same_changes(*oracle, *cpu);
        RC_ASSERT(*cpu->read() == *oracle->read());

        const IntegrityProbe probe = draw_probe(size);
        RC_ASSERT(oracle->probe(probe));
        RC_ASSERT(cpu->probe(probe));
        RC_ASSERT(cpu->poll_probe() == oracle->poll_probe());
    }
}

TEST(PlanesBackend, EqualsTheOracleInStatesAndChangesForAnyProgram)
{
    for (const dsp::SimdTarget target : std::span(dsp::kTargets).subspan<1>()) {
        if (!dsp::select_target(target))
            continue;
        EXPECT_TRUE(rc::check(std::string(dsp::name_of(target)), run_program));
    }
    dsp::select_target(dsp::best_target());
}

TEST(PlanesBackend, SaysWhyItRefusesAndChangesNothing)
{
    EXPECT_FALSE(make_cpu({100, 10}, Rule{}).ok());
    const auto cpu = std::move(make_cpu({64, 8}, Rule{})).value();
    EXPECT_FALSE(cpu->load(Field({64, 9})).ok());
    const Field start = soup({64, 8}, 0.5, 3);
    ASSERT_TRUE(cpu->load(start).ok());
    const Stamp without_pattern;
    EXPECT_FALSE(cpu->advance({{}, std::span(&without_pattern, 1)}).ok());
    EXPECT_EQ(cpu->generation(), 0u);
    EXPECT_FALSE(cpu->poll().has_value());
    EXPECT_EQ(*cpu->read(), start);
}

TEST(PlanesBackend, CountsChangesThatNobodyFetched)
{
    const auto cpu = std::move(make_cpu({64, 8}, Rule{})).value();
    ASSERT_TRUE(cpu->load(soup({64, 8}, 0.5, 3)).ok());
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(cpu->advance({}).ok());
    ASSERT_TRUE(cpu->poll().has_value());
    EXPECT_FALSE(cpu->poll().has_value());
    const DeltaCounters counters = cpu->counters();
    EXPECT_EQ(counters.advanced, 3u);
    EXPECT_EQ(counters.delivered, 1u);
    EXPECT_EQ(counters.skipped, 2u);
}

TEST(PlanesBackend, HasOneProbeUnderWay)
{
    const auto cpu = std::move(make_cpu({64, 8}, Rule{})).value();
    EXPECT_TRUE(cpu->probe({}));
    EXPECT_FALSE(cpu->probe({}));
    EXPECT_TRUE(cpu->poll_probe().has_value());
    EXPECT_FALSE(cpu->poll_probe().has_value());
    EXPECT_TRUE(cpu->probe({}));
}

} // namespace
} // namespace quern::life
