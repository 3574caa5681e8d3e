// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "quern/core/rt.hpp"

namespace quern::bed {

/// The fourteen recordings a board can play, in the order of the original archive.
enum class Member : std::uint8_t {
    asphalt_rough_hard,
    asphalt_rough_soft,
    asphalt_smooth_hard,
    asphalt_smooth_soft,
    concrete_aggregate_hard,
    concrete_aggregate_soft,
    concrete_rough_hard,
    concrete_rough_soft,
    concrete_smooth_hard,
    concrete_smooth_soft,
    metal_smooth_hard,
    wood_ramp_hard,
    wood_ramp_soft,
    x_jet_rolling, ///< the rocket layer's recording; no surface
};
inline constexpr std::size_t kMembers = 14;
inline constexpr std::size_t kSurfaceMembers = 13;

inline constexpr std::array<std::string_view, kMembers> kMemberNames{
    "asphalt_rough_hard",      "asphalt_rough_soft",
    "asphalt_smooth_hard",     "asphalt_smooth_soft",
    "concrete_aggregate_hard", "concrete_aggregate_soft",
    "concrete_rough_hard",     "concrete_rough_soft",
    "concrete_smooth_hard",    "concrete_smooth_soft",
    "metal_smooth_hard",       "wood_ramp_hard",
    "wood_ramp_soft",          "x_jet_rolling"};

constexpr std::string_view name_of(Member member) noexcept QUERN_RT
{
    return kMemberNames[static_cast<std::size_t>(member)];
}
constexpr std::optional<Member> member_named(std::string_view name) noexcept
{
    for (std::size_t i = 0; i < kMembers; ++i) {
        if (kMemberNames[i] == name)
            return static_cast<Member>(i);
    }
    return std::nullopt;
}
/// The hard recording of the same ground, which stands in for a soft one; nothing for a member that is not
/// soft.
constexpr std::optional<Member> hard_of(Member member) noexcept
{
    switch (member) {
    case Member::asphalt_rough_soft:
        return Member::asphalt_rough_hard;
    case Member::asphalt_smooth_soft:
        return Member::asphalt_smooth_hard;
    case Member::concrete_aggregate_soft:
        return Member::concrete_aggregate_hard;
    case Member::concrete_rough_soft:
        return Member::concrete_rough_hard;
    case Member::concrete_smooth_soft:
        return Member::concrete_smooth_hard;
    case Member::wood_ramp_soft:
        return Member::wood_ramp_hard;
    default:
        return std::nullopt;
    }
}

} // namespace quern::bed
