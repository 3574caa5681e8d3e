// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_demo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "quern/core/elementary.hpp"
#include "quern/core/generator.hpp"
#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr double kSeconds = 8.0;
constexpr double kPeak = 0.7;

struct Strike {
    double at_s;
    double semitones; ///< above middle C
};
constexpr std::array<Strike, 7> kStrikes{
    {{0.3, 0.0}, {1.2, 7.0}, {2.1, 12.0}, {3.0, 16.0}, {4.0, 19.0}, {5.2, 12.0}, {6.2, 7.0}}};

struct Partial {
    double ratio;
    double level;
    double ring_s;
};
constexpr std::array<Partial, 6> kPartials{{{1.0, 1.0, 1.6},
                                            {2.0, 0.5, 1.1},
                                            {2.76, 0.35, 0.7},
                                            {4.07, 0.2, 0.45},
                                            {5.4, 0.14, 0.3},
                                            {8.1, 0.08, 0.15}}};

constexpr double kMiddleC = 261.6255653005986;

/// A sine that is turned on frame by frame: four multiplications in place of a series.
class Tone {
public:
    explicit Tone(double hz) : turn_cos_(cos_of(angle(hz))), turn_sin_(sin_of(angle(hz))) {}
    double next()
    {
        const double now = sine_;
        const double cosine = cosine_ * turn_cos_ - sine_ * turn_sin_;
        sine_ = sine_ * turn_cos_ + cosine_ * turn_sin_;
        cosine_ = cosine;
        return now;
    }

private:
    static double angle(double hz) { return 2.0 * kPi * hz / kSampleRate; }
    double turn_cos_, turn_sin_;
    double sine_ = 0.0, cosine_ = 1.0;
};

} // namespace

grain::Recording cloud_demo()
{
    const auto frames = static_cast<std::size_t>(kSeconds * kSampleRate);
    std::vector<double> sound(frames, 0.0);
    for (const Strike& strike : kStrikes) {
        for (const Partial& partial : kPartials) {
            Tone tone(kMiddleC * exp2_of(strike.semitones / 12.0) * partial.ratio);
            const double decay = exp2_of(-1.0 / (partial.ring_s * 0.35 * kSampleRate));
            double level = partial.level;
            const auto begin = static_cast<std::size_t>(strike.at_s * kSampleRate);
            for (std::size_t n = 0; begin + n < frames && level > 1e-5; ++n, level *= decay) {
                const double rise = std::min(static_cast<double>(n) / 96.0, 1.0); // two milliseconds
                sound[begin + n] += rise * level * tone.next();
            }
        }
    }
    Generator noise;
    double breath = 0.0, slow = 0.0;
    std::vector<Tone> drone; // in pairs that beat
    for (int k = 1; k <= 5; ++k) {
        drone.emplace_back(0.5 * kMiddleC * k);
        drone.emplace_back(0.5 * kMiddleC * k + 0.4);
    }
    for (std::size_t n = 0; n < frames; ++n) {
        const double t = static_cast<double>(n) / kSampleRate;
        const double edge = std::min({1.0, t * 4.0, (kSeconds - t) * 4.0});
        const double white = static_cast<double>(noise.draw()) / 2147483648.0 - 1.0;
        breath += 0.25 * (white - breath);
        slow += 0.02 * (breath - slow);
        double held = 0.0;
        for (std::size_t k = 0; k < drone.size(); ++k)
            held += drone[k].next() / static_cast<double>((k / 2 + 1) * (k / 2 + 1));
        sound[n] = edge * (sound[n] + 0.11 * held + 0.25 * (breath - slow));
    }
    double peak = 0.0;
    for (const double sample : sound)
        peak = std::max(peak, std::fabs(sample));
    grain::Recording recording;
    recording.samples.reserve(frames);
    for (const double sample : sound)
        recording.samples.push_back(static_cast<float>(sample * (kPeak / peak)));
    recording.rate = kSampleRate;
    recording.duration = static_cast<float>(kSeconds);
    return recording;
}

} // namespace quern::cli
