// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/life/automaton.hpp"

/// The golden files of tests/data/life, and one way to hold any back end against them.
namespace quern::life::reference {

/// A line of a golden file, for the generation it stands at.
struct Row {
    std::uint32_t generation = 0;
    std::size_t population = 0;
    std::size_t births = 0;
    std::size_t deaths = 0;
    std::uint32_t masks = 0; ///< checksum of the changes as texels; 0 for generation 0, which has none
    std::uint32_t state = 0; ///< checksum of the cells
};
/// The lines of tests/data/life/NAME.csv.gz; none when it cannot be read.
std::vector<Row> rows_of(std::string_view name);

/// One birth (type 0) or death (type 1), as the event files list them.
struct EventRow {
    std::uint32_t generation = 0;
    std::uint32_t type = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(const EventRow&, const EventRow&) = default;
};
/// The lines of tests/data/life/NAME_events.csv.gz.
std::vector<EventRow> events_of(std::string_view name);
/// The changes as such lines: births, then deaths, each row by row. Looks at every cell.
std::vector<EventRow> events_of(const Delta& delta);

/// The position that golden file starts from; a field without cells for a name that has none.
Field start_of(std::string_view name);
/// A pattern in run lengths, such as `bob$2bo$3o!`. For tests: it believes what it reads.
Pattern pattern_of(std::string_view runs);

/// CRC-32 of a state's bytes, and of changes packed as texels.
std::uint32_t checksum(const Field& field);
std::uint32_t checksum(const Delta& delta);

struct FollowOptions {
    std::uint32_t generations = 0; ///< 0: as far as the file goes
    std::uint32_t state_every = 1; ///< generations between two looks at the whole state; 0: the last one only
    bool settled = true;           ///< wait for every generation's changes before the next one is stepped
    bool events = false;           ///< compare each event too, as far as the event file goes
};
/// Runs `automaton` from the start of that file and compares what it says with what the file says. Returns
/// the first difference, or nothing: EXPECT_EQ(follow(*oracle, "glider_seam"), "").
std::string follow(Automaton& automaton, std::string_view name, const FollowOptions& options = {});

} // namespace quern::life::reference
