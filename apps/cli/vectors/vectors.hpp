// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

/// Golden vectors: tab-separated files whose result columns are recomputed from their input columns.
namespace quern::vectors {

struct Table {
    std::string kind;                ///< "pick" of pick.tsv.gz
    std::vector<std::string> header; ///< the '#' lines, without '# '
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; ///< every row has columns.size() cells
    std::string name{}; ///< of its file, up to the first dot, where that is not the kind

    /// Index of a column, or npos.
    [[nodiscard]] std::size_t find(std::string_view column) const;
    /// A cell; an absent column reads as "".
    [[nodiscard]] const std::string& at(std::size_t row, std::string_view column) const;
    void set(std::size_t row, std::string_view column, std::string value);
};

/// The table of a text. `place` names it in errors, which add the line. Files of the automaton, whose cells
/// stand between commas, say their kind themselves: for them `kind` is the name.
Result<Table> parse_table(std::string_view kind, std::string_view text, const std::string& place);
/// Reads a .tsv, .csv, or either as .gz. Errors name file and line.
Result<Table> read_table(const std::string& path);
/// Writes header, columns and rows as text (the form `read_table` reads).
std::string to_text(const Table& table);

/// How one result column is compared. `exact`: same text. The others read both cells as single bits.
struct Tolerance {
    enum class Mode { exact, ulp, absolute } mode = Mode::exact;
    double limit = 0.0;
};

struct Report {
    std::size_t rows = 0;
    std::size_t mismatches = 0; ///< cells that differ beyond their tolerance
    std::size_t excepted = 0;   ///< cells left out by a documented exception
    double worst = 0.0; ///< largest difference seen, in the unit of the column's tolerance (ulp when exact)
    std::vector<std::string> details; ///< the first few mismatches, "row 17 gainA: 3E.. expected 3F.."
};

/// What a kind has to bring. `recompute` overwrites the result columns from the input columns (groups of
/// consecutive rows start from fresh state); cells of a documented exception are set to kExcepted.
struct Kind {
    std::string_view name;
    std::vector<std::string_view> results;              ///< columns compared
    std::map<std::string_view, Tolerance> tolerances{}; ///< others are exact
    Status (*recompute)(Table& table) = nullptr;
    Table (*make)() =
        nullptr; ///< the input rows of the standard scenarios with empty results; recompute fills them
    /// Where the tolerance depends on the row: replaces `tolerances`. Sees the recomputed table.
    Tolerance (*tolerance_at)(const Table& ours, std::size_t row, std::string_view column) = nullptr;
};
inline constexpr std::string_view kExcepted = "~";

/// All kinds, sorted by name.
std::span<const Kind> kinds();
const Kind* find_kind(std::string_view name);
/// Recomputes a copy and compares. A row that cannot be recomputed (unknown scenario, bad cell) is an error.
Result<Report> check(const Table& table);

// What the kinds share.
std::string hex(float value); ///< eight upper-case digits
std::string hex(std::uint32_t word);
Result<float> single_of_hex(std::string_view text); ///< "3F800000"
float single_of_decimal(std::string_view text);     ///< decimal straight to single (std::from_chars<float>)
/// Noise of the golden files: x = x*1664525 + 1013904223, value = single(x >> 8)/2^24 - 0.5.
std::vector<float> noise(std::uint32_t seed, std::size_t samples);

// One function per file of this folder returns the kinds it brings.
std::vector<Kind> grain_kinds(); ///< rng, tiling, pick, candidates, schedule, schedule_picks
std::vector<Kind> dsp_kinds();   ///< dsp_*
std::vector<Kind> bed_kinds();   ///< position, tuning, rocket, envelope, records, routing, routing_map, chain
std::vector<Kind> render_kinds();     ///< dry, render
std::vector<Kind> seek_kinds();       ///< seek, seek_table, seek_walk
std::vector<Kind> life_kinds();       ///< life, life_events, life_populations
std::vector<Kind> life_sound_kinds(); ///< life_sound

/// For `parse_table`: the table where the text is one of the automaton's files, which have their column names
/// in a note; nothing for any other text.
std::optional<Result<Table>> parse_life_table(std::string_view name, std::string_view text,
                                              const std::string& place);

} // namespace quern::vectors
