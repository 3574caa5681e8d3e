// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>

#include "quern/life/sound_tables.hpp"

namespace quern::life {
namespace {

constexpr std::size_t kMostSteps = 128;
constexpr int kMostOctaves = 8;
constexpr double kLowestBaseHz = 20.0;
constexpr double kHighestBaseHz = 4000.0;

Error refusal(const char* where, const std::string& what)
{
    return {Error::Code::usage, where, what};
}

} // namespace

std::span<const Scale> scales()
{
    static const std::array<Scale, 5> kScales{{
        {"major_pentatonic", {0, 200, 400, 700, 900}},
        {"minor_pentatonic", {0, 300, 500, 700, 1000}},
        {"whole_tone", {0, 200, 400, 600, 800, 1000}},
        {"hirajoshi", {0, 200, 300, 700, 800}},
        {"chromatic", {0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100}},
    }};
    return kScales;
}

Status check(const Scale& scale, double base_hz)
{
    const std::vector<float>& cents = scale.cents;
    if (cents.empty() || cents.size() > kMostSteps)
        return refusal("scale", "found " + std::to_string(cents.size()) + " steps, expected 1 to 128");
    for (std::size_t i = 0; i < cents.size(); ++i) {
        if (!(cents[i] >= 0.0f && cents[i] < 1200.0f) || (i > 0 && !(cents[i] > cents[i - 1])))
            return refusal("scale", "found " + std::to_string(cents[i]) + " as step " +
                                        std::to_string(i + 1) +
                                        ", expected cents from 0 to below 1200 that rise");
    }
    if (scale.octaves < 1 || scale.octaves > kMostOctaves)
        return refusal("scale", "found " + std::to_string(scale.octaves) + " octaves, expected 1 to 8");
    if (!(base_hz >= kLowestBaseHz && base_hz <= kHighestBaseHz))
        return refusal("base", "found " + std::to_string(base_hz) + " Hz, expected 20 to 4000");
    return Ok{};
}

} // namespace quern::life
