// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "level_lines.hpp"

#include <cmath>

#include <fmt/format.h>

namespace quern::cli {

std::string level_text(double value, std::string_view unit)
{
    return std::isfinite(value) ? fmt::format("{:.1f} {}", value, unit) : "silent";
}

namespace {

/// Loudness is a matter of blocks of 0.4 s, so that shorter sounds have none, silent or not.
std::string loudness_text(const Levels& levels)
{
    if (!std::isfinite(levels.loudness_lufs) && std::isfinite(levels.rms_dbfs))
        return "unknown: too short or too quiet";
    return level_text(levels.loudness_lufs, "LUFS");
}

} // namespace

std::string level_lines(const Delivered& delivered, std::optional<double> loudness_lufs,
                        std::string_view advice)
{
    const Levels& levels = delivered.levels;
    std::string lines =
        fmt::format("  level     peak {}, RMS {}, loudness {}", level_text(levels.peak_dbfs, "dBFS"),
                    level_text(levels.rms_dbfs, "dBFS"), loudness_text(levels));
    if (delivered.gain_db != 0.0)
        lines += fmt::format(", gain {:+.1f} dB", delivered.gain_db);
    lines += "\n";
    if (delivered.held_by_peak && loudness_lufs)
        lines += fmt::format("            {:.1f} LUFS not reached: the peak may not pass {:.1f} dBFS\n",
                             *loudness_lufs, kHighestPeakDbfs);
    if (delivered.clipped != 0)
        lines += fmt::format("            {} samples beyond full scale were clamped{}\n", delivered.clipped,
                             advice);
    return lines;
}

} // namespace quern::cli
