// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "quern/formats/analysis/roll_profile.hpp"

namespace quern::cli {

/// The figures of a recording under the names that `survey --json` and `check --json` share.
nlohmann::ordered_json profile_json(const formats::RollProfile& profile);

/// Rounded to a multiple of `step`, for people and files.
double rounded_to(double value, double step);

} // namespace quern::cli
