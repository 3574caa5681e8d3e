// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/plane_moves.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quern::life {
namespace {

constexpr auto kRows = static_cast<std::size_t>(kRoiSize);
constexpr std::uint64_t kColumns = (std::uint64_t{1} << kRoiSize) - 1;
constexpr std::size_t kMostPlanes = 4;

/// The tagged cells of a region, while they are in no field. Bit c of a row is column c of the region.
struct Body {
    std::array<std::uint64_t, kRows> cells;
    std::array<std::array<std::uint64_t, kRows>, kMostPlanes> planes;
    std::array<std::array<std::uint16_t, kRows>, kRows> stamps;
};

/// Planes of one state, `tag` among them, and where births are told of, when they are.
struct State {
    GridSize size;
    std::span<std::uint64_t* const> planes;
    const std::uint64_t* tag;
    BirthStamps* births;

    [[nodiscard]] std::size_t row(std::int32_t y) const noexcept
    {
        return static_cast<std::size_t>(size.wrap_y(y)) * size.row_words();
    }
    /// The stamp of column `x` + `column` of row y.
    [[nodiscard]] std::uint16_t& stamp(std::int32_t x, int column, std::int32_t y) const noexcept
    {
        const auto at = static_cast<std::size_t>(size.wrap_x(x + column));
        return births->stamp(row(y) * 64 + at);
    }
};

template <class F> void for_bits(std::uint64_t bits, F f)
{
    for (; bits != 0; bits &= bits - 1)
        f(std::countr_zero(bits));
}

void lift(const State& state, std::int32_t x, std::int32_t y, std::size_t row, Body& body) noexcept
{
    const std::size_t words = state.size.row_words();
    const std::size_t at = state.row(y);
    const std::uint64_t cells = window_of(state.tag + at, words, x) & kColumns;
    body.cells[row] = cells;
    for (std::size_t plane = 0; plane < state.planes.size(); ++plane) {
        body.planes[plane][row] = window_of(state.planes[plane] + at, words, x);
        set_window(state.planes[plane] + at, words, x, cells, 0);
    }
    if (state.births != nullptr)
        for_bits(cells, [&](int column) {
            body.stamps[row][static_cast<std::size_t>(column)] = state.stamp(x, column, y);
        });
}

void land(const State& state, std::int32_t x, std::int32_t y, std::size_t row, const Body& body) noexcept
{
    const std::size_t at = state.row(y);
    for (std::size_t plane = 0; plane < state.planes.size(); ++plane)
        set_window(state.planes[plane] + at, state.size.row_words(), x, body.cells[row],
                   body.planes[plane][row]);
    if (state.births != nullptr)
        for_bits(body.cells[row], [&](int column) {
            state.stamp(x, column, y) = body.stamps[row][static_cast<std::size_t>(column)];
        });
}

void move_cells(const State& state, const Move& move) noexcept
{
    Body body;
    const std::int32_t rows = std::min(kRoiSize, state.size.height);
    const std::int32_t x = state.size.wrap_x(move.from.x);
    const std::int32_t y = state.size.wrap_y(move.from.y);
    for (std::int32_t row = 0; row < rows; ++row)
        lift(state, x, y + row, static_cast<std::size_t>(row), body);
    for (std::int32_t row = 0; row < rows; ++row)
        land(state, state.size.wrap_x(x + move.dx), y + row + move.dy, static_cast<std::size_t>(row), body);
}

} // namespace

PlaneMoves::PlaneMoves(GridSize size)
    : size_(size),
      is_touched_(static_cast<std::size_t>(size.height)),
      alive_(size.words()),
      tag_(size.words())
{
}

/// Calls f(first word, one past the last) for the rows touched.
template <class F> void PlaneMoves::for_rows(F f) const
{
    const std::size_t words = size_.row_words();
    for (std::size_t y = 0; y < is_touched_.size(); ++y)
        if (is_touched_[y] != 0)
            f(y * words, (y + 1) * words);
}

void PlaneMoves::begin(const Planes& planes, std::span<const Move> moves) noexcept
{
    std::fill(is_touched_.begin(), is_touched_.end(), std::uint8_t{0});
    for (const Move& move : moves)
        for (std::int32_t row = -1; row <= kRoiSize; ++row)
            is_touched_[static_cast<std::size_t>(size_.wrap_y(size_.wrap_y(move.from.y) + row))] = 1;
    for_rows([&](std::size_t begin, std::size_t end) {
        const PlaneSet& set = planes.set();
        std::copy(set.alive + begin, set.alive + end, alive_.data() + begin);
        std::copy(set.tag + begin, set.tag + end, tag_.data() + begin);
    });
}

void PlaneMoves::apply(Planes& planes, std::span<const Move> moves) noexcept
{
    const PlaneSet& set = planes.set();
    const std::array now{set.alive, set.team_low, set.team_high, set.tag};
    const std::array before{alive_.data(), tag_.data()};
    for (const Move& move : moves) {
        move_cells({size_, now, set.tag, &planes.births()}, move);
        move_cells({size_, before, tag_.data(), nullptr}, move);
    }
    for_rows([&](std::size_t begin, std::size_t end) {
        for (std::size_t word = begin; word < end; ++word)
            set.changed[word] = set.alive[word] ^ alive_[word];
    });
}

} // namespace quern::life
