// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/life_script.hpp"

#include <algorithm>

namespace quern::formats {
namespace {

/// The items of that generation, of a list sorted by generation.
template <class Item> std::span<const Item> in(const std::vector<Item>& items, std::uint32_t generation)
{
    const auto found = std::ranges::equal_range(items, generation, {}, &Item::generation);
    return {found.begin(), found.end()};
}

} // namespace

void LifeScript::index_moves()
{
    for (std::size_t i = 0; i < moves_.size(); ++i)
        moves_[i].place = i;
    std::ranges::stable_sort(moves_, {}, &Move::from);
    still_going_.clear();
    std::vector<Move> going;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (i % kMoveBlock == 0) {
            std::erase_if(going, [&](const Move& move) { return move.to < moves_[i].from; });
            still_going_.push_back(going);
        }
        going.push_back(moves_[i]);
    }
}

std::vector<LifeScript::Move> LifeScript::moves_in(std::uint32_t generation) const
{
    std::vector<Move> found;
    const auto behind = std::ranges::upper_bound(moves_, generation, {}, &Move::from);
    if (behind == moves_.begin())
        return found;
    const std::size_t block = static_cast<std::size_t>(behind - moves_.begin() - 1) / kMoveBlock;
    const auto take = [&](const Move& move) {
        if (move.to >= generation)
            found.push_back(move);
    };
    std::ranges::for_each(still_going_[block], take);
    std::for_each(moves_.begin() + static_cast<std::ptrdiff_t>(block * kMoveBlock), behind, take);
    std::ranges::sort(found, {}, &Move::place);
    return found;
}

LifeStep LifeScript::at(std::uint32_t generation) const
{
    LifeStep step;
    for (const Move& move : moves_in(generation))
        step.shifts.push_back(move.shift);
    const auto stamps = std::ranges::equal_range(stamp_generations_, generation);
    step.stamps = std::span(stamps_).subspan(
        static_cast<std::size_t>(stamps.begin() - stamp_generations_.begin()), stamps.size());
    step.fires = in(fires_, generation);
    const std::span<const LifeScale> scales = in(scales_, generation);
    step.scale = scales.empty() ? nullptr : scales.data();
    return step;
}

} // namespace quern::formats
