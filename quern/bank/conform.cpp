// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/conform.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "quern/bank/levelling.hpp"

namespace quern::bank {
namespace {

constexpr double kSilenceRms = 1e-5; // -100 dBFS
constexpr std::size_t kEnd = 3;      // bins that stand for an end
constexpr std::size_t kSteady = 2;   // bins of the slow head

std::array<double, kLevelBins> bin_levels(const std::vector<float>& samples)
{
    std::array<double, kLevelBins> levels{};
    for (std::size_t bin = 0; bin < kLevelBins; ++bin) {
        const std::size_t begin = samples.size() * bin / kLevelBins;
        const std::size_t end = samples.size() * (bin + 1) / kLevelBins;
        double power = 0.0;
        for (std::size_t i = begin; i < end; ++i)
            power += static_cast<double>(samples[i]) * static_cast<double>(samples[i]);
        levels[bin] =
            20.0 * std::log10(std::max(std::sqrt(power / static_cast<double>(end - begin)), kSilenceRms));
    }
    return levels;
}

} // namespace

Conformed conform(grain::Recording& recording)
{
    Conformed result;
    if (recording.samples.size() < recording.rate)
        return result;
    const auto levels = bin_levels(recording.samples);
    double slow = 0.0;
    double fast = 0.0;
    for (std::size_t i = 0; i < kEnd; ++i) {
        slow += levels[i] / kEnd;
        fast += levels[kLevelBins - 1 - i] / kEnd;
    }
    result.rise_db = fast - slow;
    const double loudest = *std::max_element(levels.begin(), levels.end());
    if (result.rise_db >= kLeastRiseDb || loudest <= 20.0 * std::log10(kSilenceRms))
        return result;
    // A recording that falls has its loud end at the front: the level to reach is the louder of the two.
    const double top = std::max(slow, fast);
    std::array<double, kLevelBins> target{};
    for (std::size_t bin = 0; bin < kLevelBins; ++bin) {
        const std::size_t along = bin < kSteady ? 0 : bin + 1 - kSteady;
        const double share = static_cast<double>(along) / static_cast<double>(kLevelBins - kSteady);
        target[bin] = std::pow(10.0, (top - kGivenRiseDb * (1.0 - share)) / 20.0);
    }
    level(recording.samples, static_cast<double>(recording.rate), target);
    result.levelled = true;
    return result;
}

} // namespace quern::bank
