// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/roll_profile.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "quern/formats/analysis/spectrum_meter.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kTransform = kWeightedFrame; // as bank::BinFigures
constexpr double kFloor = 1e-10;                   // -200 dB
constexpr std::size_t kHeadParts = 100;
constexpr double kHeadRiseDb = 1.0;

double decibels(double amplitude)
{
    return 20.0 * std::log10(std::max(amplitude, kFloor));
}

double mean_square(std::span<const float> samples)
{
    double sum = 0.0;
    for (const float x : samples)
        sum += static_cast<double>(x) * static_cast<double>(x);
    return samples.empty() ? 0.0 : sum / static_cast<double>(samples.size());
}

/// Power response of a filter in z at a frequency: coefficients b0 b1 b2, a1 a2.
double response(const std::array<double, 5>& c, double omega)
{
    const std::complex<double> z = std::polar(1.0, -omega);
    return std::norm((c[0] + c[1] * z + c[2] * z * z) / (1.0 + c[3] * z + c[4] * z * z));
}

/// BS.1770's two filters as it gives them, for 48 kHz: the head's shelf and the high-pass.
double k_weight(double hz)
{
    constexpr std::array<double, 5> kShelf{1.53512485958697, -2.69169618940638, 1.19839281085285,
                                           -1.69065929318241, 0.73248077421585};
    constexpr std::array<double, 5> kHighPass{1.0, -2.0, 1.0, -1.99004745483398, 0.99007225036621};
    const double omega = 2.0 * std::numbers::pi * std::min(hz, 24000.0) / 48000.0;
    return response(kShelf, omega) * response(kHighPass, omega);
}

/// The weights of a spectrum's bins, scaled so that weighted power sums to the weighted mean square.
std::vector<double> weights_of(double rate_hz)
{
    const double hann = 0.375 * static_cast<double>(kTransform); // sum of the squared window
    std::vector<double> weights(kTransform / 2 + 1);
    for (std::size_t k = 1; k < weights.size(); ++k)
        weights[k] = k_weight(static_cast<double>(k) * rate_hz / static_cast<double>(kTransform)) *
                     (2 * k == kTransform ? 1.0 : 2.0) / (hann * static_cast<double>(kTransform));
    return weights;
}

/// A stretch shorter than a transform has a shorter window, whose power is made up for.
double weighted_power(const SpectrumMeter::Spectra& spectra, std::span<const double> weights)
{
    const double sum = std::inner_product(weights.begin(), weights.end(), spectra.power.begin(), 0.0);
    const double hann = 0.375 * static_cast<double>(kTransform);
    return spectra.window_power > 0.0 ? sum * hann / spectra.window_power : 0.0;
}

std::vector<double> ranks_of(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && !(values[order[i]] < values[order[end]]))
            ++end;
        for (std::size_t j = i; j < end; ++j)
            ranks[order[j]] = 0.5 * static_cast<double>(i + end - 1);
        i = end;
    }
    return ranks;
}

} // namespace

SoundSpan SoundSpan::part(double from_s, double to_s) const
{
    const auto frame = [this](double seconds) {
        return std::min(static_cast<std::size_t>(std::max(seconds * rate_hz + 0.5, 0.0)), samples.size());
    };
    const std::size_t from = frame(from_s);
    return {samples.subspan(from, std::max(frame(to_s), from) - from), rate_hz};
}

double level_dbfs_of(std::span<const float> samples)
{
    return decibels(std::sqrt(mean_square(samples)));
}

double lufs_of(double weighted_power)
{
    return 10.0 * std::log10(std::max(weighted_power, kFloor * kFloor)) - 0.691;
}

double perceived_level(const SoundSpan& sound)
{
    SpectrumMeter meter(kTransform);
    return lufs_of(weighted_power(meter.measure(sound.samples), weights_of(sound.rate_hz)));
}

std::vector<double> weighted_frames(const SoundSpan& sound)
{
    SpectrumMeter meter(kTransform);
    const std::vector<double> weights = weights_of(sound.rate_hz);
    std::vector<double> powers;
    for (std::size_t from = 0; from + kTransform <= sound.samples.size(); from += kWeightedHop)
        powers.push_back(weighted_power(meter.measure(sound.samples.subspan(from, kTransform)), weights));
    return powers;
}

std::vector<double> smoothed_levels(const SoundSpan& sound, std::size_t parts, std::size_t width)
{
    std::vector<double> powers(parts);
    for (std::size_t p = 0; p < parts; ++p) {
        const std::size_t from = sound.samples.size() * p / parts;
        powers[p] = mean_square(sound.samples.subspan(from, sound.samples.size() * (p + 1) / parts - from));
    }
    std::vector<double> levels(parts);
    for (std::size_t p = 0; p < parts; ++p) {
        const std::size_t from = p - std::min(p, width / 2), to = std::min(p + width / 2 + 1, parts);
        const double sum = std::accumulate(powers.begin() + static_cast<std::ptrdiff_t>(from),
                                           powers.begin() + static_cast<std::ptrdiff_t>(to), 0.0);
        levels[p] = decibels(std::sqrt(sum / static_cast<double>(to - from)));
    }
    return levels;
}

double steady_head_of(const SoundSpan& sound)
{
    constexpr std::size_t kTwentieth = kHeadParts / 20;
    if (sound.samples.size() < kHeadParts)
        return 0.0;
    const std::vector<double> levels = smoothed_levels(sound, kHeadParts, kTwentieth);
    const double start = levels[kTwentieth / 2]; // of the first twentieth, exactly
    std::size_t away = 0;                        // parts in a row that have left
    for (std::size_t p = 0; p < levels.size(); ++p) {
        away = std::fabs(levels[p] - start) > kHeadRiseDb ? away + 1 : 0;
        if (away == kTwentieth)
            return sound.seconds() * static_cast<double>(p + 1 - kTwentieth) / kHeadParts;
    }
    return sound.seconds() * static_cast<double>(levels.size() - away) / kHeadParts;
}

double rank_with_order(std::span<const double> values)
{
    const std::vector<double> ranks = ranks_of(values);
    const double middle = 0.5 * (static_cast<double>(values.size()) - 1.0);
    double both = 0.0, time = 0.0, rank = 0.0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const double t = static_cast<double>(i) - middle, r = ranks[i] - middle;
        both += t * r;
        time += t * t;
        rank += r * r;
    }
    return time > 0.0 && rank > 0.0 ? both / std::sqrt(time * rank) : 0.0;
}

RollProfile profile_of(const SoundSpan& sound)
{
    RollProfile profile;
    const std::size_t frames = sound.samples.size();
    if (frames < bank::kMeasureBins)
        return profile;
    SpectrumMeter meter(kTransform);
    const double bin_hz = sound.rate_hz / static_cast<double>(kTransform);
    const std::vector<double> weights = weights_of(sound.rate_hz);
    std::vector<double> levels, centroids;
    double peak = 0.0, sum = 0.0;
    for (std::size_t b = 0; b < bank::kMeasureBins; ++b) {
        const std::size_t from = frames * b / bank::kMeasureBins;
        const std::span<const float> part =
            sound.samples.subspan(from, frames * (b + 1) / bank::kMeasureBins - from);
        RollBin& bin = profile.bins[b];
        bin.level_dbfs = level_dbfs_of(part);
        const SpectrumMeter::Spectra spectra = meter.measure(part);
        bin.centroid_hz = centroid_of(spectra.magnitude, bin_hz);
        bin.perceived_lufs = lufs_of(weighted_power(spectra, weights));
        double highest = 0.0;
        for (const float x : part) {
            highest = std::max(highest, std::fabs(static_cast<double>(x)));
            sum += static_cast<double>(x);
        }
        profile.crest_db = std::max(profile.crest_db, decibels(highest) - bin.level_dbfs);
        peak = std::max(peak, highest);
        levels.push_back(bin.level_dbfs);
        centroids.push_back(bin.centroid_hz);
        profile.mean_centroid_hz += bin.centroid_hz / bank::kMeasureBins;
    }
    profile.level_dbfs = level_dbfs_of(sound.samples);
    profile.peak_dbfs = decibels(peak);
    profile.dc = sum / static_cast<double>(frames);
    profile.rise_db = levels.back() - levels.front();
    profile.level_rank = rank_with_order(levels);
    profile.brightness_ratio = centroids.front() > 0.0 ? centroids.back() / centroids.front() : 1.0;
    profile.brightness_rank = rank_with_order(centroids);
    profile.head_s = steady_head_of(sound);
    return profile;
}

} // namespace quern::formats
