// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/measure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "quern/bank/spectrum.hpp"

namespace quern::bank {
namespace {

constexpr double kFloor = 1e-10; // -200 dB

double decibels(double amplitude) noexcept
{
    return 20.0 * std::log10(std::max(amplitude, kFloor));
}

/// Mean magnitude and power spectra of half-overlapping frames, then their centres of gravity.
void measure_colour(std::span<const double> samples, double rate_hz, BinFigures& figures)
{
    constexpr std::size_t kSize = 4096;
    const std::vector<double> window = hann_window(std::min(kSize, samples.size()));
    std::vector<double> frame(window.size()), magnitude(kSize / 2 + 1), power(kSize / 2 + 1);
    for (std::size_t from = 0; from + window.size() <= samples.size();
         from += std::max<std::size_t>(window.size() / 2, 1)) {
        for (std::size_t n = 0; n < window.size(); ++n)
            frame[n] = samples[from + n] * window[n];
        const std::vector<double> spectrum = power_spectrum(frame, kSize);
        for (std::size_t k = 0; k < spectrum.size(); ++k) {
            magnitude[k] += std::sqrt(spectrum[k]);
            power[k] += spectrum[k];
        }
    }
    const auto centre = [rate_hz](const std::vector<double>& weights) {
        double sum = 0.0, moment = 0.0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            sum += weights[k];
            moment += weights[k] * static_cast<double>(k);
        }
        return sum > 0.0 ? moment / sum * rate_hz / static_cast<double>(kSize) : 0.0;
    };
    figures.centroid_hz = centre(magnitude);
    figures.power_centroid_hz = centre(power);
}

/// RMS of half-millisecond pieces, less the mean and in parts of it.
std::vector<double> envelope_of(std::span<const double> samples, std::size_t piece)
{
    std::vector<double> envelope;
    for (std::size_t from = 0; from + piece <= samples.size(); from += piece) {
        const std::span<const double> part = samples.subspan(from, piece);
        envelope.push_back(std::sqrt(std::inner_product(part.begin(), part.end(), part.begin(), 0.0) /
                                     static_cast<double>(piece)));
    }
    const double mean = std::accumulate(envelope.begin(), envelope.end(), 0.0) /
                        static_cast<double>(std::max<std::size_t>(envelope.size(), 1));
    for (double& value : envelope)
        value = value / std::max(mean, kFloor) - 1.0;
    return envelope;
}

/// The rate at which the loudness pulses most: a band of 12 % of the modulation spectrum against what lies
/// around it. Wide, since wheels speed up within a bin; relative, since slow modulation is always the
/// strongest.
void measure_beat(std::span<const double> samples, double rate_hz, BinFigures& figures)
{
    const auto piece = std::max<std::size_t>(static_cast<std::size_t>(rate_hz / 2000.0), 1);
    std::vector<double> envelope = envelope_of(samples, piece);
    if (envelope.size() < 256)
        return;
    const std::vector<double> window = hann_window(envelope.size());
    for (std::size_t n = 0; n < envelope.size(); ++n)
        envelope[n] *= window[n];
    const std::size_t size = std::bit_ceil(4 * envelope.size());
    const std::vector<double> power = power_spectrum(envelope, size);
    std::vector<double> sums(power.size() + 1);
    std::partial_sum(power.begin(), power.end(), sums.begin() + 1);
    const double per_hz = static_cast<double>(size) * static_cast<double>(piece) / rate_hz;
    const auto mean = [&](double from_hz, double to_hz) {
        const auto from = static_cast<std::size_t>(from_hz * per_hz + 0.5);
        const std::size_t to = std::max(static_cast<std::size_t>(to_hz * per_hz + 0.5), from + 1);
        return (sums[to] - sums[from]) / static_cast<double>(to - from);
    };
    for (double hz = 4.0; hz < 190.0; hz *= 1.02) {
        const double around = 0.5 * (mean(0.62 * hz, 0.85 * hz) + mean(1.18 * hz, 1.5 * hz));
        const double contrast = mean(0.94 * hz, 1.06 * hz) / std::max(around, kFloor * kFloor);
        if (contrast > figures.beat_contrast) {
            figures.beat_contrast = contrast;
            figures.beat_hz = hz;
        }
    }
}

BinFigures measure_bin(std::span<const double> samples, double rate_hz)
{
    BinFigures figures;
    double square = 0.0, fourth = 0.0;
    for (const double x : samples) {
        square += x * x;
        fourth += x * x * x * x;
    }
    const double power = square / static_cast<double>(samples.size());
    figures.level_dbfs = decibels(std::sqrt(power));
    figures.kurtosis = power > 0.0 ? fourth / static_cast<double>(samples.size()) / (power * power) : 0.0;
    measure_colour(samples, rate_hz, figures);
    measure_beat(samples, rate_hz, figures);
    return figures;
}

/// The last lag, below half a second, at which the sound still correlates with itself by a tenth. Noise
/// forgets itself within a wave of its lowest note, a ringing plate remembers for as long as it rings.
double ring_of(std::span<const double> samples, double rate_hz)
{
    const std::vector<double> likeness = autocorrelation(samples);
    auto lag = std::min(likeness.size(), static_cast<std::size_t>(0.5 * rate_hz));
    while (lag > 0 && std::fabs(likeness[lag - 1]) < 0.1)
        --lag;
    return static_cast<double>(lag) / rate_hz;
}

double sharpest_step_of(std::span<const double> samples)
{
    constexpr std::size_t kWindow = 1024;
    double sharpest = 0.0;
    std::vector<double> steps;
    for (std::size_t from = 0; from + 1 < samples.size(); from += kWindow) {
        steps.clear();
        for (std::size_t n = from; n < std::min(from + kWindow, samples.size() - 1); ++n)
            steps.push_back(std::fabs(samples[n + 1] - samples[n]));
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
        std::nth_element(steps.begin(), middle, steps.end());
        const double largest = *std::max_element(middle, steps.end());
        if (steps.size() == kWindow && *middle > 0.0)
            sharpest = std::max(sharpest, largest / *middle);
    }
    return sharpest;
}

} // namespace

Figures measure(const grain::RecordingView& recording)
{
    Figures figures;
    if (recording.samples == nullptr || recording.frames < kMeasureBins || recording.rate == 0)
        return figures;
    const double rate_hz = recording.rate;
    const std::vector<double> samples(recording.samples, recording.samples + recording.frames);
    const auto bin = [&](std::size_t b) {
        const std::size_t from = samples.size() * b / kMeasureBins;
        return std::span(samples).subspan(from, samples.size() * (b + 1) / kMeasureBins - from);
    };
    double peak = 0.0;
    for (std::size_t b = 0; b < kMeasureBins; ++b) {
        figures.bins[b] = measure_bin(bin(b), rate_hz);
        double highest = 0.0;
        for (const double x : bin(b))
            highest = std::max(highest, std::fabs(x));
        figures.crest_db = std::max(figures.crest_db, decibels(highest) - figures.bins[b].level_dbfs);
        peak = std::max(peak, highest);
    }
    figures.peak_dbfs = decibels(peak);
    figures.dc = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    // Three places: a rear wheel meeting the front one's stones again must not pass for ringing.
    figures.ring_s =
        std::min({ring_of(bin(5), rate_hz), ring_of(bin(10), rate_hz), ring_of(bin(15), rate_hz)});
    figures.sharpest_step = sharpest_step_of(samples);
    return figures;
}

} // namespace quern::bank
