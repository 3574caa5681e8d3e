// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_params.hpp"

#include <algorithm>
#include <cmath>

#include "quern/core/elementary.hpp"
#include "quern/core/units.hpp"

namespace quern::grain {
namespace {

using P = CloudParam;
using C = CloudCurve;

constexpr std::array<CloudParamInfo, kCloudParams> kParams{{
    {P::density, "density", "Density", "grains/s", 0.1f, 100000.0f, 40.0f, C::exponential,
     "Grains that start each second, for each note; not used while division is above 0."},
    {P::irregularity, "irregularity", "Irregularity", "", 0.0f, 1.0f, 1.0f, C::linear,
     "0: grains follow each other like a clock (synchronous); 1: at random (Poisson); between: a mixture."},
    {P::tempo, "tempo", "Tempo", "beats/min", 10.0f, 1000.0f, 120.0f, C::exponential,
     "Beats a minute of the clock that division counts in."},
    {P::division, "division", "Division", "grains/beat", 0.0f, 256.0f, 0.0f, C::step,
     "Above 0: grains start on this many equal parts of a beat and density is not used."},
    {P::position, "position", "Position", "", 0.0f, 1.0f, 0.0f, C::linear,
     "Where in the sound grains start: 0 its beginning, 1 the last place a grain fits."},
    {P::spray, "spray", "Spray", "s", 0.0f, 60.0f, 0.05f, C::square,
     "Grains start at random up to so far before or behind the position."},
    {P::scan, "scan", "Scan speed", "", -16.0f, 16.0f, 1.0f, C::linear,
     "How fast the position moves through the sound: 1 as it was recorded, 0 not at all, below 0 backwards."},
    {P::freeze, "freeze", "Freeze", "", 0.0f, 1.0f, 0.0f, C::linear,
     "1 holds the position where it is, whatever the scan speed; between: slows it down."},
    {P::pitch, "pitch", "Pitch", "semitones", -48.0f, 48.0f, 0.0f, C::linear,
     "Transposition of every grain, beside that of its note."},
    {P::pitch_spray, "pitch_spray", "Pitch spray", "semitones", 0.0f, 24.0f, 0.0f, C::square,
     "Grains are transposed at random up to so far up or down."},
    {P::duration, "duration", "Duration", "s", 0.001f, 4.0f, 0.1f, C::exponential, "Length of a grain."},
    {P::shape, "shape", "Shape", "window", 0.0f, 4.0f, 0.0f, C::step,
     "Window of a grain: 0 Hann, 1 triangular, 2 Gaussian, 3 Tukey, 4 exponential; between two numbers each "
     "grain takes one of them by chance."},
    {P::reverse, "reverse", "Reverse", "", 0.0f, 1.0f, 0.0f, C::linear,
     "Chance that a grain is read backwards."},
    {P::interpolation, "interpolation", "Interpolation", "", 0.0f, 1.0f, 0.0f, C::step,
     "How grains read between the samples of the sound: 0 in straight lines; 1 by a cubic, which keeps "
     "grains "
     "below the recorded pitch brighter and cleaner, and takes twice the time."},
    {P::spread, "spread", "Stereo spread", "", 0.0f, 1.0f, 0.5f, C::linear,
     "0: all grains in the middle; 1: anywhere between left and right, with equal power."},
    {P::gain, "gain", "Gain", "dB", -60.0f, 24.0f, 0.0f, C::decibel, "Level of the whole cloud."},
    {P::exponent, "exponent", "Overlap exponent", "", 0.0f, 1.0f, 0.5f, C::linear,
     "Grains are divided by the mean number that sound at once to this power: 0.5 keeps the power of "
     "unlike grains, 1 the peak of like ones, 0 does nothing."},
    {P::attack, "attack", "Attack", "s", 0.005f, 20.0f, 0.01f, C::exponential, "Time in which a note rises."},
    {P::decay, "decay", "Decay", "s", 0.005f, 20.0f, 0.1f, C::exponential,
     "Time in which a note falls to its sustain level."},
    {P::sustain, "sustain", "Sustain", "", 0.0f, 1.0f, 1.0f, C::linear, "Level of a note that is held."},
    {P::release, "release", "Release", "s", 0.005f, 20.0f, 0.3f, C::exponential,
     "Time in which a note falls silent once it is let go."},
}};

constexpr bool in_order()
{
    for (std::size_t i = 0; i < kCloudParams; ++i) {
        if (static_cast<std::size_t>(kParams[i].param) != i)
            return false;
    }
    return true;
}
static_assert(in_order(), "info_of takes the parameter's number as its place");

constexpr double kArrived = 1e-6; // of the range; octaves; amplitude

double measure_of(const CloudParamInfo& info, float value) noexcept QUERN_RT
{
    const auto v = static_cast<double>(value);
    if (info.curve == C::decibel)
        return gain_of_db(v);
    return info.curve == C::exponential ? log2_of(v) : v;
}

float value_of(const CloudParamInfo& info, double measure) noexcept QUERN_RT
{
    constexpr double kDecibelsPerOctave = 6.02059991327962390427;
    double value = measure;
    if (info.curve == C::exponential)
        value = exp2_of(measure);
    else if (info.curve == C::decibel)
        value = kDecibelsPerOctave * log2_of(measure);
    return std::clamp(static_cast<float>(value), info.low, info.high);
}

} // namespace

std::span<const CloudParamInfo, kCloudParams> cloud_params() noexcept QUERN_RT
{
    return kParams;
}

const CloudParamInfo& info_of(CloudParam param) noexcept QUERN_RT
{
    return kParams[static_cast<std::size_t>(param)];
}

std::optional<CloudParam> cloud_param_named(std::string_view id) noexcept
{
    for (const CloudParamInfo& info : kParams) {
        if (info.id == id)
            return info.param;
    }
    return std::nullopt;
}

std::string_view name_of(CloudCurve curve) noexcept
{
    constexpr std::array<std::string_view, 5> kNames{"linear", "exponential", "square", "decibel", "step"};
    return kNames[static_cast<std::size_t>(curve)];
}

CloudValues initial_cloud_values() noexcept QUERN_RT
{
    CloudValues values{};
    for (std::size_t i = 0; i < kCloudParams; ++i)
        values[i] = kParams[i].initial;
    return values;
}

CloudSmoother::CloudSmoother() noexcept QUERN_RT : target_(initial_cloud_values()), value_(target_)
{
    for (std::size_t i = 0; i < kCloudParams; ++i)
        travel_[i] = goal_[i] = measure_of(kParams[i], value_[i]);
}

CloudSmoother::Taken CloudSmoother::aim(CloudParam param, float value) noexcept QUERN_RT
{
    if (!std::isfinite(value))
        return Taken::refused;
    const std::size_t i = static_cast<std::size_t>(param);
    const CloudParamInfo& info = kParams[i];
    const float inside = std::clamp(value, info.low, info.high);
    if (inside != target_[i]) {
        target_[i] = inside;
        goal_[i] = measure_of(info, inside);
        moving_[i] = true;
    }
    return inside == value ? Taken::as_is : Taken::clamped;
}

void CloudSmoother::jump() noexcept QUERN_RT
{
    value_ = target_;
    travel_ = goal_;
    moving_.fill(false);
}

void CloudSmoother::advance(std::size_t frames) noexcept QUERN_RT
{
    const double seconds = static_cast<double>(frames) / kSampleRate;
    const double share = 1.0 - exp2_of(-1.44269504088896340736 * seconds / kCloudSmoothingSeconds);
    for (std::size_t i = 0; i < kCloudParams; ++i) {
        if (!moving_[i])
            continue;
        const CloudParamInfo& info = kParams[i];
        travel_[i] += (goal_[i] - travel_[i]) * share;
        const bool as_it_is = info.curve != C::exponential && info.curve != C::decibel;
        const double range = as_it_is ? static_cast<double>(info.high) - static_cast<double>(info.low) : 1.0;
        if (info.curve == C::step || std::fabs(goal_[i] - travel_[i]) <= kArrived * range) {
            travel_[i] = goal_[i];
            value_[i] = target_[i];
            moving_[i] = false;
        } else {
            value_[i] = value_of(info, travel_[i]);
        }
    }
}

} // namespace quern::grain
