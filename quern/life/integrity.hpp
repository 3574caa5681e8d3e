// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/rule.hpp"

namespace quern::life {

inline constexpr std::uint32_t kProbeEvery = 30; ///< generations between two probes
/// Below these shares of health a body counts as damaged, and as lost.
inline constexpr double kDamagedHealth = 0.75;
inline constexpr double kLostHealth = 0.25;

/// The living cells of a region: row r of it, bit c for its column c.
using RoiCells = std::array<std::uint64_t, static_cast<std::size_t>(kRoiSize)>;

/// A question: how much of what should stand in this region stands there?
struct IntegrityProbe {
    Roi roi{};
    RoiCells reference{};
};

/// An answer. Only living cells are looked at, of any team and tag.
struct Integrity {
    std::uint32_t hit = 0;     ///< alive, as they should be
    std::uint32_t missing = 0; ///< dead, but should be alive
    std::uint32_t extra = 0;   ///< alive, but should not be
    std::uint32_t generation = 0;

    /// hit / (hit + missing + extra), 1 for an empty region that should be empty.
    [[nodiscard]] constexpr double health() const noexcept
    {
        const std::uint32_t all = hit + missing + extra;
        return all == 0 ? 1.0 : static_cast<double>(hit) / all;
    }
    friend constexpr bool operator==(const Integrity&, const Integrity&) = default;
};

/// Counts them. Bits above column 47 are not looked at.
[[nodiscard]] Integrity compare(const RoiCells& found, const RoiCells& reference,
                                std::uint32_t generation) noexcept;
/// The living cells of a region, over the seams; in a field of fewer than 48 rows they come again.
[[nodiscard]] RoiCells cells_of(const Field& field, Roi roi) noexcept;

/// The phases of a pattern that repeats: element k is how it stands in a region of its own after k
/// generations, its top left corner at (x, y) of the region. An error where it does not repeat within
/// `most` generations in place, or does not fit.
[[nodiscard]] Result<std::vector<RoiCells>> phases_of(const Pattern& pattern, std::int32_t x, std::int32_t y,
                                                      Rule rule, std::uint32_t most = 64);

} // namespace quern::life
