// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Changes and events of the automaton. docs/spec/life.md §1 to §3, §5.
#include <bit>
#include <cstdio>

#include "apps/cli/vectors/crc32.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "apps/cli/vectors/life_populations.hpp"
#include "apps/cli/vectors/life_run.hpp"
#include "apps/cli/vectors/life_start.hpp"
#include "quern/life/events.hpp"

namespace quern::vectors {
namespace {

constexpr long kMostGenerations = 200'000;

/// Where a table starts: by the first of its notes that says so.
Result<LifeStart> start_of(const Table& table)
{
    for (const std::string& note : table.header)
        if (const std::optional<LifeStart> start = life_start_of(note))
            return *start;
    return Error{Error::Code::bad_input, table.name,
                 "found no note that says where it starts, expected one such as \"30% soup, seed 1\" or "
                 "\"bob$2bo$3o! at (64,100), team 0 tag 0\""};
}

Result<LifeRun> begin(const Table& table)
{
    const Result<LifeStart> start = start_of(table);
    if (!start)
        return start.error();
    const Result<life::Field> field = field_of(*start);
    if (!field)
        return field.error();
    return LifeRun::begin(*field, start->rule);
}

/// The generation of a row, not before `least`.
Result<std::uint32_t> generation_of(const Table& table, std::size_t row, std::uint32_t least)
{
    const Result<long> generation =
        whole_of(table.at(row, "gen"), static_cast<long>(least), kMostGenerations);
    if (!generation)
        return in_row(generation.error(), row, "gen");
    return static_cast<std::uint32_t>(*generation);
}

std::string lower_hex(std::uint32_t word)
{
    char text[9];
    std::snprintf(text, sizeof text, "%08x", word);
    return text;
}

std::string checksum_of(const life::Delta& delta)
{
    std::vector<std::uint32_t> texels(delta.size.words() * 4);
    life::pack_texels(delta, texels);
    return lower_hex(crc32(std::as_bytes(std::span(texels))));
}

std::string checksum_of(const life::Field& field)
{
    return lower_hex(crc32(std::as_bytes(std::span(field.cells))));
}

// life
// ----------------------------------------------------------------------------------------------------------

Status recompute_life(Table& table)
{
    Result<LifeRun> run = begin(table);
    if (!run)
        return run.error();
    std::size_t births = 0;
    std::size_t deaths = 0;
    std::string masks;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const Result<std::uint32_t> generation =
            generation_of(table, row, row == 0 ? 0 : run->generation() + 1);
        if (!generation)
            return generation.error();
        while (run->generation() < *generation) {
            const Result<life::Delta> delta = run->step();
            if (!delta)
                return delta.error();
            if (run->generation() < *generation)
                continue;
            const LifeCounts counts = counts_of(*delta);
            births = counts.births;
            deaths = counts.deaths;
            masks = checksum_of(*delta);
        }
        const Result<life::Field> state = run->state();
        if (!state)
            return state.error();
        table.set(row, "population", std::to_string(life::population(*state)));
        table.set(row, "births", std::to_string(births));
        table.set(row, "deaths", std::to_string(deaths));
        table.set(row, "crc32_masks", masks);
        table.set(row, "crc32_state", checksum_of(*state));
    }
    return Ok{};
}

// life_events
// ----------------------------------------------------------------------------------------------------------

/// Births, then deaths, each row by row. Bit by bit, not by the scan that the sound is made from: the list is
/// what that scan has to find.
std::vector<life::Event> events_of(const life::Delta& delta)
{
    std::vector<life::Event> events;
    for (const life::EventType type : {life::EventType::birth, life::EventType::death}) {
        const std::uint64_t flip = type == life::EventType::birth ? 0 : ~std::uint64_t{0};
        for (std::size_t word = 0; word < delta.changed.size(); ++word) {
            std::uint64_t bits = delta.changed[word] & (delta.alive[word] ^ flip);
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t column =
                    word % delta.size.row_words() * 64 + static_cast<std::size_t>(std::countr_zero(bits));
                events.push_back(life::Event::make(static_cast<std::int32_t>(column),
                                                   static_cast<std::int32_t>(word / delta.size.row_words()),
                                                   type));
            }
        }
    }
    return events;
}

void set_event(Table& table, std::size_t row, life::Event event)
{
    table.set(row, "type", std::to_string(static_cast<int>(event.type())));
    table.set(row, "x", std::to_string(event.x()));
    table.set(row, "y", std::to_string(event.y()));
    table.set(row, "packed", std::to_string(event.word));
}

/// Events that no row holds show in the row where they are missed.
void add_missing(Table& table, std::size_t row, std::size_t count, std::uint32_t generation)
{
    table.set(row, "packed",
              table.at(row, "packed") + " and " + std::to_string(count) + " more in generation " +
                  std::to_string(generation));
}

Status recompute_events(Table& table)
{
    Result<LifeRun> run = begin(table);
    if (!run)
        return run.error();
    for (std::size_t row = 0; row < table.rows.size();) {
        const Result<std::uint32_t> generation = generation_of(table, row, run->generation() + 1);
        if (!generation)
            return generation.error();
        std::size_t end = row;
        while (end < table.rows.size() && table.at(end, "gen") == table.at(row, "gen"))
            ++end;
        std::vector<life::Event> events;
        while (run->generation() < *generation) {
            const std::size_t unlisted = events.size();
            const Result<life::Delta> delta = run->step();
            if (!delta)
                return delta.error();
            events = events_of(*delta);
            if (unlisted != 0)
                return in_row({Error::Code::bad_input,
                               {},
                               "found generation " + std::to_string(*generation) + ", expected generation " +
                                   std::to_string(run->generation() - 1) + ", which has events"},
                              row, "gen");
        }
        for (std::size_t i = row; i < end && i - row < events.size(); ++i)
            set_event(table, i, events[i - row]);
        if (events.size() > end - row)
            add_missing(table, end - 1, events.size() - (end - row), *generation);
        row = end;
    }
    return Ok{};
}

} // namespace

std::vector<Kind> life_kinds()
{
    return {
        {.name = "life",
         .results = {"population", "births", "deaths", "crc32_masks", "crc32_state"},
         .recompute = recompute_life},
        {.name = "life_events", .results = {"type", "x", "y", "packed"}, .recompute = recompute_events},
        {.name = "life_populations", .results = {"population"}, .recompute = recompute_populations},
    };
}

} // namespace quern::vectors
