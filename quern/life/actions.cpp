// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/actions.hpp"

#include <algorithm>

namespace quern::life {
namespace {

constexpr std::size_t count_of(const Pattern& pattern) noexcept
{
    return static_cast<std::size_t>(pattern.width) * static_cast<std::size_t>(pattern.height);
}

/// What was expected of the first stamp or move that is not valid; null where all are.
const char* fault_of(const Actions& actions) noexcept
{
    if (actions.stamps.size() > kMaxStamps)
        return "at most 64 stamps in one generation";
    for (const Stamp& stamp : actions.stamps) {
        if (stamp.pattern == nullptr)
            return "a pattern in every stamp";
        const Pattern& pattern = *stamp.pattern;
        if (pattern.width < 0 || pattern.height < 0 || pattern.cells.size() != count_of(pattern))
            return "width times height cells in a stamp's pattern";
        if (stamp.team >= kTeams)
            return "a team of 0 to 3 in a stamp";
        if (stamp.tag > 1)
            return "a tag of 0 or 1 in a stamp";
        if (stamp.mode > StampMode::toggle)
            return "merge, replace or toggle as a stamp's mode";
    }
    for (const Move& move : actions.moves)
        if (move.dx < -1 || move.dx > 1 || move.dy < -1 || move.dy > 1)
            return "a move of -1, 0 or 1";
    return nullptr;
}

void put(Cell& cell, const Stamp& stamp, bool pattern_lives) noexcept
{
    const Cell stamped{kAlive, stamp.team, 0, stamp.tag};
    const bool lives = cell.alive != 0;
    switch (stamp.mode) {
    case StampMode::merge:
        if (pattern_lives && !lives)
            cell = stamped;
        break;
    case StampMode::replace:
        cell = pattern_lives ? stamped : Cell{};
        break;
    case StampMode::toggle:
        if (pattern_lives)
            cell = lives ? Cell{} : stamped;
        break;
    }
}

} // namespace

void apply(Field& field, const Stamp& stamp) noexcept
{
    const Pattern& pattern = *stamp.pattern;
    const std::int32_t left = field.size.wrap_x(stamp.x);
    const std::int32_t top = field.size.wrap_y(stamp.y);
    for (std::int32_t y = 0; y < pattern.height; ++y)
        for (std::int32_t x = 0; x < pattern.width; ++x)
            put(field.at(field.size.wrap_x(left + field.size.wrap_x(x)), // twice: no sum is too large
                         field.size.wrap_y(top + field.size.wrap_y(y))),
                stamp, pattern.is_alive(x, y));
}

void apply(Field& field, const Move& move)
{
    const GridSize size = field.size;
    const Field before = field;
    const std::int32_t left = size.wrap_x(move.from.x);
    const std::int32_t top = size.wrap_y(move.from.y);
    // The region and one cell around it hold every place that the move reads or writes.
    for (std::int32_t row = -1; row <= kRoiSize; ++row)
        for (std::int32_t column = -1; column <= kRoiSize; ++column) {
            const std::int32_t x = size.wrap_x(left + column);
            const std::int32_t y = size.wrap_y(top + row);
            const std::int32_t from_x = size.wrap_x(x - move.dx);
            const std::int32_t from_y = size.wrap_y(y - move.dy);
            const Cell landing = before.at(from_x, from_y);
            const Cell leaving = before.at(x, y);
            if (move.from.contains(size, from_x, from_y) && landing.tag != 0)
                field.at(x, y) = landing;
            else if (move.from.contains(size, x, y) && leaving.tag != 0)
                field.at(x, y) = Cell{};
        }
}

bool is_valid(const Actions& actions) noexcept
{
    return fault_of(actions) == nullptr;
}

Status check(const Actions& actions)
{
    if (const char* expected = fault_of(actions); expected != nullptr)
        return Error{Error::Code::usage, "actions", std::string("expected ") + expected};
    return Ok{};
}

} // namespace quern::life
