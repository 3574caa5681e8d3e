// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/life_populations.hpp"

#include <array>
#include <charconv>

#include "apps/cli/vectors/grain_cells.hpp"
#include "apps/cli/vectors/life_run.hpp"
#include "apps/cli/vectors/life_start.hpp"
#include "quern/life/actions.hpp"

namespace quern::vectors {
namespace {

constexpr long kMostGenerations = 200'000;
constexpr life::GridSize kLargest{4096, 1024};

struct Named {
    std::string_view name;
    std::string_view note;
};
constexpr std::array<Named, 4> kNamed{{
    {"soup30_seed1", "30% soup, seed 1"},
    {"soup30_256x128_seed7", "256x128 torus, 30% soup, seed 7"},
    {"r_pentomino", "b2o$2o$bo! at (1024,256)"},
    {"gosper_gun",
     "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$"
     "12b2o! at (1000,250)"},
}};

/// A universe: a torus of that size, or the plane.
struct Universe {
    std::optional<life::GridSize> torus;
    life::Rule rule{};
};

/// "B3/S23:T2048x512 (words)", "B3/S23:T2048,512", "infinite plane (words)".
Result<Universe> universe_of(std::string_view text)
{
    Universe universe;
    if (text.starts_with("infinite plane"))
        return universe;
    const std::size_t colon = text.find(":T");
    const Result<life::Rule> rule = life::rule_named(text.substr(0, colon));
    life::GridSize size;
    const char* const end = text.data() + text.size();
    bool good = rule.ok() && colon != std::string_view::npos;
    if (good) {
        const auto [behind, fault] = std::from_chars(text.data() + colon + 2, end, size.width);
        good = fault == std::errc{} && behind != end && (*behind == 'x' || *behind == ',') &&
               std::from_chars(behind + 1, end, size.height).ec == std::errc{};
    }
    if (!good)
        return Error{Error::Code::bad_input,
                     {},
                     "found '" + std::string(text) +
                         "', expected \"infinite plane\" or a torus such as B3/S23:T2048x512"};
    universe.rule = *rule;
    universe.torus = size;
    return universe;
}

Result<LifeStart> start_named(const std::string& name)
{
    std::string names;
    for (const Named& named : kNamed) {
        if (named.name == name)
            return *life_start_of(named.note);
        names += (names.empty() ? "" : ", ") + std::string(named.name);
    }
    return Error{Error::Code::bad_input, {}, "found '" + name + "', expected a path or one of " + names};
}

/// The start's field, put into the middle of the largest one that there is.
life::Field in_the_middle(const life::Field& field)
{
    life::Field large(kLargest);
    const std::int32_t left = (kLargest.width - field.size.width) / 2;
    const std::int32_t top = (kLargest.height - field.size.height) / 2;
    for (std::int32_t y = 0; y < field.size.height; ++y)
        for (std::int32_t x = 0; x < field.size.width; ++x)
            large.at(left + x, top + y) = field.at(x, y);
    return large;
}

/// Rows and columns in which no cell ever lived. As long as two rows beside each other and two columns beside
/// each other are left, the torus may be thought of as cut there: all is as on the plane.
class Untouched {
public:
    explicit Untouched(const life::Field& field)
        : rows_(static_cast<std::size_t>(field.size.height)), columns_(field.size.row_words())
    {
        for (std::int32_t y = 0; y < field.size.height; ++y)
            for (std::int32_t x = 0; x < field.size.width; ++x)
                if (field.at(x, y).alive != 0) {
                    rows_[static_cast<std::size_t>(y)] = 1;
                    columns_[static_cast<std::size_t>(x) / 64] |= std::uint64_t{1} << x % 64;
                }
    }

    void take(const life::Delta& delta)
    {
        for (std::size_t i = 0; i < delta.changed.size(); ++i) {
            const std::uint64_t births = delta.changed[i] & delta.alive[i];
            rows_[i / columns_.size()] |= births;
            columns_[i % columns_.size()] |= births;
        }
    }

    [[nodiscard]] bool can_be_cut() const
    {
        bool rows = false;
        for (std::size_t y = 0; y < rows_.size(); ++y)
            rows = rows || (rows_[y] | rows_[(y + 1) % rows_.size()]) == 0;
        std::uint64_t columns = 0; // bit i: columns 64 t + i and the one after it
        for (std::size_t t = 0; t < columns_.size(); ++t) {
            const std::uint64_t next = columns_[(t + 1) % columns_.size()];
            columns |= ~(columns_[t] | (columns_[t] >> 1 | next << 63));
        }
        return rows && columns != 0;
    }

private:
    std::vector<std::uint64_t> rows_; // 0: nothing lived there
    std::vector<std::uint64_t> columns_;
};

/// Rows [begin, end), which have one pattern and one universe.
Status recompute_group(Table& table, std::size_t begin, std::size_t end)
{
    const Result<Universe> universe = universe_of(table.at(begin, "universe"));
    if (!universe)
        return in_row(universe.error(), begin, "universe");
    if (table.at(begin, "pattern").find('/') != std::string::npos) {
        for (std::size_t row = begin; row < end; ++row)
            table.set(row, "population", std::string(kExcepted));
        return Ok{};
    }
    Result<LifeStart> start = start_named(table.at(begin, "pattern"));
    if (!start)
        return in_row(start.error(), begin, "pattern");
    if (universe->torus)
        start->size = *universe->torus;
    const Result<life::Field> field = field_of(*start);
    if (!field)
        return in_row(field.error(), begin, "universe");
    const life::Field& first = *field;
    Result<LifeRun> run = LifeRun::begin(universe->torus ? first : in_the_middle(first), universe->rule);
    if (!run)
        return in_row(run.error(), begin, "universe");

    std::size_t population = life::population(first);
    Untouched untouched(universe->torus ? first : in_the_middle(first));
    for (std::size_t row = begin; row < end; ++row) {
        const Result<long> generation =
            whole_of(table.at(row, "generation"), static_cast<long>(run->generation()), kMostGenerations);
        if (!generation)
            return in_row(generation.error(), row, "generation");
        while (run->generation() < static_cast<std::uint32_t>(*generation) &&
               (universe->torus || untouched.can_be_cut())) {
            const Result<life::Delta> delta = run->step();
            if (!delta)
                return delta.error();
            const LifeCounts counts = counts_of(*delta);
            population += counts.births - counts.deaths;
            untouched.take(*delta);
        }
        table.set(row, "population",
                  universe->torus || untouched.can_be_cut() ? std::to_string(population)
                                                            : std::string(kExcepted));
    }
    return Ok{};
}

} // namespace

Status recompute_populations(Table& table)
{
    for (std::size_t begin = 0; begin < table.rows.size();) {
        std::size_t end = begin;
        while (end < table.rows.size() && table.at(end, "pattern") == table.at(begin, "pattern") &&
               table.at(end, "universe") == table.at(begin, "universe"))
            ++end;
        if (Status status = recompute_group(table, begin, end); !status)
            return status;
        begin = end;
    }
    return Ok{};
}

} // namespace quern::vectors
