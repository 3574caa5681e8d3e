// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "apps/cli/gate/gate.hpp"
#include "apps/cli/gate/reference_run.hpp"
#include "tests/life/reference/reference_data.hpp"

// The gate itself, run on back ends with one fault each: what it promises to find, it finds. The gate as
// users run it is a test of its own, Gate.PassesOnEveryBackEnd.

namespace quern::cli::gate {
namespace {

using life::Automaton;
using life::Delta;

/// An oracle that lives by another rule.
BackEnd with_rule(const char* name)
{
    BackEnd back_end = oracle();
    back_end.make = [rule = *life::rule_named(name)](life::GridSize size, life::Rule) {
        return life::make_oracle(size, rule);
    };
    return back_end;
}

/// An oracle that passes on what it does with one fault.
class Faulty : public Automaton {
public:
    explicit Faulty(std::unique_ptr<Automaton> inner) : inner_(std::move(inner)) {}
    std::string_view name() const noexcept override { return "faulty"; }
    life::GridSize size() const noexcept override { return inner_->size(); }
    Status load(const life::Field& field) override { return inner_->load(field); }
    Status advance(const life::Actions& actions) override { return inner_->advance(actions); }
    std::optional<Delta> poll() override { return inner_->poll(); }
    Status settle() override { return inner_->settle(); }
    Result<life::Field> read() override { return inner_->read(); }
    std::uint32_t generation() const noexcept override { return inner_->generation(); }
    life::DeltaCounters counters() const noexcept override { return inner_->counters(); }
    bool probe(const life::IntegrityProbe& probe) override { return inner_->probe(probe); }
    std::optional<life::Integrity> poll_probe() override { return inner_->poll_probe(); }

private:
    std::unique_ptr<Automaton> inner_;
};

template <class Fault> BackEnd with_fault()
{
    BackEnd back_end = oracle();
    back_end.make = [](life::GridSize size, life::Rule rule) -> Result<std::unique_ptr<Automaton>> {
        return std::unique_ptr<Automaton>(std::make_unique<Fault>(std::move(*life::make_oracle(size, rule))));
    };
    return back_end;
}

/// Moves one event to the next column in generation 20.
struct OtherEvent : Faulty {
    using Faulty::Faulty;
    std::vector<std::uint64_t> changed;
    std::optional<Delta> poll() override
    {
        std::optional<Delta> delta = Faulty::poll();
        if (!delta || delta->generation != 20)
            return delta;
        changed.assign(delta->changed.begin(), delta->changed.end());
        for (std::uint64_t& word : changed)
            if (word != 0) {
                word &= word - 1;
                break;
            }
        delta->changed = changed;
        return delta;
    }
};
/// Forgets a team.
struct OtherState : Faulty {
    using Faulty::Faulty;
    Result<life::Field> read() override
    {
        auto field = Faulty::read();
        for (life::Cell& cell : field->cells)
            if (cell.team != 0) {
                cell.team = 0;
                break;
            }
        return field;
    }
};
/// Passes over stamps.
struct NoStamps : Faulty {
    using Faulty::Faulty;
    Status advance(const life::Actions& actions) override { return Faulty::advance({actions.moves, {}}); }
};
struct NoMoves : Faulty {
    using Faulty::Faulty;
    Status advance(const life::Actions& actions) override { return Faulty::advance({{}, actions.stamps}); }
};
/// Keeps a generation to itself.
struct Silent : Faulty {
    using Faulty::Faulty;
    std::optional<Delta> poll() override
    {
        std::optional<Delta> delta = Faulty::poll();
        return delta && delta->generation == 9 ? std::nullopt : delta;
    }
};

void expect_found(const Outcome& outcome, const std::string& words)
{
    EXPECT_FALSE(outcome.passed);
    EXPECT_NE(outcome.figure.find(words), std::string::npos) << outcome.figure;
}

TEST(Gate, PassesTheOracle)
{
    const Outcome outcome = follows_reference(oracle(), "soup30_256x128_seed7", 64);
    EXPECT_TRUE(outcome.passed) << outcome.figure;
    EXPECT_EQ(outcome.figure, "64 generations, 313330 events");
}

TEST(Gate, FindsAnotherRule)
{
    expect_found(follows_reference(with_rule("B36/S23"), "soup30_256x128_seed7", 64), "generation 1: ");
    expect_found(follows_oracle(with_rule("B38/S23")), "other cells");
    expect_found(moves_a_glider(with_rule("B2/S23")), "generation 1: ");
    expect_found(keeps_still_and_silent(with_rule("B3/S2")), "generation 1: ");
}

TEST(Gate, FindsOneEvent)
{
    expect_found(follows_reference(with_fault<OtherEvent>(), "soup30_256x128_seed7", 64), "generation 20: ");
    expect_found(follows_oracle(with_fault<OtherEvent>()), "other cells");
    expect_found(moves_a_glider(with_fault<OtherEvent>()), "generation 20: ");
    expect_found(sounds_as_oracle(with_fault<OtherEvent>()), "other samples");
}

TEST(Gate, FindsOneCell)
{
    expect_found(follows_reference(with_fault<OtherState>(), "soup30_256x128_seed7", 64),
                 "generation 10: state");
    expect_found(follows_oracle(with_fault<OtherState>()), "other cells");
}

TEST(Gate, FindsActionsThatHaveNoEffect)
{
    EXPECT_TRUE(takes_actions_as_oracle(with_fault<Faulty>()).passed);
    expect_found(takes_actions_as_oracle(with_fault<NoStamps>()), "other cells");
    expect_found(takes_actions_as_oracle(with_fault<NoMoves>()), "other cells");
}

TEST(Gate, FindsAGenerationThatNeverCame)
{
    expect_found(follows_reference(with_fault<Silent>(), "glider_seam", 64), "generation 9: no changes came");
    expect_found(sounds_as_oracle(with_fault<Silent>()), "other samples");
}

TEST(Gate, HoldsBackEndsAgainstTheGoldenFiles)
{
    // data/life/gate is made from tests/data/life by tools/life_gate_data.py.
    ASSERT_EQ(embedded_tables().size(), 5u);
    for (const EmbeddedTable& table : embedded_tables()) {
        SCOPED_TRACE(table.name);
        const std::vector<ReferenceRow> rows = rows_of(table.name);
        const auto golden = life::reference::rows_of(table.name);
        ASSERT_GT(rows.size(), 30u);
        ASSERT_LE(rows.size(), golden.size());
        std::vector<std::vector<life::Event>> events(rows.size());
        for (const auto& event : life::reference::events_of(table.name))
            if (event.generation < rows.size())
                events[event.generation].push_back(
                    life::Event::make(event.x, event.y, static_cast<life::EventType>(event.type)));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ASSERT_EQ(rows[i].generation, i);
            ASSERT_EQ(rows[i].births, golden[i].births);
            ASSERT_EQ(rows[i].deaths, golden[i].deaths);
            ASSERT_EQ(rows[i].masks, golden[i].masks);
            ASSERT_EQ(rows[i].state, golden[i].state);
            ASSERT_EQ(rows[i].events.has_value(), !events[i].empty()) << i;
            if (rows[i].events) {
                ASSERT_EQ(*rows[i].events, checksum(events[i])) << i;
            }
        }
        EXPECT_EQ(checksum(start_of(table.name)), rows.front().state);
    }
}

} // namespace
} // namespace quern::cli::gate
