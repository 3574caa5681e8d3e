// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/life/cells.hpp"

namespace quern::life {

inline constexpr std::int32_t kRoiSize = 48;  ///< columns and rows of a region of interest
inline constexpr std::size_t kMaxStamps = 64; ///< in one generation

/// A shape to be stamped: its cells, row by row, 1 for a living one.
struct Pattern {
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<std::uint8_t> cells; ///< width * height

    [[nodiscard]] bool is_alive(std::int32_t x, std::int32_t y) const noexcept
    {
        return cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(x)] != 0;
    }
};

/// How a stamp meets what is there.
enum class StampMode : std::uint8_t {
    merge,   ///< OR: dead cells come alive where the pattern lives; living ones stay as they are
    replace, ///< SET: every cell of the pattern's rectangle is as in the pattern
    toggle,  ///< XOR: where the pattern lives, dead cells come alive and living ones die
};

/// A pattern put into the field with its top left corner at (x, y), over the seams where it is at them. What
/// comes alive has age 0 and the stamp's team and tag. A pattern larger than the field is put cell by cell,
/// in the order of its rows, so that later cells meet earlier ones.
struct Stamp {
    const Pattern* pattern = nullptr; ///< borrowed for the call it is given to
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::uint8_t team = 0; ///< 0 ... 3
    std::uint8_t tag = 0;  ///< 0 or 1
    StampMode mode = StampMode::merge;
};

/// A square of 48 columns and rows of a torus, named by its top left corner. In a field of fewer rows it
/// holds them all.
struct Roi {
    std::int32_t x = 0;
    std::int32_t y = 0;

    [[nodiscard]] constexpr bool contains(GridSize size, std::int32_t px, std::int32_t py) const noexcept
    {
        return size.wrap_x(px - size.wrap_x(x)) < kRoiSize && size.wrap_y(py - size.wrap_y(y)) < kRoiSize;
    }
    friend constexpr bool operator==(Roi, Roi) = default;
};

/// The tagged cells of a region, moved by (dx, dy), each -1, 0 or 1. A cell at p becomes what was at p - d
/// where that place is in the region, alive and tagged; else it dies where it is in the region and tagged
/// itself; else it stays. What lands overwrites. The region then stands at (x + dx, y + dy).
struct Move {
    Roi from{};
    std::int32_t dx = 0;
    std::int32_t dy = 0;
};

/// What happens to a field in one generation besides the rule, in this order: step, moves, stamps. The
/// changes of that generation are taken against the state before the step with the same moves applied to it:
/// a body that glides along is not torn apart and born anew at its edges (docs/spec/life.md §3).
struct Actions {
    std::span<const Move> moves{};   ///< in their order
    std::span<const Stamp> stamps{}; ///< in their order, at most kMaxStamps
};

/// Puts a stamp into a field, or moves a region: the reference for every back end.
void apply(Field& field, const Stamp& stamp) noexcept;
void apply(Field& field, const Move& move);

/// Whether a back end takes them: number of stamps, pattern, mode, team, tag and offsets in range. Places may
/// be any: they are brought into the field over its seams.
[[nodiscard]] bool is_valid(const Actions& actions) noexcept;
/// The same, saying what is wrong.
Status check(const Actions& actions);

} // namespace quern::life
