// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/support/audio_scan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace quern::test {
namespace {

// Ranks from 1, ties sharing their mean rank.
std::vector<double> ranks(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first;
        while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]])
            ++last;
        for (std::size_t i = first; i <= last; ++i)
            result[order[i]] = 0.5 * static_cast<double>(first + last) + 1.0;
        first = last + 1;
    }
    return result;
}

} // namespace

std::vector<Click> find_clicks(std::span<const float> interleaved, std::size_t channels, std::size_t channel)
{
    std::vector<Click> clicks;
    const std::size_t frames = interleaved.size() / channels;
    const auto at = [&](std::size_t frame) { return interleaved[frame * channels + channel]; };
    std::vector<float> steps, sorted;
    for (std::size_t begin = 0; begin < frames; begin += kClickWindow) {
        const std::size_t end = std::min(begin + kClickWindow, frames);
        steps.clear();
        for (std::size_t frame = std::max<std::size_t>(begin, 1); frame < end; ++frame)
            steps.push_back(std::fabs(at(frame) - at(frame - 1)));
        if (steps.empty())
            continue;
        sorted = steps;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        for (std::size_t i = 0; i < steps.size(); ++i)
            // Written so that a NaN counts as a click.
            if (!(steps[i] <= kClickStep) && !(steps[i] <= kClickRatio * *middle))
                clicks.push_back({std::max<std::size_t>(begin, 1) + i, steps[i], *middle});
    }
    return clicks;
}

std::optional<std::size_t> first_non_finite(std::span<const float> samples)
{
    const auto found =
        std::find_if_not(samples.begin(), samples.end(), [](float s) { return std::isfinite(s); });
    if (found == samples.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - samples.begin());
}

double rms(std::span<const float> samples)
{
    double sum = 0.0;
    for (const float sample : samples)
        sum += static_cast<double>(sample) * static_cast<double>(sample);
    return samples.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

std::vector<double> rms_per_second(std::span<const float> interleaved, std::size_t channels, std::size_t rate)
{
    std::vector<double> seconds;
    const std::size_t size = channels * rate;
    for (std::size_t begin = 0; begin + size <= interleaved.size(); begin += size)
        seconds.push_back(rms(interleaved.subspan(begin, size)));
    return seconds;
}

float peak(std::span<const float> samples)
{
    float result = 0.0f;
    for (const float sample : samples)
        result = std::max(result, std::fabs(sample));
    return result;
}

double to_db(double linear)
{
    return 20.0 * std::log10(linear);
}

double spearman(std::span<const double> x, std::span<const double> y)
{
    if (x.size() != y.size() || x.size() < 2)
        return std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> a = ranks(x), b = ranks(y);
    const double mean = 0.5 * static_cast<double>(a.size() + 1);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return ab / std::sqrt(aa * bb);
}

double tone_amplitude(std::span<const float> samples, double hz, double rate)
{
    double real = 0.0, imaginary = 0.0, weight = 0.0;
    const double size = static_cast<double>(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double n = static_cast<double>(i);
        const double window = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (n + 0.5) / size);
        const double angle = 2.0 * std::numbers::pi * hz * n / rate;
        real += window * static_cast<double>(samples[i]) * std::cos(angle);
        imaginary -= window * static_cast<double>(samples[i]) * std::sin(angle);
        weight += window;
    }
    return weight > 0.0 ? 2.0 * std::hypot(real, imaginary) / weight : 0.0;
}

std::uint64_t hash(std::span<const float> samples)
{
    std::uint64_t value = 0xCBF29CE484222325u;
    for (const float sample : samples)
        for (std::uint32_t bits = std::bit_cast<std::uint32_t>(sample), byte = 0; byte < 4;
             ++byte, bits >>= 8) {
            value ^= bits & 0xFFu;
            value *= 0x100000001B3u;
        }
    return value;
}

} // namespace quern::test
