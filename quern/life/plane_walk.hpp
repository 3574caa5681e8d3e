// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/life/plane_kernels.hpp"

namespace quern::life {

/// Rows that a kernel walks down before it goes on to the next words of the same rows: what it reads again
/// from the side is still in the first cache then.
inline constexpr std::size_t kMaxStripRows = 512;

/// Some words of each row of a strip, and what stands around them as it was before the step, although the
/// step works in place.
struct PlaneBlock {
    std::uint64_t* at; ///< in the strip's first row
    std::size_t row_words;
    std::size_t rows; ///< at least 1
    const std::uint64_t* west;
    std::size_t west_step;
    const std::uint64_t* east;
    std::size_t east_step;
    std::uint64_t* last;  ///< receives the last word of each row, to be the next block's west
    std::uint64_t* first; ///< receives the first word of each row
    std::size_t first_step;
    std::array<const std::uint64_t*, 3> above; ///< the row above: block, word west of it, word east of it
    std::array<const std::uint64_t*, 3> below;
};

/// One plane, strip by strip from the top, and in each strip block by block from the left.
class PlaneWalk {
public:
    PlaneWalk(std::uint64_t* plane, std::size_t row_words, std::size_t rows) noexcept QUERN_RT
        : plane_(plane),
          row_words_(row_words),
          rows_(rows)
    {
        keep(top_, plane);
        keep(above_, plane + (rows - 1) * row_words);
    }

    /// Goes on to the `rows` rows from row `y` on, at most kMaxStripRows.
    void enter(std::size_t y, std::size_t rows) noexcept QUERN_RT
    {
        if (y != 0)
            above_ = bottom_;
        strip_ = plane_ + y * row_words_;
        strip_rows_ = rows;
        keep(bottom_, strip_ + (rows - 1) * row_words_);
        below_ = y + rows < rows_ ? strip_ + rows * row_words_ : row(top_);
    }

    /// The block of `words` words from word `x` on.
    [[nodiscard]] PlaneBlock block(std::size_t x, std::size_t words) noexcept QUERN_RT
    {
        const bool is_first = x == 0;
        const bool is_last = x + words == row_words_;
        const std::size_t west = is_first ? row_words_ - 1 : x - 1;
        const std::size_t east = is_last ? 0 : x + words;
        const auto around = [&](const std::uint64_t* row) {
            return std::array{row + x, row + west, row + east};
        };
        return {.at = strip_ + x,
                .row_words = row_words_,
                .rows = strip_rows_,
                .west = is_first ? strip_ + west : west_.data(),
                .west_step = is_first ? row_words_ : 1,
                .east = is_last ? first_.data() : strip_ + east,
                .east_step = is_last ? 1 : row_words_,
                .last = west_.data(),
                .first = is_first ? first_.data() : &unused_,
                .first_step = is_first ? std::size_t{1} : 0,
                .above = around(row(above_)),
                .below = around(below_)};
    }

private:
    using Row = std::array<std::uint64_t, kMaxRowWords + 2 * kPlanePadding>;

    static const std::uint64_t* row(const Row& kept) noexcept QUERN_RT { return kept.data() + kPlanePadding; }
    void keep(Row& kept, const std::uint64_t* from) noexcept QUERN_RT
    {
        std::copy(from, from + row_words_, kept.data() + kPlanePadding);
    }

    std::uint64_t* plane_;
    std::size_t row_words_;
    std::size_t rows_;
    std::uint64_t* strip_ = nullptr;
    std::size_t strip_rows_ = 0;
    const std::uint64_t* below_ = nullptr;
    std::uint64_t unused_ = 0;
    // Words and rows as they were before the step; not cleared, which would take as long as fifty rows.
    // Longer than used: arrays a multiple of 4 KiB apart would be mistaken for each other by the processor.
    std::array<std::uint64_t, kMaxStripRows + 40> west_;
    std::array<std::uint64_t, kMaxStripRows + 40> first_;
    Row top_;
    Row above_;
    Row bottom_;
};

} // namespace quern::life
