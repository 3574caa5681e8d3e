// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/recording_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace quern::formats {
namespace {

constexpr std::size_t kParts = 20;
constexpr double kSilence = 1e-10; // mean square of -100 dB

constexpr float kSilentStep = 1.0f / 32768.0f;
constexpr float kHeardStep = 0.01f;
constexpr std::size_t kSilencesPerSecond = 1000; // the shortest is 1 ms
constexpr std::size_t kFadesPerSecond = 200;     // each lasts 5 ms

bool sounds(float sample)
{
    return std::fabs(sample) > kSilentStep;
}

/// Scales the samples next to silence: `edge` is the first of them, `step` leads away from the silence.
void fade_from(std::vector<float>& samples, std::ptrdiff_t edge, std::ptrdiff_t step, std::size_t fade)
{
    for (std::size_t i = 0; i < fade && edge >= 0 && edge < std::ssize(samples); ++i, edge += step)
        samples[static_cast<std::size_t>(edge)] *= static_cast<float>(i) / static_cast<float>(fade);
}

} // namespace

double trim_silent_ends(grain::Recording& recording)
{
    std::vector<float>& samples = recording.samples;
    const auto first = std::find_if(samples.begin(), samples.end(), sounds);
    if (first == samples.end())
        return 0.0;
    const auto last = std::find_if(samples.rbegin(), samples.rend(), sounds).base();
    const auto shortest = static_cast<std::ptrdiff_t>(recording.rate / kSilencesPerSecond);
    const std::size_t before = samples.size();
    const std::ptrdiff_t leading = first - samples.begin();
    if (samples.end() - last >= shortest)
        samples.erase(last, samples.end());
    if (leading >= shortest)
        samples.erase(samples.begin(), samples.begin() + leading);
    if (samples.size() == before)
        return 0.0;
    recording.duration = static_cast<float>(static_cast<double>(samples.size()) / recording.rate);
    return static_cast<double>(before - samples.size()) / recording.rate;
}

std::vector<double> soften_dropouts(grain::Recording& recording)
{
    std::vector<float>& samples = recording.samples;
    const std::size_t fade = recording.rate / kFadesPerSecond;
    std::vector<double> found;
    for (auto begin = std::find_if(samples.begin(), samples.end(), sounds); begin != samples.end();) {
        begin = std::find_if_not(begin, samples.end(), sounds);
        const auto end = std::find_if(begin, samples.end(), sounds);
        if (end == samples.end())
            break; // the file's own end
        const auto length = static_cast<std::size_t>(end - begin);
        if (length >= recording.rate / kSilencesPerSecond &&
            (std::fabs(*(begin - 1)) > kHeardStep || std::fabs(*end) > kHeardStep)) {
            found.push_back(static_cast<double>(begin - samples.begin()) / recording.rate);
            fade_from(samples, begin - samples.begin() - 1, -1, fade);
            fade_from(samples, end - samples.begin(), 1, fade);
        }
        begin = std::find_if(end, samples.end(), sounds);
    }
    return found;
}

double level_rise_db(const grain::Recording& recording)
{
    const std::size_t part = recording.samples.size() / kParts;
    if (part == 0)
        return 0.0;
    // Least squares over x = -1..1, so that the rise is twice the slope.
    double weighted = 0.0;
    double weights = 0.0;
    for (std::size_t p = 0; p < kParts; ++p) {
        double square = 0.0;
        for (std::size_t i = p * part; i < (p + 1) * part; ++i)
            square += static_cast<double>(recording.samples[i]) * static_cast<double>(recording.samples[i]);
        const double level_db = 10.0 * std::log10(std::max(square / static_cast<double>(part), kSilence));
        const double x = 2.0 * static_cast<double>(p) / (kParts - 1) - 1.0;
        weighted += x * level_db;
        weights += x * x;
    }
    return 2.0 * weighted / weights;
}

void add_rise(grain::Recording& recording, double add_db)
{
    const auto last = static_cast<double>(std::max<std::size_t>(recording.samples.size(), 2) - 1);
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        const double down_db = add_db * (static_cast<double>(i) / last - 1.0);
        recording.samples[i] *= static_cast<float>(std::pow(10.0, down_db / 20.0));
    }
}

} // namespace quern::formats
