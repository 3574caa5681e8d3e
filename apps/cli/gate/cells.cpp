// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Checks of states and changes.
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "apps/cli/gate/gate.hpp"
#include "apps/cli/gate/reference_run.hpp"

namespace quern::cli::gate {
namespace {

using life::Automaton;
using life::Delta;
using life::Event;

constexpr std::uint32_t kStateEvery = 10; // generations between two looks at all cells

std::string other(std::uint32_t generation, const char* what, std::uint32_t found, std::uint32_t expected)
{
    return fmt::format("generation {}: {}: found {:x}, expected {:x}", generation, what, found, expected);
}

/// One generation on; its changes, or what went wrong.
Result<Delta> step(Automaton& automaton, const life::Actions& actions = {})
{
    if (Status status = automaton.advance(actions); !status)
        return status.error();
    if (Status status = automaton.settle(); !status)
        return status.error();
    const std::optional<Delta> delta = automaton.poll();
    if (!delta || delta->generation != automaton.generation())
        return Error{Error::Code::io, "",
                     fmt::format("generation {}: no changes came", automaton.generation())};
    return *delta;
}

std::string compare(const Delta& delta, const ReferenceRow& row, std::vector<Event>& events)
{
    std::uint32_t births = 0, deaths = 0;
    for (std::size_t i = 0; i < delta.changed.size(); ++i) {
        births += static_cast<std::uint32_t>(std::popcount(delta.changed[i] & delta.alive[i]));
        deaths += static_cast<std::uint32_t>(std::popcount(delta.changed[i] & ~delta.alive[i]));
    }
    if (births != row.births || deaths != row.deaths)
        return fmt::format("generation {}: found {} births and {} deaths, expected {} and {}", row.generation,
                           births, deaths, row.births, row.deaths);
    if (checksum(delta) != row.masks)
        return other(row.generation, "changes", checksum(delta), row.masks);
    if (!row.events)
        return {};
    const auto reader = life::EventReader::create({.size = delta.size});
    if (!reader)
        return reader.error().text();
    reader->read_all(delta, std::nullopt, events);
    if (checksum(events) != *row.events)
        return other(row.generation, "events", checksum(events), *row.events);
    return {};
}

/// What one back end did, to be compared with what another did.
struct Trail {
    std::vector<std::uint32_t> checksums; // of changes, and of every tenth state
    std::string trouble;
};

bool look(Automaton& automaton, Trail& trail, const Result<Delta>& delta)
{
    if (!delta) {
        trail.trouble = delta.error().message;
        return false;
    }
    trail.checksums.push_back(checksum(*delta));
    if (automaton.generation() % kStateEvery != 0)
        return true;
    const Result<life::Field> field = automaton.read();
    if (!field) {
        trail.trouble = field.error().message;
        return false;
    }
    trail.checksums.push_back(checksum(*field));
    return true;
}

Trail trail_of_soup(const BackEnd& back_end)
{
    constexpr life::GridSize kSize{256, 128};
    constexpr std::uint32_t kGenerations = 300;
    const Selected selected(back_end.target);
    Trail trail;
    auto automaton = back_end.make(kSize, {});
    if (!automaton || !(*automaton)->load(life::soup(kSize, 0.3, 11))) {
        trail.trouble = "cannot be made";
        return trail;
    }
    while ((*automaton)->generation() < kGenerations)
        if (!look(**automaton, trail, step(**automaton)))
            break;
    return trail;
}

/// Gliders stamped in each way, teams and tags in turn, and a region that wanders over the seams, under a
/// rule whose births can have six parents.
Trail trail_of_actions(const BackEnd& back_end)
{
    constexpr life::GridSize kSize{192, 100};
    constexpr std::int32_t kGenerations = 120;
    const Selected selected(back_end.target);
    const life::Pattern pattern = drawn({".O.O", "..OO", "OOO.", "O..O"});
    Trail trail;
    auto automaton = back_end.make(kSize, *life::rule_named("B36/S23"));
    if (!automaton || !(*automaton)->load(life::soup(kSize, 0.25, 12))) {
        trail.trouble = "cannot be made";
        return trail;
    }
    life::Roi region{170, 80};
    for (std::int32_t i = 0; i < kGenerations; ++i) {
        std::array<life::Stamp, 3> stamps;
        for (std::int32_t k = 0; k < 3; ++k)
            stamps[static_cast<std::size_t>(k)] = {&pattern,
                                                   region.x + 17 * k - 4,
                                                   region.y + 5 * i % 53,
                                                   static_cast<std::uint8_t>((i + k) % 4),
                                                   static_cast<std::uint8_t>(k != 2),
                                                   static_cast<life::StampMode>((i + k) % 3)};
        const life::Move move{region, i % 3 - 1, i / 3 % 3 - 1};
        if (!look(**automaton, trail, step(**automaton, {{&move, 1}, stamps})))
            break;
        region = {region.x + move.dx + i % 2, region.y + move.dy};
    }
    return trail;
}

Outcome same(const Trail& found, const Trail& expected, const char* what)
{
    if (!found.trouble.empty())
        return Outcome::fail(found.trouble);
    if (found.checksums.size() != expected.checksums.size() || !expected.trouble.empty())
        return Outcome::fail("the oracle went another way");
    for (std::size_t i = 0; i < found.checksums.size(); ++i)
        if (found.checksums[i] != expected.checksums[i])
            return Outcome::fail(fmt::format("about generation {}: other cells than the oracle's",
                                             i * kStateEvery / (kStateEvery + 1) + 1));
    return Outcome::pass(what);
}

} // namespace

Outcome follows_reference(const BackEnd& back_end, std::string_view table, std::uint32_t generations)
{
    const Selected selected(back_end.target);
    const std::vector<ReferenceRow> rows = rows_of(table);
    if (rows.size() <= generations)
        return Outcome::fail(fmt::format("the table has {} rows", rows.size()));
    const life::Field start = start_of(table);
    auto automaton = back_end.make(start.size, {});
    if (!automaton)
        return Outcome::fail(automaton.error().message);
    if (Status loaded = (*automaton)->load(start); !loaded)
        return Outcome::fail(loaded.error().message);
    std::vector<Event> events;
    std::uint64_t total = 0;
    for (std::uint32_t generation = 1; generation <= generations; ++generation) {
        const Result<Delta> delta = step(**automaton);
        if (!delta)
            return Outcome::fail(delta.error().message);
        const ReferenceRow& row = rows[generation];
        if (std::string difference = compare(*delta, row, events); !difference.empty())
            return Outcome::fail(difference);
        total += row.births + row.deaths;
        if (generation % kStateEvery != 0 && generation != generations)
            continue;
        const Result<life::Field> field = (*automaton)->read();
        if (!field)
            return Outcome::fail(field.error().message);
        if (checksum(*field) != row.state)
            return Outcome::fail(other(generation, "state", checksum(*field), row.state));
    }
    return Outcome::pass(fmt::format("{} generations, {} events", generations, total));
}

Outcome follows_oracle(const BackEnd& back_end)
{
    static const Trail expected = trail_of_soup(oracle());
    return same(trail_of_soup(back_end), expected, "300 generations");
}

Outcome takes_actions_as_oracle(const BackEnd& back_end)
{
    static const Trail expected = trail_of_actions(oracle());
    return same(trail_of_actions(back_end), expected, "120 generations, 360 stamps");
}

Outcome moves_a_glider(const BackEnd& back_end)
{
    constexpr std::uint32_t kGenerations = 32;
    const Selected selected(back_end.target);
    const life::Field start = start_of("glider_bucket");
    auto automaton = back_end.make(start.size, {});
    auto reader = life::EventReader::create({.size = start.size});
    if (!automaton || !reader || !(*automaton)->load(start))
        return Outcome::fail("cannot be made");
    std::vector<double> means; // column of the events of one generation
    double last = -1.0, first = 0.0;
    for (std::uint32_t generation = 1; generation <= kGenerations; ++generation) {
        const Result<Delta> delta = step(**automaton);
        if (!delta)
            return Outcome::fail(delta.error().message);
        const life::EventBatch batch = reader->read(*delta, std::nullopt);
        if (batch.births != 2 || batch.deaths != 2)
            return Outcome::fail(fmt::format("generation {}: {} births and {} deaths, expected 2 and 2",
                                             generation, batch.births, batch.deaths));
        means.push_back(std::accumulate(batch.events.begin(), batch.events.end(), 0.0,
                                        [](double sum, Event event) { return sum + event.x(); }) /
                        4.0);
        if (means.size() < 4)
            continue;
        const double mean = std::accumulate(means.end() - 4, means.end(), 0.0) / 4.0;
        if (mean <= last)
            return Outcome::fail(
                fmt::format("generation {}: mean column {} after {}", generation, mean, last));
        first = last < 0.0 ? mean : first;
        last = mean;
    }
    return Outcome::pass(
        fmt::format("2 + 2 in each of {}, column {:.2f} to {:.2f}", kGenerations, first, last));
}

} // namespace quern::cli::gate
