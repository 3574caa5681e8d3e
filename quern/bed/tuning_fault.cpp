// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/tuning_fault.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

constexpr float kLargest = 1e6f;

/// For structures of 32-bit numbers. Read as singles, small integers are denormal and pass; negative ones are
/// NaN.
template <class T> bool words_in_range(const T& value) noexcept
{
    static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
    const auto words = std::bit_cast<std::array<std::uint32_t, sizeof(T) / sizeof(std::uint32_t)>>(value);
    return std::all_of(words.begin(), words.end(),
                       [](std::uint32_t word) { return std::abs(from_bits(word)) <= kLargest; });
}

bool is_member(Member member) noexcept
{
    return static_cast<std::size_t>(member) < kMembers;
}

} // namespace

const char* tuning_fault(const Tuning& tuning) noexcept
{
    if (!words_in_range(tuning.fallback) || !words_in_range(tuning.surface))
        return "a surface holds a number that is not finite or beyond a million";
    if (!words_in_range(tuning.owner))
        return "the owner holds a number that is not finite or beyond a million";
    if (!words_in_range(tuning.curves))
        return "the mix holds a number that is not finite or beyond a million";
    if (!words_in_range(tuning.seams))
        return "a seam holds a number that is not finite or beyond a million";
    if (!words_in_range(tuning.layers))
        return "the layers hold a number that is not finite or beyond a million";
    for (std::uint8_t surface : tuning.surface_of_material) {
        if (surface >= kSurfaces)
            return "a material names a surface that does not exist";
    }
    for (const SurfaceRow& row : tuning.surfaces) {
        if (!is_member(row.soft) || !is_member(row.hard) || row.soft == Member::x_jet_rolling ||
            row.hard == Member::x_jet_rolling)
            return "a surface names a recording that is no surface's";
    }
    return nullptr;
}

} // namespace quern::bed
