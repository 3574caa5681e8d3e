// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::cli {

/// A note that a cloud plays.
struct CloudNoteSpan {
    double start_s = 0.0;
    double end_s = 0.0;
    float key = 60.0f;
    float velocity = 1.0f;
};

/// `C3:0-2 F#4:1-3.5@0.6 60.5:2-4`: a name with its octave (C4 is middle C, key 60) or a key number, seconds
/// from and to, and a velocity of 0 to 1. Separated by blanks or commas. A usage error shows the word.
Result<std::vector<CloudNoteSpan>> parse_cloud_notes(std::string_view text);

} // namespace quern::cli
