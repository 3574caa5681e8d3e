// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::life {

/// Columns and rows of a field, whose edges join: a torus. Row 0 is the top row, column 0 the leftmost.
struct GridSize {
    std::int32_t width = 2048; ///< a multiple of 64, 64 ... 4096: what an event word holds
    std::int32_t height = 512; ///< 1 ... 1024

    [[nodiscard]] constexpr bool is_valid() const noexcept
    {
        return width >= 64 && width <= 4096 && width % 64 == 0 && height >= 1 && height <= 1024;
    }
    [[nodiscard]] constexpr std::size_t cells() const noexcept
    {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    /// 64-cell words of a row, and of the field.
    [[nodiscard]] constexpr std::size_t row_words() const noexcept
    {
        return static_cast<std::size_t>(width) / 64;
    }
    [[nodiscard]] constexpr std::size_t words() const noexcept { return cells() / 64; }
    /// Any column or row, brought into the field over its seams.
    [[nodiscard]] constexpr std::int32_t wrap_x(std::int32_t x) const noexcept
    {
        const std::int32_t rest = x % width;
        return rest < 0 ? rest + width : rest;
    }
    [[nodiscard]] constexpr std::int32_t wrap_y(std::int32_t y) const noexcept
    {
        const std::int32_t rest = y % height;
        return rest < 0 ? rest + height : rest;
    }
    friend constexpr bool operator==(GridSize, GridSize) = default;
};

/// One cell, as the four channels of an RGBA8 texel. A dead cell is four zeros.
struct Cell {
    std::uint8_t alive = 0; ///< 255, or 0 for dead
    std::uint8_t team = 0;  ///< 0 ... 3
    std::uint8_t age = 0;   ///< generations survived, at most 255
    std::uint8_t tag = 0;   ///< 1: a player's own

    friend constexpr bool operator==(Cell, Cell) = default;
};
static_assert(sizeof(Cell) == 4);

inline constexpr std::uint8_t kAlive = 255;
inline constexpr int kTeams = 4;

/// A whole field, cell by cell, row by row: the form in which states are loaded, read back and compared.
struct Field {
    GridSize size{};
    std::vector<Cell> cells; ///< size.cells() of them

    /// All dead. The size must be valid.
    explicit Field(GridSize of = {}) : size(of), cells(of.cells()) {}

    [[nodiscard]] Cell& at(std::int32_t x, std::int32_t y) noexcept
    {
        return cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                     static_cast<std::size_t>(x)];
    }
    [[nodiscard]] const Cell& at(std::int32_t x, std::int32_t y) const noexcept
    {
        return const_cast<Field*>(this)->at(x, y);
    }
    friend bool operator==(const Field&, const Field&) = default;
};

/// An error for a size that no field has.
Status check(GridSize size);
/// An error for a state that is not one of that size, made of cells as `Cell` describes them.
Status check(const Field& field, GridSize size);

/// Living cells.
[[nodiscard]] std::size_t population(const Field& field) noexcept;

/// Cells that are alive with a chance of `density` each, teams and tags drawn too; the same seed gives the
/// same soup everywhere. One step of splitmix64 a cell, row by row, r = its output: alive where the upper 32
/// bits are below floor(density * 2^32), team r mod 4, tag where bits 2 to 4 are zero (vectors/life). Density
/// is clamped to [0, 1]; one that is no number counts as 0.
[[nodiscard]] Field soup(GridSize size, double density, std::uint64_t seed);

} // namespace quern::life
