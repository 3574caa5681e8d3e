// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/life/cells.hpp"

namespace quern::life::gl {

/// A rectangle of texels of a field, inside its edges; `dx` and `dy` say where it lies in the whole one.
struct Piece {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::int32_t dx = 0;
    std::int32_t dy = 0;
};

/// A rectangle that may lie over the seams of a torus, as one to four that do not.
class Pieces {
public:
    /// The corner must be inside the field, the rectangle no larger than it.
    Pieces(GridSize size, std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) noexcept
    {
        for (std::int32_t dy = 0; dy < height;) {
            const std::int32_t row = dy == 0 ? y : 0;
            const std::int32_t rows = std::min(height - dy, size.height - row);
            for (std::int32_t dx = 0; dx < width;) {
                const std::int32_t column = dx == 0 ? x : 0;
                const std::int32_t columns = std::min(width - dx, size.width - column);
                pieces_[count_++] = {column, row, columns, rows, dx, dy};
                dx += columns;
            }
            dy += rows;
        }
    }
    [[nodiscard]] const Piece* begin() const noexcept { return pieces_.data(); }
    [[nodiscard]] const Piece* end() const noexcept { return pieces_.data() + count_; }

private:
    std::array<Piece, 4> pieces_{};
    std::size_t count_ = 0;
};

} // namespace quern::life::gl
