// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/jet.hpp"

#include <array>
#include <cassert>
#include <cmath>

#include "quern/bank/board.hpp"
#include "quern/core/elementary.hpp"

namespace quern::bank {
namespace {

constexpr double kAirSlowHz = 350.0, kAirFastHz = 1500.0; // corner of the roar
constexpr double kAirLowCutHz = 70.0;
constexpr double kTurbineSlowHz = 540.0, kTurbineFastHz = 2150.0;
/// Shaft, blades, and a second stage slightly off the octave.
struct Partial {
    float ratio, gain;
};
constexpr std::array<Partial, 3> kPartials{{{1.0f, 1.0f}, {2.03f, 0.45f}, {3.11f, 0.2f}}};

float wave_of(float turn) noexcept
{
    const float t = 2.0f * turn - 1.0f;
    const float s = 4.0f * t * (1.0f - std::fabs(t));
    return s * (0.775f + 0.225f * std::fabs(s)); // the usual correction of the parabola, a sine within 0.1 %
}

} // namespace

float Jet::Wander::next(Noise& noise, int steps) noexcept
{
    if (left == 0) {
        value = goal;
        goal = noise.next();
        left = steps;
        step = (goal - value) / static_cast<float>(steps);
    }
    --left;
    return value += step;
}

Jet::Jet(const Params& params, std::uint32_t seed, double rate_hz) noexcept
    : params_(params), noise_(seed), air_(rate_hz), rate_hz_(rate_hz)
{
}

void Jet::add(double speed, std::span<float> out) noexcept
{
    assert(out.size() == kStepFrames);
    const float gust = 1.0f + 0.3f * gust_.next(noise_, 60) + 0.2f * eddy_.next(noise_, 13);
    const auto loud = static_cast<float>(gain_of_db(12.0 * (speed - 1.0)));

    std::array<float, kStepFrames> air;
    for (float& sample : air)
        sample = noise_.next() * gust * loud * params_.roar;
    air_.set_band(kAirLowCutHz, between(kAirSlowHz, kAirFastHz, speed));
    air_.process(air);

    const double wander = 1.0 + 0.012 * static_cast<double>(drift_.next(noise_, 35));
    const double shaft_hz = between(kTurbineSlowHz, kTurbineFastHz, speed) * wander;
    for (std::size_t p = 0; p < kPartials.size(); ++p) {
        const auto step = static_cast<float>(shaft_hz * static_cast<double>(kPartials[p].ratio) / rate_hz_);
        const float gain = params_.tone * loud * kPartials[p].gain;
        float turn = turns_[p];
        for (std::size_t n = 0; n < kStepFrames; ++n) {
            air[n] += gain * wave_of(turn);
            turn += step;
            turn -= turn >= 1.0f ? 1.0f : 0.0f;
        }
        turns_[p] = turn;
    }
    for (std::size_t n = 0; n < kStepFrames; ++n)
        out[n] += air[n];
}

} // namespace quern::bank
