// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/bed/members.hpp"
#include "quern/formats/analysis/position_fit.hpp"
#include "quern/formats/analysis/roll_profile.hpp"
#include "quern/formats/analysis/roll_trim.hpp"
#include "quern/formats/sound_channels.hpp"

namespace quern::formats {

/// One thing that a check of a recording has to say.
struct RollFinding {
    enum class Severity : std::uint8_t {
        note,    ///< worth knowing
        warning, ///< plays, but is heard, or the game's own rules want it otherwise
        error,   ///< no usable roll
    };
    Severity severity = Severity::warning;
    std::string kind;             ///< "clip", "gap", ...: one word
    std::optional<Stretch> where; ///< nothing: all of it
    std::string what;             ///< what was found and how far off it is, a sentence without its full stop
    std::string advice;           ///< what to do, likewise
    double value = 0.0;           ///< the figure
    double limit = 0.0;           ///< what it was held against
    std::string unit;             ///< of both
};

/// How the file's channels become the one that is checked.
struct ChannelChoice {
    bool mixdown = false;    ///< their mean
    std::size_t channel = 0; ///< else this one, from 0
};

struct RollCheck {
    std::vector<RollFinding> findings; ///< errors first, then warnings, then notes
    RollProfile profile;               ///< of the whole
    RollProfile kept;                  ///< of the part to keep
    TrimAdvice trim;
    std::optional<PositionFit> fit; ///< for the file as it is; nothing when too short, and for the rocket
    std::optional<PositionFit> trimmed_fit; ///< for the part to keep as a file of its own
    std::optional<PositionFit> present;     ///< how even the member's own points are, on this recording
    double level_db = 0.0; ///< trim that brings it to the level of the member, or of all on average

    [[nodiscard]] std::size_t count(RollFinding::Severity severity) const;
    /// No finding is an error.
    [[nodiscard]] bool usable() const { return count(RollFinding::Severity::error) == 0; }
};

/// Is this a usable roll from slow to fast (docs/recordings.md)? `member`: whose place it takes; its level
/// and windows are the measure, else those of all surfaces. `choice.channel` must exist.
RollCheck check_roll(const SoundChannels& sound, const ChannelChoice& choice,
                     std::optional<bed::Member> member);

/// The mono sound that a choice picks.
std::vector<float> chosen_samples(const SoundChannels& sound, const ChannelChoice& choice);

/// RMS over the whole of a built-in recording, in dBFS, from what it is levelled to.
double built_in_level_dbfs(bed::Member member);

} // namespace quern::formats
