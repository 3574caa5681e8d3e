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

/// Into [0, size).
double wrapped(double place, double size) noexcept QUERN_RT
{
    const double rest = place - std::floor(place / size) * size;
    return rest >= 0.0 && rest < size ? rest : 0.0;
}

/// Into [0, size], turning back at both ends.
double folded(double place, double size) noexcept QUERN_RT
{
    if (size <= 0.0)
        return 0.0;
    const double rest = wrapped(place, 2.0 * size);
    return rest <= size ? rest : 2.0 * size - rest;
}

} // namespace

float overlap_gain(double overlap, double exponent) noexcept QUERN_RT
{
    return overlap > 1.0 ? static_cast<float>(exp2_of(-exponent * log2_of(overlap))) : 1.0f;
}

CloudGrain plan_grain(const CloudSmoother& values, const CloudGround& ground, const CloudChance& chance,
                      double note_semitones) noexcept QUERN_RT
{
    CloudGrain grain;
    const double semitones =
        value(values, P::pitch) + note_semitones + value(values, P::pitch_spray) * chance.pitch;
    const double rate = ground.source_rate / kSampleRate;
    double step = std::clamp(exp2_of(std::clamp(semitones, -240.0, 240.0) / 12.0) * rate, kCloudLowestStep,
                             kCloudHighestStep);
    grain.length =
        static_cast<std::int32_t>(std::max(std::floor(value(values, P::duration) * kSampleRate + 0.5), 1.0));
    const double frames = ground.source_frames;
    if (span_of(step, grain.length) > frames) {
        grain.shortened = true;
        const auto fits = static_cast<std::int32_t>((frames - 2.0) / step);
        grain.length = std::min(grain.length, std::max(fits, kCloudShortestGrain));
        step = std::min(step, (frames - 2.0) / grain.length);
    }
    grain.step = static_cast<float>(step);

    // The span is that of the step as the grain will take it.
    const double span = span_of(static_cast<double>(grain.step), grain.length);
    const double room = std::max(frames - span, 0.0);
    const double spray = value(values, P::spray) * ground.source_rate * chance.spray;
    const double place = wrapped(value(values, P::position) * room + ground.scan, room + 1.0);
    const double from = std::floor(std::min(folded(std::min(place, room) + spray, room), room));
    if (chance.reverse < value(values, P::reverse)) {
        grain.start = static_cast<std::int32_t>(from + span - 2.0);
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
