// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/position_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "quern/bed/records.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kPositions = 101;
constexpr std::size_t kSpeeds = 41;

double read_at(std::span<const double> values, double position)
{
    const double last = static_cast<double>(values.size() - 1);
    const double x = std::clamp(position, 0.0, 1.0) * last;
    const auto i = static_cast<std::size_t>(x);
    const double next = values[std::min(i + 1, values.size() - 1)];
    return values[i] + (next - values[i]) * (x - static_cast<double>(i));
}

double level_at(std::span<const double> perceived, const std::array<float, 4>& points, std::size_t speed)
{
    const float fraction = static_cast<float>(speed) / static_cast<float>(kSpeeds - 1);
    return read_at(perceived, static_cast<double>(bed::position_a(fraction, points)));
}

double squared_error(std::span<const double> perceived, const std::array<float, 4>& points)
{
    const double from = level_at(perceived, points, 0), to = level_at(perceived, points, kSpeeds - 1);
    double sum = 0.0;
    for (std::size_t s = 0; s < kSpeeds; ++s) {
        const double wanted = from + (to - from) * static_cast<double>(s) / (kSpeeds - 1);
        const double off = level_at(perceived, points, s) - wanted;
        sum += off * off;
    }
    return sum;
}

float rounded(double value)
{
    return static_cast<float>(std::round(value * 1e4) / 1e4);
}

} // namespace

std::vector<double> perceived_over_position(const SoundSpan& sound, double window_s, std::size_t steps)
{
    std::vector<double> perceived(steps, lufs_of(0.0));
    const std::vector<double> frames = weighted_frames(sound);
    if (frames.empty())
        return perceived;
    const double frame_s = static_cast<double>(kWeightedHop) / sound.rate_hz;
    // Frames overlap by half, so a window of n hops holds n - 1 of them.
    const auto in_window =
        std::clamp<std::size_t>(static_cast<std::size_t>(window_s / frame_s + 0.5), 2, frames.size() + 1) - 1;
    const double travel = std::max(sound.seconds() - window_s, 0.0);
    for (std::size_t i = 0; i < steps; ++i) {
        const double from_s = travel * static_cast<double>(i) / static_cast<double>(steps - 1);
        const auto from =
            std::min(static_cast<std::size_t>(from_s / frame_s + 0.5), frames.size() - in_window);
        const auto begin = frames.begin() + static_cast<std::ptrdiff_t>(from);
        perceived[i] = lufs_of(std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(in_window), 0.0) /
                               static_cast<double>(in_window));
    }
    return perceived;
}

PositionFit judge_position(std::span<const double> perceived, const std::array<float, 4>& points)
{
    PositionFit fit{points, 0.0, 0.0};
    const double from = level_at(perceived, points, 0), to = level_at(perceived, points, kSpeeds - 1);
    fit.rise_db = to - from;
    for (std::size_t s = 0; s < kSpeeds; ++s) {
        const double wanted = from + fit.rise_db * static_cast<double>(s) / (kSpeeds - 1);
        fit.uneven_db = std::max(fit.uneven_db, std::fabs(level_at(perceived, points, s) - wanted));
    }
    return fit;
}

PositionFit fit_position(const SoundSpan& sound, const Stretch& used, double window_s)
{
    const std::vector<double> perceived = perceived_over_position(sound, window_s, kPositions);
    const double travel = std::max(sound.seconds() - window_s, 1e-6);
    const double low = std::clamp(used.from_s / travel, 0.0, 1.0);
    const double high = std::clamp((used.to_s - window_s) / travel, low, 1.0);
    const auto points = [&](double p1, double p2) {
        return std::array<float, 4>{rounded(low), rounded(low + (high - low) * p1),
                                    rounded(low + (high - low) * p2), rounded(high)};
    };
    // Two unknowns over a square: a coarse look finds the valley, halving steps its floor.
    double best1 = 1.0 / 3.0, best2 = 2.0 / 3.0, best = squared_error(perceived, points(best1, best2));
    const auto try_at = [&](double p1, double p2) {
        p1 = std::clamp(p1, 0.0, 1.0);
        p2 = std::clamp(p2, 0.0, 1.0);
        const double error = squared_error(perceived, points(p1, p2));
        if (!(error < best)) // also when a level is no number: nothing is better than another then
            return false;
        best = error;
        best1 = p1;
        best2 = p2;
        return true;
    };
    for (int i = 0; i <= 10; ++i) {
        for (int j = 0; j <= 10; ++j)
            try_at(i / 10.0, j / 10.0);
    }
    for (double step = 0.05; step > 0.0005;) {
        const double p1 = best1, p2 = best2;
        bool better = false;
        for (const double d1 : {-step, 0.0, step}) {
            for (const double d2 : {-step, 0.0, step})
                better = try_at(p1 + d1, p2 + d2) || better;
        }
        if (!better)
            step /= 2.0;
    }
    return judge_position(perceived, points(best1, best2));
}

} // namespace quern::formats
