// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/sound_defects.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "quern/formats/analysis/spectrum_meter.hpp"

namespace quern::formats {
namespace {

constexpr double kSilentStep = 1.0 / 32768.0;
constexpr double kShortestGapSeconds = 0.002;
constexpr double kHoleFrameSeconds = 0.01;
constexpr double kHoleDepthDb = 24.0;
constexpr std::size_t kHoleReach = 50; // frames to either side: a second in all

bool sounds(float sample)
{
    return std::fabs(static_cast<double>(sample)) > kSilentStep;
}

double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

Silences find_silences(const SoundSpan& sound)
{
    Silences found;
    const std::span<const float> samples = sound.samples;
    const auto first = std::find_if(samples.begin(), samples.end(), sounds);
    found.leading_s = static_cast<double>(first - samples.begin()) / sound.rate_hz;
    if (first == samples.end())
        return found;
    const auto last = std::find_if(samples.rbegin(), samples.rend(), sounds).base();
    found.trailing_s = static_cast<double>(samples.end() - last) / sound.rate_hz;
    for (auto begin = first; begin != last;) {
        begin = std::find_if_not(begin, last, sounds);
        const auto end = std::find_if(begin, last, sounds);
        const Stretch gap{static_cast<double>(begin - samples.begin()) / sound.rate_hz,
                          static_cast<double>(end - samples.begin()) / sound.rate_hz};
        if (gap.seconds() >= kShortestGapSeconds) {
            found.gaps.push_back(gap);
            found.gap_s += gap.seconds();
        }
        begin = end;
    }
    return found;
}

std::vector<Stretch> find_holes(const SoundSpan& sound)
{
    const auto size = std::max<std::size_t>(static_cast<std::size_t>(sound.rate_hz * kHoleFrameSeconds), 1);
    std::vector<double> levels;
    for (std::size_t from = 0; from + size <= sound.samples.size(); from += size)
        levels.push_back(level_dbfs_of(sound.samples.subspan(from, size)));
    std::vector<Stretch> holes;
    const double frame_s = static_cast<double>(size) / sound.rate_hz;
    const auto around = [&](std::size_t i) {
        const std::size_t from = i - std::min(i, kHoleReach),
                          to = std::min(i + kHoleReach + 1, levels.size());
        return median_of({levels.begin() + static_cast<std::ptrdiff_t>(from),
                          levels.begin() + static_cast<std::ptrdiff_t>(to)});
    };
    for (std::size_t i = 0; i < levels.size();) {
        std::size_t end = i;
        double deepest = 0.0;
        while (end < levels.size() && levels[end] < around(end) - kHoleDepthDb)
            deepest = std::min(deepest, levels[end++]);
        if (end - i >= 2 && deepest > -90.0) { // below that it is silence, which has its own finder
            const Stretch hole{static_cast<double>(i) * frame_s, static_cast<double>(end) * frame_s};
            if (!holes.empty() && hole.from_s - holes.back().to_s < 2.0 * kHoleFrameSeconds)
                holes.back().to_s = hole.to_s;
            else
                holes.push_back(hole);
        }
        i = std::max(end, i + 1);
    }
    return holes;
}

Clipping find_clipping(const SoundSpan& sound)
{
    constexpr std::size_t kFlat = 3;
    constexpr std::size_t kFewRuns = 8; // below full scale; fewer may be chance in a sparse recording
    constexpr float kFull = 32766.0f / 32768.0f;
    Clipping found;
    const std::span<const float> samples = sound.samples;
    if (samples.empty())
        return found;
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
    const float top = *high, bottom = *low;
    if (!sounds(top) && !sounds(bottom))
        return found;
    const auto flat = [&](float x) {
        return (top > 0.0f && x >= top) || (bottom < 0.0f && x <= bottom) || std::fabs(x) >= kFull;
    };
    for (std::size_t n = 0; n < samples.size();) {
        std::size_t end = n;
        while (end < samples.size() && flat(samples[end]) && (samples[end] > 0.0f) == (samples[n] > 0.0f))
            ++end;
        if (end - n >= kFlat) {
            const double at = static_cast<double>(n) / sound.rate_hz;
            if (found.runs++ == 0)
                found.first_s = at;
            found.last_s = at;
            found.samples += end - n;
        }
        n = std::max(end, n + 1);
    }
    found.level = static_cast<double>(std::max(top, -bottom));
    const bool full = std::max(top, -bottom) >= kFull;
    return full || found.runs >= kFewRuns ? found : Clipping{};
}

std::vector<Click> find_clicks(const SoundSpan& sound, std::size_t most, std::size_t& total)
{
    constexpr std::size_t kWindow = 1024;
    constexpr double kLeast = 0.02, kFactor = 30.0;
    std::vector<Click> clicks;
    total = 0;
    const std::span<const float> samples = sound.samples;
    std::vector<double> steps(kWindow);
    for (std::size_t from = 0; from + kWindow < samples.size(); from += kWindow) {
        for (std::size_t n = 0; n < kWindow; ++n)
            steps[n] = std::fabs(static_cast<double>(samples[from + n + 1]) -
                                 static_cast<double>(samples[from + n]));
        const auto largest = std::max_element(steps.begin(), steps.end());
        const double step = *largest, median = median_of(steps);
        if (step <= kLeast || step <= kFactor * median)
            continue;
        if (total++ < most)
            clicks.push_back({static_cast<double>(from + static_cast<std::size_t>(largest - steps.begin())) /
                                  sound.rate_hz,
                              step, step / std::max(median, kSilentStep)});
    }
    return clicks;
}

Hum find_hum(const SoundSpan& sound)
{
    constexpr double kBinHz = 1.5; // what it takes to tell a line from a slow roll's own rumble
    constexpr double kStandsOutDb = 15.0;
    std::size_t size = 4096;
    while (sound.rate_hz / static_cast<double>(size) > kBinHz)
        size *= 2;
    Hum found;
    if (sound.samples.size() < 4 * size)
        return found;
    SpectrumMeter meter(size);
    const double bin_hz = sound.rate_hz / static_cast<double>(size);
    std::array<SpectrumMeter::Spectra, 4> quarters;
    for (std::size_t q = 0; q < quarters.size(); ++q)
        quarters[q] = meter.measure(sound
                                        .part(sound.seconds() * static_cast<double>(q) / 4.0,
                                              sound.seconds() * static_cast<double>(q + 1) / 4.0)
                                        .samples);
    // Three bins hold a Hann line; the surroundings lie 6 to 20 Hz away on either side.
    const auto line = [&](const SpectrumMeter::Spectra& spectra, double hz, double& above_db) {
        const auto centre = static_cast<std::size_t>(hz / bin_hz + 0.5);
        const double* at = spectra.power.data() + centre;
        const double power = at[-1] + at[0] + at[1];
        std::vector<double> around;
        for (auto k = static_cast<std::size_t>(6.0 / bin_hz + 1.0); static_cast<double>(k) * bin_hz < 20.0;
             ++k) {
            around.push_back(spectra.power[centre - k]);
            around.push_back(spectra.power[centre + k]);
        }
        above_db = 10.0 * std::log10(std::max(power, 1e-20) / std::max(3.0 * median_of(around), 1e-20));
        return 2.0 * power / (spectra.window_power * static_cast<double>(size));
    };
    for (const double mains : {50.0, 60.0}) {
        double above = 200.0, level = 0.0;
        for (const SpectrumMeter::Spectra& spectra : quarters) {
            double first_db = 0.0, second_db = 0.0;
            const double power = line(spectra, mains, first_db) + line(spectra, 2.0 * mains, second_db);
            if (std::max(first_db, second_db) < above) {
                above = std::max(first_db, second_db);
                level = power;
            }
        }
        if (above >= kStandsOutDb && above > found.above_db)
            found = {mains, above, 10.0 * std::log10(std::max(level, 1e-20))};
    }
    return found;
}

} // namespace quern::formats
