// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/bed/members.hpp"
#include "quern/core/generator.hpp"
#include "quern/core/result.hpp"
#include "quern/grain/player.hpp"

/// The rides of the golden file `schedule`, and the log that two players write while they follow one.
namespace quern::vectors {

/// A ride named as in the file's header: "const_wood_ramp_hard_4.5", "jump_metal_smooth_hard", "change_6",
/// ...
class Scenario {
public:
    static Result<Scenario> named(std::string_view name);

    [[nodiscard]] bed::Member member(std::size_t frame) const;
    [[nodiscard]] float speed_mps(std::size_t frame) const;
    /// Records of A and B in control frame `frame`.
    [[nodiscard]] std::array<grain::PlayerRecord, 2> records(std::size_t frame) const;
    /// True when both players are bound at the start of this frame.
    [[nodiscard]] bool binds(std::size_t frame) const;

private:
    enum class Shape { constant, ramp, jump, flip, wander, change };
    Shape shape_ = Shape::constant;
    bed::Member member_ = bed::Member::concrete_rough_hard;
    float speed_mps_ = 0.0f;
    int pitch_word_ = 4096;
};

/// Seconds that the golden files give a member's recording.
float golden_duration(bed::Member member);

/// What a player shows after one step. `bind` rows stand before the tick of their block.
struct ScheduleRow {
    std::size_t block = 0;
    char player = 'A';
    bool bind = false;
    std::string events; ///< empty when nothing happened
    std::size_t active = 0;
    std::array<grain::Player::Slot, 2> slots{};
    grain::PlayerRecord record{};
    Generator::Words words{};
};

struct SchedulePick {
    std::size_t block = 0;
    char player = 'A';
    Generator::Words before{};
    float start = 0.0f; ///< not clamped
    int candidates = 0;
};

struct ScheduleLog {
    std::vector<ScheduleRow> rows;
    std::vector<SchedulePick> picks;
};

inline constexpr std::size_t kScheduleBlocks = 3750; ///< 20 s

/// Runs a scenario from fresh state for `blocks` blocks.
ScheduleLog run_schedule(const Scenario& scenario, std::size_t blocks);

} // namespace quern::vectors
