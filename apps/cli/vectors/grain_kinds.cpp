// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/window_picker.hpp"

namespace quern::vectors {
namespace {

using grain::PlayerParams;

// rng
// ---------------------------------------------------------------------------------------------------------

/// Row n = -1 carries the start state; it is read from the column that is not compared.
Status recompute_rng(Table& table)
{
    std::string seed;
    Generator generator;
    long done = -1;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto n = whole_of(table.at(row, "n"), -1);
        if (!n)
            return in_row(n.error(), row, "n");
        if (row == 0 || table.at(row, "seed") != seed || *n <= done) {
            seed = table.at(row, "seed");
            done = -1;
            const auto named = named_state(seed);
            if (*n == -1) {
                const auto words = words_of(table.at(row, "exact_words_after"));
                if (!words)
                    return in_row(words.error(), row, "exact_words_after");
                generator = Generator(*words);
            } else if (named) {
                generator = Generator(*named);
            } else {
                return in_row({Error::Code::bad_input, {}, "found no row n = -1 for seed '" + seed + "'"},
                              row, "n");
            }
        }
        std::string draw = "-";
        for (; done < *n; ++done)
            draw = hex(generator.draw());
        table.set(row, "draw", draw);
        table.set(row, "exact_draw", draw);
        table.set(row, "words_after", words_text(generator.words()));
    }
    return Ok{};
}

Table make_rng()
{
    Table table{"rng", {}, {"seed", "n", "draw", "words_after", "exact_draw", "exact_words_after"}, {}};
    for (const char* seed : {"image", "zero"}) {
        table.rows.push_back({seed, "-1", "", "", "", words_text(*named_state(seed))});
        for (int n = 0; n < 64; ++n)
            table.rows.push_back({seed, std::to_string(n), "", "", "", ""});
    }
    return table;
}

// tiling
// ------------------------------------------------------------------------------------------------------

Status recompute_tiling(Table& table)
{
    constexpr std::array<std::string_view, 5> kInputs{"lo", "hi", "len", "low", "high"};
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::array<float, kInputs.size()> in{};
        for (std::size_t i = 0; i < in.size(); ++i) {
            const auto value = single_of_hex(table.at(row, kInputs[i]));
            if (!value)
                return in_row(value.error(), row, kInputs[i]);
            in[i] = *value;
        }
        std::array<grain::Window, grain::kMaxCandidates> windows{};
        const std::size_t count = grain::tile(in[0], in[1], in[2], in[3], in[4], windows);
        table.set(row, "count", std::to_string(count));
        table.set(row, "candidates", windows_text(std::span(windows).first(count)));
    }
    return Ok{};
}

Table make_tiling()
{
    Table table{"tiling", {}, {"lo", "hi", "len", "low", "high", "count", "candidates"}, {}};
    constexpr float kDuration = from_bits(0x41AEBC39);
    for (const float length : {0.1f, 0.4f, 0.5f, 0.6f, 1.1f}) {
        for (const float low : {0.0f, 1.3f, 5.0f, 12.75f, 19.0f})
            table.rows.push_back(
                {hex(-1.0f), hex(kDuration), hex(length), hex(low), hex(low + 1.6f), "", ""});
    }
    return table;
}

// pick, candidates
// ----------------------------------------------------------------------------------------------

Result<PlayerParams> params_named(const std::string& name)
{
    if (name == "A")
        return bed::SurfaceTuning{}.player_a;
    if (name == "B")
        return bed::SurfaceTuning{}.player_b;
    if (name == "rocket")
        return bed::OwnerTuning{}.rocket;
    if (name == "ctor")
        return PlayerParams{};
    return Error{Error::Code::bad_input, {}, "found params '" + name + "', expected A, B, rocket or ctor"};
}

Result<float> decimal_of(const std::string& text)
{
    const float value = single_of_decimal(text);
    if (!std::isfinite(value))
        return Error{Error::Code::bad_input, {}, "found '" + text + "', expected a number"};
    return value;
}

Result<float> duration_of(const std::string& text)
{
    return text == "crh_exact" ? Result<float>(from_bits(0x41AEBC39)) : decimal_of(text);
}

/// Position of pick n: a constant, or one of the walks that the header describes.
Result<float> position_of(const std::string& text, long n)
{
    const auto ratio = [](long above, long below) {
        return static_cast<float>(above) / static_cast<float>(below);
    };
    if (text == "ramp")
        return ratio(n < 100 ? n : 200 - n, 100);
    if (text == "scatter")
        return ratio(7 * n % 24, 24);
    if (text == "fast") {
        const long m = n % 40;
        return ratio(m < 20 ? m : 40 - m, 20);
    }
    return decimal_of(text);
}

/// Follows the rows of a pick file: a change of any input, or an n that does not grow, begins afresh.
class PickWalk {
public:
    struct Step {
        float position = 0.0f;
        float duration = 0.0f;
        Generator::Words before{};
        grain::Pick pick{};
    };

    Result<Step> at(const Table& table, std::size_t row)
    {
        const auto n = whole_of(table.at(row, "n"), 0);
        if (!n)
            return in_row(n.error(), row, "n");
        std::string group;
        for (std::string_view column : {"params", "pos", "dur", "seed"})
            group += table.at(row, column) + "\t";
        if (group != group_ || *n < next_) {
            if (auto begun = begin(table, row); !begun)
                return begun.error();
            group_ = group;
        }
        Step step;
        for (; next_ <= *n; ++next_) {
            const auto position = position_of(table.at(row, "pos"), next_);
            if (!position)
                return in_row(position.error(), row, "pos");
            step = {*position, duration_, generator_.words(), {}};
            step.pick = picker_.pick(params_, duration_, *position, generator_);
        }
        return step;
    }

    [[nodiscard]] const grain::WindowPicker& picker() const { return picker_; }

private:
    Status begin(const Table& table, std::size_t row)
    {
        const auto params = params_named(table.at(row, "params"));
        if (!params)
            return in_row(params.error(), row, "params");
        const auto duration = duration_of(table.at(row, "dur"));
        if (!duration)
            return in_row(duration.error(), row, "dur");
        const auto state = named_state(table.at(row, "seed"));
        if (!state)
            return in_row({Error::Code::bad_input,
                           {},
                           "found '" + table.at(row, "seed") + "', expected image, zero or top"},
                          row, "seed");
        params_ = *params;
        duration_ = *duration;
        generator_ = Generator(*state);
        picker_.reset();
        next_ = 0;
        return Ok{};
    }

    std::string group_;
    PlayerParams params_{};
    float duration_ = 0.0f;
    Generator generator_;
    grain::WindowPicker picker_;
    long next_ = 0;
};

Status recompute_pick(Table& table)
{
    PickWalk walk;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto step = walk.at(table, row);
        if (!step)
            return step.error();
        table.set(row, "pos_bits", hex(step->position));
        table.set(row, "dur_bits", hex(step->duration));
        table.set(row, "rng_before", words_text(step->before));
        table.set(row, "start_bits", hex(step->pick.start));
        table.set(row, "candidates", std::to_string(step->pick.candidates));
        table.set(row, "recent_count", std::to_string(walk.picker().recent().size()));
        table.set(row, "inserted", std::to_string(walk.picker().inserted()));
    }
    return Ok{};
}

Status recompute_candidates(Table& table)
{
    PickWalk walk;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto step = walk.at(table, row);
        if (!step)
            return step.error();
        table.set(row, "pos_bits", hex(step->position));
        table.set(row, "dur_bits", hex(step->duration));
        table.set(row, "count", std::to_string(step->pick.candidates));
        table.set(row, "candidates", windows_text(walk.picker().candidates()));
        table.set(row, "recent_list_after", windows_text(walk.picker().recent()));
    }
    return Ok{};
}

/// Every combination the headers describe. `constant_picks` at each constant position.
void add_pick_rows(Table& table, int constant_picks, bool all_seeds)
{
    const auto add = [&table](const std::string& params, const std::string& position,
                              const std::string& duration, const std::string& seed, int picks) {
        for (int n = 0; n < picks; ++n) {
            std::vector<std::string> row(table.columns.size());
            row[0] = params;
            row[1] = position;
            row[3] = duration;
            row[5] = seed;
            row[6] = std::to_string(n);
            table.rows.push_back(std::move(row));
        }
    };
    for (const std::string params : {"A", "B", "rocket", "ctor"}) {
        for (const std::string position :
             {"-0.02", "0", "0.1", "0.25", "0.4806", "0.63", "0.9", "1", "1.02"}) {
            for (const std::string duration : {"12.152", "17.617", "19.919", "21.97", "crh_exact"})
                add(params, position, duration, "image", constant_picks);
            if (all_seeds)
                add(params, position, "crh_exact", "zero", constant_picks);
        }
        for (const std::string walk : {"ramp", "scatter", "fast"})
            add(params, walk, "crh_exact", "image", 200);
        add(params, "0.63", "crh_exact", "top", 24);
    }
}

Table make_pick()
{
    Table table{"pick",
                {},
                {"params", "pos", "pos_bits", "dur", "dur_bits", "seed", "n", "rng_before", "start_bits",
                 "candidates", "recent_count", "inserted"},
                {}};
    add_pick_rows(table, 48, true);
    return table;
}

Table make_candidates()
{
    Table table{"candidates",
                {},
                {"params", "pos", "pos_bits", "dur", "dur_bits", "seed", "n", "count", "candidates",
                 "recent_list_after"},
                {}};
    add_pick_rows(table, 20, false);
    return table;
}

} // namespace

std::vector<Kind> grain_kinds()
{
    std::vector<Kind> kinds{
        {"rng", {"draw", "words_after", "exact_draw"}, {}, recompute_rng, make_rng},
        {"tiling", {"count", "candidates"}, {}, recompute_tiling, make_tiling},
        {"pick",
         {"pos_bits", "dur_bits", "rng_before", "start_bits", "candidates", "recent_count", "inserted"},
         {},
         recompute_pick,
         make_pick},
        {"candidates",
         {"pos_bits", "dur_bits", "count", "candidates", "recent_list_after"},
         {},
         recompute_candidates,
         make_candidates},
    };
    for (Kind& kind : schedule_kinds())
        kinds.push_back(std::move(kind));
    return kinds;
}

} // namespace quern::vectors
