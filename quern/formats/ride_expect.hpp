// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "quern/bed/members.hpp"
#include "quern/core/result.hpp"

namespace quern::formats {

/// One promise of a scripted ride, an `[[expect]]` table of its file (docs/rides.md §4).
///
/// Events (`bind`, `start`, `release`, `stop`) are counted over the window by `player`, their number must lie
/// within min..max; `members`, when not empty, is the exact order of what they name. Values (`gain`,
/// `shift_hz`, `position`) must lie within min..max in every control frame of the window.
struct RideExpectation {
    enum class What { bind, start, release, stop, gain, shift_hz, position };
    enum class Player { a, b, rocket }; ///< a, b: of whichever truck sounds
    What what = What::start;
    Player player = Player::a;
    double from_s = 0.0;
    double to_s = std::numeric_limits<double>::infinity();
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    std::vector<bed::Member> members;
    std::string place; ///< file:line, for messages
};

/// The expectations in a ride script; none when it has no `[[expect]]`. Errors as `read_ride`.
Result<std::vector<RideExpectation>> read_ride_expectations(std::string_view text, const std::string& name);

} // namespace quern::formats
