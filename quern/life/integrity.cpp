// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/integrity.hpp"

#include <bit>

namespace quern::life {

Integrity compare(const RoiCells& found, const RoiCells& reference, std::uint32_t generation) noexcept
{
    constexpr std::uint64_t kColumns = (std::uint64_t{1} << kRoiSize) - 1;
    const auto count = [](std::uint64_t bits) {
        return static_cast<std::uint32_t>(std::popcount(bits & kColumns));
    };
    Integrity result{.generation = generation};
    for (std::size_t row = 0; row < found.size(); ++row) {
        result.hit += count(found[row] & reference[row]);
        result.missing += count(~found[row] & reference[row]);
        result.extra += count(found[row] & ~reference[row]);
    }
    return result;
}

RoiCells cells_of(const Field& field, Roi roi) noexcept
{
    const std::int32_t left = field.size.wrap_x(roi.x);
    const std::int32_t top = field.size.wrap_y(roi.y);
    RoiCells cells{};
    for (std::int32_t row = 0; row < kRoiSize; ++row)
        for (std::int32_t column = 0; column < kRoiSize; ++column)
            if (field.at(field.size.wrap_x(left + column), field.size.wrap_y(top + row)).alive != 0)
                cells[static_cast<std::size_t>(row)] |= std::uint64_t{1} << column;
    return cells;
}

} // namespace quern::life
