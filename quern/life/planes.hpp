// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/life/actions.hpp"
#include "quern/life/birth_stamps.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/integrity.hpp"
#include "quern/life/plane_kernels.hpp"

namespace quern::life {

/// The 64 cells of a row from column `x` on, over the seam where it is among them.
[[nodiscard]] std::uint64_t window_of(const std::uint64_t* row, std::size_t row_words,
                                      std::int32_t x) noexcept;
/// Puts those of `bits` into them that `mask` has set.
void set_window(std::uint64_t* row, std::size_t row_words, std::int32_t x, std::uint64_t mask,
                std::uint64_t bits) noexcept;

/// The state of the CPU back end: a field as bit planes, with the generation in which each cell was born.
class Planes {
public:
    explicit Planes(GridSize size);
    Planes(const Planes&) = delete; // `set_` points into `memory_`
    Planes& operator=(const Planes&) = delete;

    /// Takes a valid field of its size as generation 0; nothing has changed.
    void load(const Field& field) noexcept;
    /// The field as it is in generation `now`.
    [[nodiscard]] Field read(std::uint32_t now) const;

    /// One generation of the rule: all of it, and what changed. `now` is the one it leads to.
    void step(const PlaneRule& rule, std::uint32_t now) noexcept;
    /// What comes alive is of generation `now`. Changes follow.
    void apply(const Stamp& stamp, std::uint32_t now) noexcept;

    /// The living cells of a region.
    [[nodiscard]] RoiCells cells_of(Roi roi) const noexcept;
    [[nodiscard]] GridSize size() const noexcept { return size_; }
    [[nodiscard]] const PlaneSet& set() const noexcept { return set_; }
    [[nodiscard]] BirthStamps& births() noexcept { return births_; }

private:
    struct Place {
        std::size_t word;
        std::uint64_t bit;
    };
    struct Heir {
        std::uint32_t cell;
        Cell born;
    };

    [[nodiscard]] Place place(std::int32_t x, std::int32_t y) const noexcept;
    void find_odd_heirs() noexcept;
    [[nodiscard]] bool find_parents(std::int32_t x, std::int32_t y, Cell& born) const noexcept;
    void put(Place at, Cell cell) noexcept;

    GridSize size_;
    std::vector<std::uint64_t> memory_;
    PlaneSet set_{};
    BirthStamps births_;
    std::vector<Heir> odd_heirs_; // newborn cells of one generation whose parents are not three
};

} // namespace quern::life
