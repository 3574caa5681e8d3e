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

LifeStep LifeScript::at(std::uint32_t generation) const
{
    LifeStep step;
    for (const Move& move : moves_) {
        if (generation >= move.from && generation <= move.to)
            step.shifts.push_back(move.shift);
    }
    const auto stamps = std::ranges::equal_range(stamp_generations_, generation);
    step.stamps = std::span(stamps_).subspan(
        static_cast<std::size_t>(stamps.begin() - stamp_generations_.begin()), stamps.size());
    step.fires = in(fires_, generation);
    const std::span<const LifeScale> scales = in(scales_, generation);
    step.scale = scales.empty() ? nullptr : scales.data();
    return step;
}

} // namespace quern::formats
