// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "sound_output.hpp"

namespace quern::cli {

/// "-3.2 dBFS"; "silent" for what has no level.
std::string level_text(double value, std::string_view unit);

/// How loud a file is, as lines of a summary: peak, RMS and loudness, the gain where one was applied, and
/// what stood against the loudness asked for or was clamped. `advice` follows the latter.
std::string level_lines(const Delivered& delivered, std::optional<double> loudness_lufs,
                        std::string_view advice = {});

} // namespace quern::cli
