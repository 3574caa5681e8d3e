// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_rich.hpp"

#include <cmath>

namespace quern::grain {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kKaiserBeta = 8.0;
constexpr float kSilent =
    1e-20f; // filter states below it are cleared: a dying filter never gets to denormals

/// Modified Bessel function of order 0, by its series.
double bessel(double x)
{
    double sum = 1.0;
    double term = 1.0;
    for (int k = 1; k < 40; ++k) {
        term *= x / (2.0 * k) * (x / (2.0 * k));
        sum += term;
    }
    return sum;
}

float at(const float* source, std::int64_t frames, std::int64_t frame) noexcept QUERN_RT
{
    return frame >= 0 && frame < frames ? source[frame] : 0.0f;
}

} // namespace

const SincTable& SincTable::shared()
{
    static const SincTable table;
    return table;
}

SincTable::SincTable() : weights_(kFractions + 1)
{
    constexpr double kHalf = static_cast<double>(kTaps) / 2.0;
    for (std::size_t row = 0; row <= kFractions; ++row) {
        const double fraction = static_cast<double>(row) / static_cast<double>(kFractions);
        std::array<double, kTaps> exact{};
        double sum = 0.0;
        for (std::size_t k = 0; k < kTaps; ++k) {
            const double x = static_cast<double>(k) - (kHalf - 1.0) - fraction;
            const double inside = 1.0 - x / kHalf * (x / kHalf);
            const double window =
                inside > 0.0 ? bessel(kKaiserBeta * std::sqrt(inside)) / bessel(kKaiserBeta) : 0.0;
            exact[k] = (x == 0.0 ? 1.0 : std::sin(kPi * x) / (kPi * x)) * window;
            sum += exact[k];
        }
        for (std::size_t k = 0; k < kTaps; ++k)
            weights_[row][k] = static_cast<float>(exact[k] / sum); // a constant stays what it is
    }
}

float SincTable::read(const float* source, std::int64_t frames, std::int64_t frame,
                      float fraction) const noexcept QUERN_RT
{
    const float t = fraction * static_cast<float>(kFractions);
    const auto row = std::min(static_cast<std::size_t>(t), kFractions - 1); // a fraction can be 1
    const float between = t - static_cast<float>(row);
    const std::int64_t first = frame - static_cast<std::int64_t>(kTaps / 2 - 1);
    std::array<float, kTaps> edge;
    const float* near = source + first;
    if (first < 0 || first + static_cast<std::int64_t>(kTaps) > frames) {
        for (std::size_t k = 0; k < kTaps; ++k)
            edge[k] = at(source, frames, first + static_cast<std::int64_t>(k));
        near = edge.data();
    }
    // Four sums side by side, which a compiler keeps in one register.
    const float* const low = weights_[row].data();
    const float* const high = weights_[row + 1].data();
    std::array<float, 4> sums{};
    for (std::size_t k = 0; k < kTaps; k += 4) {
        for (std::size_t i = 0; i < 4; ++i)
            sums[i] += near[k + i] * (low[k + i] + (high[k + i] - low[k + i]) * between);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void GrainFilterState::prepare(const GrainFilter& filter) noexcept QUERN_RT
{
    *this = {};
    kind_ = filter.kind;
    if (kind_ == GrainFilter::Kind::off) {
        return;
    }
    QUERN_RT_TRUSTED_BEGIN // the C library's tangent: arithmetic alone
        const double g = std::tan(kPi * static_cast<double>(filter.cutoff));
    QUERN_RT_TRUSTED_END
    const double k = 1.0 / static_cast<double>(filter.q);
    const double a1 = 1.0 / (1.0 + g * (g + k));
    a1_ = static_cast<float>(a1);
    a2_ = static_cast<float>(g * a1);
    a3_ = static_cast<float>(g * g * a1);
    damping_ = static_cast<float>(k);
}

float GrainFilterState::process(float in) noexcept QUERN_RT
{
    const float v3 = in - second_;
    const float band = a1_ * first_ + a2_ * v3;
    const float low = second_ + a2_ * first_ + a3_ * v3;
    const auto kept = [](float state) { return std::fabs(state) > kSilent ? state : 0.0f; };
    first_ = kept(2.0f * band - first_);
    second_ = kept(2.0f * low - second_);
    switch (kind_) {
    case GrainFilter::Kind::low_pass:
        return low;
    case GrainFilter::Kind::band_pass:
        return damping_ * band;
    case GrainFilter::Kind::high_pass:
        return in - damping_ * band - low;
    case GrainFilter::Kind::off:
        break;
    }
    return in;
}

void GrainFilterState::process(std::span<float> samples) noexcept QUERN_RT
{
    GrainFilterState state = *this; // in registers: no sample can be taken for a part of it
    for (float& sample : samples)
        sample = state.process(sample);
    *this = state;
}

void read_rich(Interpolation interpolation, const SincTable& sinc, const float* source, std::int64_t frames,
               std::span<const Head> heads, float* out) noexcept QUERN_RT
{
    const auto each = [heads, out](auto read) noexcept QUERN_RT {
        for (std::size_t k = 0; k < heads.size(); ++k)
            out[k] = read(heads[k]);
    };
    switch (interpolation) {
    case Interpolation::linear:
        return each([=](Head head) { return read_linear(source, frames, head.frame, head.fraction); });
    case Interpolation::hermite:
        return each([=](Head head) { return read_hermite(source, frames, head.frame, head.fraction); });
    case Interpolation::sinc:
        return each([=, &sinc](Head head) {
            return head.frame >= 0 && head.frame < frames
                       ? sinc.read(source, frames, head.frame, head.fraction)
                       : 0.0f;
        });
    }
}

float read_rich(Interpolation interpolation, const SincTable& sinc, const float* source, std::int64_t frames,
                std::int64_t frame, float fraction) noexcept QUERN_RT
{
    const Head head{frame, fraction};
    float value = 0.0f;
    read_rich(interpolation, sinc, source, frames, {&head, 1}, &value);
    return value;
}

PanGains pan_gains(PanLaw law, double pan) noexcept QUERN_RT
{
    const double x = pan >= -1.0 ? (pan <= 1.0 ? (pan + 1.0) / 2.0 : 1.0) : (pan < -1.0 ? 0.0 : 0.5);
    if (law == PanLaw::linear) {
        return {static_cast<float>(1.0 - x), static_cast<float>(x)};
    }
    QUERN_RT_TRUSTED_BEGIN // the C library's sine, cosine and root: arithmetic alone
        double left = std::sin((1.0 - x) * kPi / 2.0);
    double right = std::sin(x * kPi / 2.0);
    if (law == PanLaw::compromise) {
        left = std::sqrt(left * (1.0 - x));
        right = std::sqrt(right * x);
    }
    QUERN_RT_TRUSTED_END
    return {static_cast<float>(left), static_cast<float>(right)};
}

} // namespace quern::grain
