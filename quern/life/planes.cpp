// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/planes.hpp"

#include <array>
#include <bit>

namespace quern::life {
namespace {

constexpr std::size_t kPlanes = 5; // births and deaths are not kept
constexpr std::size_t kLine = 8;   // words

bool has(const std::uint64_t* plane, std::size_t word, std::uint64_t bit) noexcept
{
    return (plane[word] & bit) != 0;
}

void write(std::uint64_t* plane, std::size_t word, std::uint64_t bit, bool value) noexcept
{
    plane[word] = value ? plane[word] | bit : plane[word] & ~bit;
}

} // namespace

std::uint64_t window_of(const std::uint64_t* row, std::size_t row_words, std::int32_t x) noexcept
{
    const auto word = static_cast<std::size_t>(x) / 64;
    const auto shift = static_cast<unsigned>(x) % 64;
    const std::uint64_t low = row[word] >> shift;
    return shift == 0 ? low : low | row[word + 1 == row_words ? 0 : word + 1] << (64 - shift);
}

void set_window(std::uint64_t* row, std::size_t row_words, std::int32_t x, std::uint64_t mask,
                std::uint64_t bits) noexcept
{
    const auto put = [mask, bits](std::uint64_t& word, auto moved) {
        word = (word & ~moved(mask)) | moved(mask & bits);
    };
    const auto word = static_cast<std::size_t>(x) / 64;
    const auto shift = static_cast<unsigned>(x) % 64;
    put(row[word], [shift](std::uint64_t value) { return value << shift; });
    if (shift != 0)
        put(row[word + 1 == row_words ? 0 : word + 1],
            [shift](std::uint64_t value) { return value >> (64 - shift); });
}

Planes::Planes(GridSize size) : size_(size), births_(size.cells())
{
    // Each plane begins with a cache line, and in another set of a cache than the one before.
    const std::size_t pitch = (size.words() + kLine - 1) / kLine * kLine + kPlanePadding + kLine;
    memory_.resize(kPlanes * pitch + kPlanePadding + kLine);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data()) / sizeof(std::uint64_t);
    std::uint64_t* const begin = memory_.data() + (kLine - address % kLine) % kLine + kPlanePadding;
    set_.row_words = size.row_words();
    set_.rows = static_cast<std::size_t>(size.height);
    set_.alive = begin;
    set_.changed = begin + pitch;
    set_.team_low = begin + 2 * pitch;
    set_.team_high = begin + 3 * pitch;
    set_.tag = begin + 4 * pitch;
}

Planes::Place Planes::place(std::int32_t x, std::int32_t y) const noexcept
{
    const auto column = static_cast<std::size_t>(x);
    return {static_cast<std::size_t>(y) * set_.row_words + column / 64, std::uint64_t{1} << column % 64};
}

void Planes::put(Place at, Cell cell) noexcept
{
    write(set_.alive, at.word, at.bit, cell.alive != 0);
    write(set_.team_low, at.word, at.bit, (cell.team & 1) != 0);
    write(set_.team_high, at.word, at.bit, (cell.team & 2) != 0);
    write(set_.tag, at.word, at.bit, cell.tag != 0);
}

void Planes::load(const Field& field) noexcept
{
    for (std::size_t i = 0; i < field.cells.size(); ++i) {
        put({i / 64, std::uint64_t{1} << i % 64}, field.cells[i]);
        births_.set_age(i, field.cells[i].age, 0);
    }
    for (std::size_t word = 0; word < size_.words(); ++word)
        set_.changed[word] = 0;
}

Field Planes::read(std::uint32_t now) const
{
    Field field(size_);
    for (std::size_t word = 0; word < size_.words(); ++word)
        for (std::uint64_t rest = set_.alive[word]; rest != 0; rest &= rest - 1) {
            const std::uint64_t bit = rest & -rest;
            const std::size_t cell = 64 * word + static_cast<std::size_t>(std::countr_zero(rest));
            const int team = has(set_.team_low, word, bit) + 2 * has(set_.team_high, word, bit);
            field.cells[cell] = {kAlive, static_cast<std::uint8_t>(team), births_.age(cell, now),
                                 static_cast<std::uint8_t>(has(set_.tag, word, bit))};
        }
    return field;
}

void Planes::step(const PlaneRule& rule, std::uint32_t now) noexcept
{
    const PlaneKernels& kernels = plane_kernels();
    if (!rule.has_odd_births) {
        kernels.step_full(set_, rule);
    } else {
        kernels.step_changed(set_, rule);
        find_odd_heirs();
        kernels.inherit(set_);
        for (const Heir& heir : odd_heirs_)
            put({heir.cell / 64, std::uint64_t{1} << heir.cell % 64}, heir.born);
    }
    births_.advance(set_.changed, set_.alive, now);
}

/// Between the step and inheriting: of all planes but `alive`, the cells are those of before.
void Planes::find_odd_heirs() noexcept
{
    odd_heirs_.clear();
    for (std::size_t word = 0; word < size_.words(); ++word)
        for (std::uint64_t rest = set_.changed[word] & set_.alive[word]; rest != 0; rest &= rest - 1) {
            const std::size_t cell = 64 * word + static_cast<std::size_t>(std::countr_zero(rest));
            const auto width = static_cast<std::size_t>(size_.width);
            Cell born;
            if (find_parents(static_cast<std::int32_t>(cell % width), static_cast<std::int32_t>(cell / width),
                             born))
                odd_heirs_.push_back({static_cast<std::uint32_t>(cell), born});
        }
}

/// Whether they are not three, and then what the cell inherits.
bool Planes::find_parents(std::int32_t x, std::int32_t y, Cell& born) const noexcept
{
    std::array<std::uint8_t, kTeams> teams{};
    int tagged = 0;
    int parents = 0;
    for (std::int32_t row = y - 1; row <= y + 1; ++row)
        for (std::int32_t column = x - 1; column <= x + 1; ++column) {
            if (row == y && column == x)
                continue;
            const auto [word, bit] = place(size_.wrap_x(column), size_.wrap_y(row));
            if (((set_.alive[word] ^ set_.changed[word]) & bit) == 0)
                continue;
            const int team = has(set_.team_low, word, bit) + 2 * has(set_.team_high, word, bit);
            ++teams[static_cast<std::size_t>(team)];
            tagged += has(set_.tag, word, bit);
            ++parents;
        }
    if (parents == 3)
        return false;
    born = newborn(teams, tagged);
    return true;
}

RoiCells Planes::cells_of(Roi roi) const noexcept
{
    RoiCells cells{};
    const std::int32_t left = size_.wrap_x(roi.x);
    const std::int32_t top = size_.wrap_y(roi.y);
    for (std::int32_t row = 0; row < kRoiSize; ++row) {
        const auto y = static_cast<std::size_t>(size_.wrap_y(top + row));
        cells[static_cast<std::size_t>(row)] =
            window_of(set_.alive + y * set_.row_words, set_.row_words, left) &
            ((std::uint64_t{1} << kRoiSize) - 1);
    }
    return cells;
}

void Planes::apply(const Stamp& stamp, std::uint32_t now) noexcept
{
    const Pattern& pattern = *stamp.pattern;
    const Cell stamped{kAlive, stamp.team, 0, stamp.tag};
    const std::int32_t left = size_.wrap_x(stamp.x);
    const std::int32_t top = size_.wrap_y(stamp.y);
    for (std::int32_t y = 0; y < pattern.height; ++y)
        for (std::int32_t x = 0; x < pattern.width; ++x) {
            const bool wanted = pattern.is_alive(x, y);
            if (!wanted && stamp.mode != StampMode::replace)
                continue;
            const std::int32_t column = size_.wrap_x(left + size_.wrap_x(x));
            const std::int32_t row = size_.wrap_y(top + size_.wrap_y(y));
            const Place at = place(column, row);
            const bool lived = has(set_.alive, at.word, at.bit);
            if (lived && stamp.mode == StampMode::merge)
                continue;
            const bool lives = wanted && !(lived && stamp.mode == StampMode::toggle);
            if (lives != lived)
                set_.changed[at.word] ^= at.bit;
            put(at, lives ? stamped : Cell{});
            births_.set_age(64 * at.word + static_cast<std::size_t>(std::countr_zero(at.bit)), 0, now);
        }
}

} // namespace quern::life
