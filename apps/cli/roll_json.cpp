// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "roll_json.hpp"

#include <cmath>
#include <vector>

namespace quern::cli {

double rounded_to(double value, double step)
{
    // The inverse of a power of ten is whole where the power itself is not exact.
    const double per = std::round(1.0 / step);
    return std::round(value * per) / per + 0.0; // no -0
}

nlohmann::ordered_json profile_json(const formats::RollProfile& profile)
{
    std::vector<double> level, centroid, perceived;
    for (const formats::RollBin& bin : profile.bins) {
        level.push_back(rounded_to(bin.level_dbfs, 0.01));
        centroid.push_back(rounded_to(bin.centroid_hz, 0.1));
        perceived.push_back(rounded_to(bin.perceived_lufs, 0.01));
    }
    return {{"level_dbfs", level},
            {"centroid_hz", centroid},
            {"perceived_lufs", perceived},
            {"mean_level_dbfs", rounded_to(profile.level_dbfs, 0.01)},
            {"mean_centroid_hz", rounded_to(profile.mean_centroid_hz, 0.1)},
            {"rise_db", rounded_to(profile.rise_db, 0.01)},
            {"level_rank", rounded_to(profile.level_rank, 0.001)},
            {"brightness_ratio", rounded_to(profile.brightness_ratio, 0.001)},
            {"brightness_rank", rounded_to(profile.brightness_rank, 0.001)},
            {"head_s", rounded_to(profile.head_s, 0.001)},
            {"peak_dbfs", rounded_to(profile.peak_dbfs, 0.01)},
            {"crest_db", rounded_to(profile.crest_db, 0.01)},
            {"dc", profile.dc}};
}

} // namespace quern::cli
