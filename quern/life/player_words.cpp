// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/player_words.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace quern::life {

PlayerWords::PlayerWords(GridSize size, const std::optional<Roi>& roi) noexcept
{
    if (!roi)
        return;
    const auto left = static_cast<std::size_t>(size.wrap_x(roi->x));
    const auto shift = static_cast<unsigned>(left % 64);
    constexpr std::uint64_t kColumns = (std::uint64_t{1} << kRoiSize) - 1;
    // What a shift by 64 - `shift` would leave, were it defined for no shift.
    PlayerWord near{left / 64, kColumns << shift};
    PlayerWord far{(left / 64 + 1) % size.row_words(), kColumns >> 1 >> (63 - shift)};
    if (near.index == far.index) { // a field of one word a row
        near.mask |= far.mask;
        far.mask = 0;
    }
    if (far.index < near.index)
        std::swap(near, far);
    // Rows from the top seam on come first: those of a region that reaches over the bottom seam.
    const std::int32_t top = size.wrap_y(roi->y);
    const std::int32_t rows = std::min(kRoiSize, size.height);
    const std::int32_t wrapped = std::max(top + rows - size.height, 0);
    for (std::int32_t i = 0; i < rows; ++i) {
        const std::int32_t y = i < wrapped ? i : top + i - wrapped;
        const std::size_t row = static_cast<std::size_t>(y) * size.row_words();
        for (const PlayerWord& word : {near, far}) {
            if (word.mask != 0)
                words_[count_++] = {row + word.index, word.mask};
        }
    }
}

std::uint32_t PlayerWords::deaths(const Delta& delta) const noexcept
{
    std::uint32_t count = 0;
    for (const PlayerWord& word : words())
        count += static_cast<std::uint32_t>(
            std::popcount(delta.changed[word.index] & ~delta.alive[word.index] & word.mask));
    return count;
}

} // namespace quern::life
