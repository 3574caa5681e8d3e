// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_grain.hpp"

#include <algorithm>
#include <cmath>

#include "quern/core/elementary.hpp"
#include "quern/core/units.hpp"

namespace quern::grain {
namespace {

using P = CloudParam;

double value(const CloudSmoother& values, CloudParam param) noexcept QUERN_RT
{
    return static_cast<double>(values[param]);
}

/// Source frames that a grain touches, the neighbour of its last one included.
double span_of(double step, std::int32_t length) noexcept QUERN_RT
{
    return std::ceil(step * (length - 1)) + 2.0;
}

/// Into [0, size], turning back at both ends.
double folded(double place, double size) noexcept QUERN_RT
{
    if (size <= 0.0)
        return 0.0;
    const double rest = place - std::floor(place / (2.0 * size)) * (2.0 * size);
    return std::clamp(rest <= size ? rest : 2.0 * size - rest, 0.0, size);
}

/// What all grains of one pitch have in common.
struct Fit {
    double step = 1.0;
    std::int32_t length = 0;
    double span = 0.0;
    double room = 0.0; // the last frame at which it fits
    bool shortened = false;
    bool clamped = false;
};

Fit fit(const CloudSmoother& values, const CloudGround& ground, double semitones) noexcept QUERN_RT
{
    Fit grain;
    const double rate = ground.source_rate / kSampleRate;
    const double step = exp2_of(std::clamp(semitones, -240.0, 240.0) / 12.0) * rate;
    grain.step = std::clamp(step, kCloudLowestStep, kCloudHighestStep);
    grain.clamped = grain.step != step;
    grain.length =
        static_cast<std::int32_t>(std::max(std::floor(value(values, P::duration) * kSampleRate + 0.5), 1.0));
    const double frames = ground.source_frames;
    if (span_of(grain.step, grain.length) > frames) {
        grain.shortened = true;
        const auto fits = static_cast<std::int32_t>((frames - 2.0) / grain.step);
        grain.length = std::min(grain.length, std::max(fits, kCloudShortestGrain));
        grain.step = std::min(grain.step, (frames - 2.0) / grain.length);
    }
    // The span is that of the step as the grain will take it.
    grain.step = static_cast<double>(static_cast<float>(grain.step));
    grain.span = span_of(grain.step, grain.length);
    grain.room = std::max(frames - grain.span, 0.0);
    return grain;
}

} // namespace

float overlap_gain(double overlap, double exponent) noexcept QUERN_RT
{
    return overlap > 1.0 ? static_cast<float>(exp2_of(-exponent * log2_of(overlap))) : 1.0f;
}

double scan_room(const CloudSmoother& values, const CloudGround& ground,
                 double note_semitones) noexcept QUERN_RT
{
    return fit(values, ground, value(values, P::pitch) + note_semitones).room;
}

double scan_in_round(const CloudSmoother& values, double scan, double room) noexcept QUERN_RT
{
    const double place = value(values, P::position) * room + scan;
    return scan - std::floor(place / (room + 1.0)) * (room + 1.0);
}

CloudGrain plan_grain(const CloudSmoother& values, const CloudGround& ground, const CloudChance& chance,
                      double note_semitones) noexcept QUERN_RT
{
    const double semitones =
        value(values, P::pitch) + note_semitones + value(values, P::pitch_spray) * chance.pitch;
    const Fit fitted = fit(values, ground, semitones);
    CloudGrain grain;
    grain.length = fitted.length;
    grain.step = static_cast<float>(fitted.step);
    grain.shortened = fitted.shortened;
    grain.clamped = fitted.clamped;

    const double room = fitted.room;
    const double spray = value(values, P::spray) * ground.source_rate * chance.spray;
    const double place = value(values, P::position) * room + scan_in_round(values, ground.scan, ground.room);
    const double from = std::floor(std::min(folded(std::clamp(place, 0.0, room) + spray, room), room));
    if (chance.reverse < value(values, P::reverse)) {
        grain.start = static_cast<std::int32_t>(from + fitted.span - 2.0);
        grain.step = -grain.step;
    } else {
        grain.start = static_cast<std::int32_t>(from);
    }

    const double shape = value(values, P::shape);
    const double lower = std::floor(shape);
    grain.shape = static_cast<int>(lower) + (chance.shape < shape - lower ? 1 : 0);

    const double pan = value(values, P::spread) * chance.pan;
    grain.left = ground.gain * static_cast<float>(std::sqrt(0.5 * (1.0 - pan)));
    grain.right = ground.gain * static_cast<float>(std::sqrt(0.5 * (1.0 + pan)));
    return grain;
}

} // namespace quern::grain
