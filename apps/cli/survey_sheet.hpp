// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/analysis/roll_profile.hpp"
#include "quern/formats/analysis/sound_defects.hpp"
#include "quern/formats/seek_table.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::cli {

struct Console;

/// What the header of a `.grain` says.
struct GrainHeader {
    std::uint32_t header_bytes = 0; ///< H: where the stream begins
    formats::SeekRow row;           ///< the seek table's first
    std::uint32_t side_bytes = 0;   ///< from the table's side data to H, its padding included
};

/// One recording, measured.
struct SurveySheet {
    std::string name;  ///< without folder and extension
    std::string place; ///< where it is: "grains.big(x.grain)"
    std::optional<GrainHeader> grain;
    std::string codec; ///< "EA-XMA", "16-bit", ...
    std::uint32_t rate = 0;
    std::uint64_t frames = 0;
    float duration = 0.0f; ///< as stored
    formats::RollProfile profile;
    formats::Silences silences;
    formats::Clipping clipping;
    std::size_t clicks = 0;
    std::optional<double> against_db; ///< level above the mean of the other recordings; nothing: it is alone
};

/// A recording that could not be read, or a path without any.
struct SurveyFailure {
    Error error;
};

struct Survey {
    std::vector<SurveySheet> sheets;     ///< in the order of the paths, by name within one
    std::vector<SurveyFailure> failures; ///< one bad member does not hide the others
    std::vector<std::string> notes;
};

/// Measures every recording of the paths: files, archives, folders.
Survey survey_paths(const std::vector<std::string>& paths, formats::Fold fold, const Console& console);

std::string survey_text(const Survey& survey);
std::string survey_json_text(const Survey& survey);
/// A figure of small multiples: level and centroid of each recording, all to one scale.
std::string survey_figure(const Survey& survey, const std::string& title);

} // namespace quern::cli
