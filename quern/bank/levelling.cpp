// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/levelling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace quern::bank {
namespace {

constexpr std::size_t kHopFrames = 512;
constexpr double kWindowSeconds = 0.5;
constexpr double kTinyPower = 1e-20; // keeps silence from asking for an infinite gain

/// Values at the middles of equal stretches of a line, read between them; flat beyond the first and last
/// middle.
class Curve {
public:
    Curve(std::span<const double> middles, double stretch_frames) noexcept
        : middles_(middles), per_frame_(1.0 / stretch_frames)
    {
    }
    [[nodiscard]] double at(std::size_t frame) const noexcept
    {
        const double last = static_cast<double>(middles_.size() - 1);
        const double x = std::clamp(static_cast<double>(frame) * per_frame_ - 0.5, 0.0, last);
        const auto i = static_cast<std::size_t>(x);
        const double next = middles_[std::min(i + 1, middles_.size() - 1)];
        return middles_[i] + (next - middles_[i]) * (x - static_cast<double>(i));
    }

private:
    std::span<const double> middles_;
    double per_frame_;
};

void amplify(std::span<float> samples, const Curve& gain) noexcept
{
    // Straight pieces of 64 frames: the curve bends no faster than that.
    constexpr std::size_t kPiece = 64;
    for (std::size_t from = 0; from < samples.size(); from += kPiece) {
        const auto start = static_cast<float>(gain.at(from));
        const float step = (static_cast<float>(gain.at(from + kPiece)) - start) * (1.0f / kPiece);
        const std::span<float> piece = samples.subspan(from, std::min(kPiece, samples.size() - from));
        for (std::size_t n = 0; n < piece.size(); ++n)
            piece[n] *= start + step * static_cast<float>(static_cast<std::int32_t>(n));
    }
}

double energy_of(std::span<const float> samples) noexcept
{
    // Four partial sums in a fixed order: the same bits however the loop is vectorised.
    std::array<double, 4> sum{};
    std::size_t n = 0;
    for (; n + 4 <= samples.size(); n += 4) {
        for (std::size_t l = 0; l < 4; ++l)
            sum[l] += static_cast<double>(samples[n + l]) * static_cast<double>(samples[n + l]);
    }
    for (; n < samples.size(); ++n)
        sum[0] += static_cast<double>(samples[n]) * static_cast<double>(samples[n]);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/// Energy up to each hop's end, with a leading zero.
std::vector<double> running_energy(std::span<const float> samples)
{
    std::vector<double> sums{0.0};
    sums.reserve(samples.size() / kHopFrames + 2);
    for (std::size_t from = 0; from < samples.size(); from += kHopFrames)
        sums.push_back(sums.back() +
                       energy_of(samples.subspan(from, std::min(kHopFrames, samples.size() - from))));
    return sums;
}

void follow(std::span<float> samples, double rate_hz, const Curve& target)
{
    const std::vector<double> sums = running_energy(samples);
    const std::size_t hops = sums.size() - 1;
    const auto half =
        static_cast<std::size_t>(0.5 * kWindowSeconds * rate_hz / static_cast<double>(kHopFrames));
    std::vector<double> gains(hops);
    for (std::size_t h = 0; h < hops; ++h) {
        const std::size_t from = h > half ? h - half : 0;
        const std::size_t to = std::min(h + half + 1, hops);
        const std::size_t frames = std::min(to * kHopFrames, samples.size()) - from * kHopFrames;
        const double power = (sums[to] - sums[from]) / static_cast<double>(frames);
        gains[h] = target.at(h * kHopFrames + kHopFrames / 2) / std::sqrt(std::max(power, kTinyPower));
    }
    amplify(samples, Curve(gains, static_cast<double>(kHopFrames)));
}

/// Straight up to the knee, then bending towards a ceiling it never reaches. Value and slope are continuous.
void round_off(std::span<float> samples) noexcept
{
    constexpr float kKnee = 0.5f;
    constexpr float kCeiling = 0.87f; // -1.2 dBFS
    constexpr float kRoom = kCeiling - kKnee;
    for (float& sample : samples) {
        const float size = std::fabs(sample);
        const float over = std::max(size - kKnee, 0.0f) * (1.0f / kRoom);
        const float rounded = std::min(size, kKnee) + kRoom * (over / (1.0f + over));
        sample = sample < 0.0f ? -rounded : rounded;
    }
}

std::array<double, kLevelBins> bin_rms(std::span<const float> samples) noexcept
{
    std::array<double, kLevelBins> rms{};
    for (std::size_t b = 0; b < kLevelBins; ++b) {
        const std::size_t from = samples.size() * b / kLevelBins;
        const std::size_t to = samples.size() * (b + 1) / kLevelBins;
        rms[b] = std::sqrt(energy_of(samples.subspan(from, to - from)) /
                           static_cast<double>(std::max<std::size_t>(to - from, 1)));
    }
    return rms;
}

} // namespace

void level(std::span<float> samples, double rate_hz, std::span<const double, kLevelBins> target_rms)
{
    const double bin_frames = static_cast<double>(samples.size()) / kLevelBins;
    follow(samples, rate_hz, Curve(target_rms, bin_frames));
    round_off(samples);
    // What following and rounding left over, a per cent or two. A bin too short or too silent to follow
    // stays.
    std::array<double, kLevelBins> correction = bin_rms(samples);
    for (std::size_t b = 0; b < kLevelBins; ++b) {
        const double found = correction[b];
        correction[b] = found > 0.0 ? std::clamp(target_rms[b] / found, 0.8, 1.25) : 1.0;
    }
    amplify(samples, Curve(correction, bin_frames));
}

} // namespace quern::bank
