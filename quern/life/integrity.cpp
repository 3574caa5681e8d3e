// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/integrity.hpp"

#include <bit>
#include <string>
#include <utility>

#include "quern/life/step.hpp"

namespace quern::life {
namespace {

Error not_in_place(const std::string& found)
{
    return {Error::Code::usage, "pattern", found + ", expected one that repeats within its region"};
}

bool is_whole(const Pattern& pattern) noexcept
{
    return pattern.width >= 0 && pattern.height >= 0 &&
           pattern.cells.size() ==
               static_cast<std::size_t>(pattern.width) * static_cast<std::size_t>(pattern.height);
}

std::uint32_t count_of(const RoiCells& cells) noexcept
{
    std::uint32_t count = 0;
    for (const std::uint64_t row : cells)
        count += static_cast<std::uint32_t>(std::popcount(row));
    return count;
}

} // namespace

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

Result<std::vector<RoiCells>> phases_of(const Pattern& pattern, std::int32_t x, std::int32_t y, Rule rule,
                                        std::uint32_t most)
{
    if (!is_whole(pattern))
        return Error{Error::Code::usage, "pattern", "expected width times height cells"};
    if (x < 0 || y < 0 || x > kRoiSize - pattern.width || y > kRoiSize - pattern.height)
        return not_in_place("found " + std::to_string(pattern.width) + "x" + std::to_string(pattern.height) +
                            " cells at (" + std::to_string(x) + ", " + std::to_string(y) + ") of 48x48");
    // Nothing gets further than one cell in a generation, and whoever leaves the region is found at once.
    constexpr Roi kRegion{8, 8};
    Field now({64, 64});
    Field next = now;
    apply(now, Stamp{.pattern = &pattern, .x = kRegion.x + x, .y = kRegion.y + y});

    std::vector<RoiCells> phases;
    for (std::uint32_t generation = 0; generation <= most; ++generation) {
        const RoiCells cells = cells_of(now, kRegion);
        if (count_of(cells) != population(now))
            return not_in_place("found cells outside the region in generation " + std::to_string(generation));
        if (generation != 0 && cells == phases.front())
            return phases;
        phases.push_back(cells);
        step(now, next, rule);
        std::swap(now, next);
    }
    return not_in_place("found no repetition in " + std::to_string(most) + " generations");
}

} // namespace quern::life
