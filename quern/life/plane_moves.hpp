// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/life/actions.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/planes.hpp"

namespace quern::life {

/// The moves of one generation on bit planes: of the state after the step, and of the one before it, against
/// which the changes are taken. Costs what the rows of the regions cost.
class PlaneMoves {
public:
    explicit PlaneMoves(GridSize size);

    /// Before the step: keeps what it would lose.
    void begin(const Planes& planes, std::span<const Move> moves) noexcept;
    /// After the step.
    void apply(Planes& planes, std::span<const Move> moves) noexcept;

private:
    template <class F> void for_rows(F f) const;

    GridSize size_;
    std::vector<std::uint8_t> is_touched_; // by a move of this generation, a row each
    std::vector<std::uint64_t> alive_;     // before the step, of the rows touched
    std::vector<std::uint64_t> tag_;
};

} // namespace quern::life
