// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/life/reference/reference_data.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <zlib.h>

namespace quern::life::reference {
namespace {

/// The lines of a gzip file that are no notes, cut at their commas.
std::vector<std::vector<std::string>> read(std::string_view name)
{
    const std::string path = std::string(QUERN_TEST_DATA) + "/life/" + std::string(name) + ".csv.gz";
    std::vector<std::vector<std::string>> lines;
    const gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        return lines;
    char line[256];
    while (gzgets(file, line, sizeof line) != nullptr) {
        if (line[0] == '#')
            continue;
        std::vector<std::string>& cells = lines.emplace_back(1);
        for (const char* c = line; *c != '\0' && *c != '\n'; ++c) {
            if (*c == ',')
                cells.emplace_back();
            else
                cells.back() += *c;
        }
    }
    gzclose(file);
    return lines;
}

std::uint32_t number(const std::string& text, int base = 10)
{
    return static_cast<std::uint32_t>(std::strtoul(text.c_str(), nullptr, base));
}

/// Blocks and beehives, one on each 8 x 8 tile, of four teams, tagged in stripes of 64 columns.
Field still_life()
{
    const Pattern block = pattern_of("2o$2o!");
    const Pattern beehive = pattern_of("b2o$o2bo$b2o!");
    Field field({2048, 512});
    for (std::int32_t y = 0; y < 512; y += 8)
        for (std::int32_t x = 0; x < 2048; x += 8)
            apply(field, Stamp{.pattern = (x + y) / 8 % 2 != 0 ? &block : &beehive,
                               .x = x,
                               .y = y,
                               .team = static_cast<std::uint8_t>((x / 8 ^ y / 8) & 3),
                               .tag = static_cast<std::uint8_t>(x / 64 & 1)});
    return field;
}

Field alone(std::string_view runs, std::int32_t x, std::int32_t y, std::uint8_t team, std::uint8_t tag)
{
    const Pattern pattern = pattern_of(runs);
    Field field({2048, 512});
    apply(field, Stamp{.pattern = &pattern, .x = x, .y = y, .team = team, .tag = tag});
    return field;
}

std::string differs(std::uint32_t generation, const char* what, std::uint64_t found, std::uint64_t expected)
{
    return "generation " + std::to_string(generation) + ": " + what + ": found " + std::to_string(found) +
           ", expected " + std::to_string(expected);
}

/// What a back end is held against while it runs.
class Comparison {
public:
    Comparison(std::string_view name, const FollowOptions& options)
        : rows_(rows_of(name)), events_(options.events ? events_of(name) : std::vector<EventRow>{})
    {
    }

    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
    [[nodiscard]] std::uint32_t changes_seen() const { return seen_; }

    /// Takes the changes in their order.
    std::string look_at(const Delta& delta)
    {
        const std::uint32_t generation = delta.generation;
        if (generation <= last_ || generation >= rows_.size())
            return differs(generation, "its place in the order", generation, last_ + 1);
        const Row& row = rows_[generation];
        std::size_t births = 0;
        std::size_t deaths = 0;
        for (std::size_t i = 0; i < delta.size.words(); ++i) {
            births += static_cast<std::size_t>(std::popcount(delta.changed[i] & delta.alive[i]));
            deaths += static_cast<std::size_t>(std::popcount(delta.changed[i] & ~delta.alive[i]));
        }
        if (births != row.births)
            return differs(generation, "births", births, row.births);
        if (deaths != row.deaths)
            return differs(generation, "deaths", deaths, row.deaths);
        if (checksum(delta) != row.masks)
            return differs(generation, "checksum of the changes", checksum(delta), row.masks);
        last_ = generation;
        ++seen_;
        return look_at_events(delta);
    }

    std::string look_at(std::uint32_t generation, const Field& field) const
    {
        const Row& row = rows_[generation];
        if (population(field) != row.population)
            return differs(generation, "population", population(field), row.population);
        if (checksum(field) != row.state)
            return differs(generation, "checksum of the state", checksum(field), row.state);
        return {};
    }

private:
    std::string look_at_events(const Delta& delta)
    {
        if (next_event_ >= events_.size())
            return {};
        for (const EventRow& event : events_of(delta)) {
            if (next_event_ >= events_.size() || !(event == events_[next_event_]))
                return "generation " + std::to_string(delta.generation) + ": event (" +
                       std::to_string(event.x) + ", " + std::to_string(event.y) +
                       ") is not the one of line " + std::to_string(next_event_);
            ++next_event_;
        }
        return {};
    }

    std::vector<Row> rows_;
    std::vector<EventRow> events_;
    std::size_t next_event_ = 0;
    std::uint32_t last_ = 0;
    std::uint32_t seen_ = 0;
};

/// Hands every change that is ready to the comparison.
std::string drain(Automaton& automaton, Comparison& comparison)
{
    while (const std::optional<Delta> delta = automaton.poll())
        if (std::string difference = comparison.look_at(*delta); !difference.empty())
            return difference;
    return {};
}

std::string look_at_state(Automaton& automaton, const Comparison& comparison)
{
    const Result<Field> field = automaton.read();
    return field ? comparison.look_at(automaton.generation(), *field) : field.error().text();
}

} // namespace

std::vector<Row> rows_of(std::string_view name)
{
    std::vector<Row> rows;
    for (const auto& cells : read(name))
        if (cells.size() == 6)
            rows.push_back({number(cells[0]), number(cells[1]), number(cells[2]), number(cells[3]),
                            number(cells[4], 16), number(cells[5], 16)});
    return rows;
}

std::vector<EventRow> events_of(std::string_view name)
{
    std::vector<EventRow> events;
    for (const auto& cells : read(std::string(name) + "_events"))
        if (cells.size() == 5)
            events.push_back({number(cells[0]), number(cells[1]), static_cast<std::int32_t>(number(cells[2])),
                              static_cast<std::int32_t>(number(cells[3]))});
    return events;
}

std::vector<EventRow> events_of(const Delta& delta)
{
    std::vector<EventRow> events;
    for (const std::uint32_t type : {0u, 1u})
        for (std::int32_t y = 0; y < delta.size.height; ++y)
            for (std::int32_t x = 0; x < delta.size.width; ++x) {
                const std::size_t cell =
                    static_cast<std::size_t>(y) * static_cast<std::size_t>(delta.size.width) +
                    static_cast<std::size_t>(x);
                const bool changed = (delta.changed[cell / 64] >> cell % 64 & 1u) != 0;
                const bool alive = (delta.alive[cell / 64] >> cell % 64 & 1u) != 0;
                if (changed && alive == (type == 0))
                    events.push_back({delta.generation, type, x, y});
            }
    return events;
}

Field start_of(std::string_view name)
{
    if (name == "soup30_seed1")
        return soup({2048, 512}, 0.3, 1);
    if (name == "soup30_256x128_seed7")
        return soup({256, 128}, 0.3, 7);
    if (name == "glider_seam")
        return alone("bob$2bo$3o!", 2045, 509, 1, 1);
    if (name == "glider_bucket")
        return alone("bob$2bo$3o!", 64, 100, 0, 0);
    if (name == "r_pentomino")
        return alone("b2o$2o$bo!", 1024, 256, 0, 0);
    if (name == "still_life")
        return still_life();
    Field none;
    none.cells.clear();
    return none;
}

Pattern pattern_of(std::string_view runs)
{
    std::vector<std::vector<std::uint8_t>> rows(1);
    std::size_t run = 0;
    std::size_t width = 0;
    for (const char c : runs) {
        if (c >= '0' && c <= '9') {
            run = run * 10 + static_cast<std::size_t>(c - '0');
            continue;
        }
        const std::size_t count = run == 0 ? 1 : run;
        run = 0;
        if (c == 'b' || c == 'o')
            rows.back().insert(rows.back().end(), count, c == 'o' ? 1 : 0);
        width = std::max(width, rows.back().size());
        if (c == '$')
            rows.resize(rows.size() + count);
    }
    Pattern pattern{static_cast<std::int32_t>(width), static_cast<std::int32_t>(rows.size()), {}};
    for (std::vector<std::uint8_t>& row : rows) {
        row.resize(width);
        pattern.cells.insert(pattern.cells.end(), row.begin(), row.end());
    }
    return pattern;
}

std::uint32_t checksum(const Field& field)
{
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(field.cells.data()), field.cells.size() * sizeof(Cell)));
}

std::uint32_t checksum(const Delta& delta)
{
    std::vector<std::uint32_t> texels(delta.size.words() * 4);
    pack_texels(delta, texels);
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(texels.data()), texels.size() * sizeof(std::uint32_t)));
}

std::string follow(Automaton& automaton, std::string_view name, const FollowOptions& options)
{
    Comparison comparison(name, options);
    if (comparison.rows().empty())
        return std::string(name) + ": no rows";
    if (Status status = automaton.load(start_of(name)); !status)
        return status.error().text();
    if (std::string difference = look_at_state(automaton, comparison); !difference.empty())
        return difference;

    const auto last = static_cast<std::uint32_t>(comparison.rows().size() - 1);
    const std::uint32_t generations = options.generations == 0 ? last : std::min(options.generations, last);
    for (std::uint32_t generation = 1; generation <= generations; ++generation) {
        if (Status status = automaton.advance({}); !status)
            return status.error().text();
        if (options.settled || generation == generations)
            if (Status status = automaton.settle(); !status)
                return status.error().text();
        if (std::string difference = drain(automaton, comparison); !difference.empty())
            return difference;
        const bool look = options.state_every != 0 && generation % options.state_every == 0;
        if (look || generation == generations)
            if (std::string difference = look_at_state(automaton, comparison); !difference.empty())
                return difference;
    }
    const DeltaCounters counters = automaton.counters();
    if (comparison.changes_seen() + counters.skipped + counters.lost != generations)
        return "changes of " + std::to_string(comparison.changes_seen()) + " generations came, " +
               std::to_string(counters.skipped) + " were skipped and " + std::to_string(counters.lost) +
               " lost, of " + std::to_string(generations);
    if (options.settled && comparison.changes_seen() != generations)
        return "changes of " + std::to_string(generations - comparison.changes_seen()) +
               " generations are missing";
    return {};
}

} // namespace quern::life::reference
