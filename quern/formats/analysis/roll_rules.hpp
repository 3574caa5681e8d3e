// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "quern/bed/members.hpp"
#include "quern/formats/analysis/roll_check.hpp"

namespace quern::formats {

/// What the rules of a check see.
struct RollCase {
    const SoundChannels& file;
    const ChannelChoice& choice;
    SoundSpan sound;                 ///< the chosen channel, all of it
    SoundSpan kept;                  ///< its part to keep
    Stretch keep;                    ///< where that lies
    const RollProfile& profile;      ///< of `sound`
    const RollProfile& kept_profile; ///< of `kept`
    std::optional<bed::Member> member;
    double window_s = 0.0;     ///< the longest search window that will draw from it
    double grain_s = 0.0;      ///< the longest grain
    double drift = 0.0;        ///< of the player with that grain, in positions
    double level_off_db = 0.0; ///< above the built-in recordings' level
};

using RollFindings = std::vector<RollFinding>;

/// One finding, whole.
RollFinding found(RollFinding::Severity severity, std::string kind, std::string what, std::string advice,
                  double value, double limit, std::string unit);

// The rules, by subject. Each adds what it finds.
void find_file_faults(const RollCase& roll, RollFindings& findings);   ///< channels, rate, depth, length
void find_roll_faults(const RollCase& roll, RollFindings& findings);   ///< level, brightness, order, head
void find_sound_defects(const RollCase& roll, RollFindings& findings); ///< gaps, clipping, clicks, DC, hum

} // namespace quern::formats
