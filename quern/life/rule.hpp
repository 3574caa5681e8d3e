// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "quern/core/result.hpp"
#include "quern/life/cells.hpp"

namespace quern::life {

/// Any life-like rule: bit n of `birth` is set where a dead cell with n living neighbours comes alive, bit n
/// of `survival` where a living one stays so. The default is Conway's, B3/S23.
struct Rule {
    std::uint16_t birth = 1u << 3;
    std::uint16_t survival = 1u << 2 | 1u << 3;

    [[nodiscard]] constexpr bool gives_birth(int neighbours) const noexcept
    {
        return (birth >> neighbours & 1) != 0;
    }
    [[nodiscard]] constexpr bool survives(int neighbours) const noexcept
    {
        return (survival >> neighbours & 1) != 0;
    }
    friend constexpr bool operator==(Rule, Rule) = default;
};

/// `B3/S23` in either case, `b3s23`, `S23/B3`, `23/3` (survival first), `B234` (none survives), and `Life`.
/// Digits are 0 to 8, each once at most, in any order; both parts may be empty. An error's `where` is empty:
/// it says what was found and what was expected.
[[nodiscard]] Result<Rule> rule_named(std::string_view text);
/// `B3/S23`.
[[nodiscard]] std::string name_of(Rule rule);

/// What a newborn cell inherits. `teams` counts its living neighbours by team, `tagged` those with a tag.
/// The team is the one that most parents hold. Of three parents with three teams, as in QuadLife, it is the
/// fourth; of any other tie, which rules other than B3 allow, the lowest of the tied teams; without parents,
/// 0. The tag is set where more than half of the parents have it. Team and tag never decide who lives.
[[nodiscard]] Cell newborn(const std::array<std::uint8_t, kTeams>& teams, int tagged) noexcept;

} // namespace quern::life
