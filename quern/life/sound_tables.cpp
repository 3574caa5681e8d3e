// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The grains of life (docs/spec/life.md §6): computed in double from the basic operations, rounded once.
#include "quern/life/sound_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "quern/core/elementary.hpp"
#include "quern/core/split_mix.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/pool_kernels.hpp"
#include "quern/grain/window_curves.hpp"

namespace quern::life {
namespace {

constexpr double kRate = kSampleRate;
constexpr double kHighestHz = 20000.0; // a ping of 8 ms is 250 Hz wide to either side

constexpr double kLowestDeathHz = 400.0;
constexpr double kDeathOctaves = 4.0;
constexpr double kDeathEnergy = 3.0 / 64.0 * kDeathFrames;
constexpr double kDetuneOctaves = 15.0 / 1200.0;
constexpr double kChirpHz = 3520.0;
constexpr double kChirpOctaves = 3.0;

constexpr double kNoiseHz = 3200.0;
constexpr double kNoiseWidth = 1.0 / 3.0; // 1/Q of each of two filters
constexpr std::size_t kNoiseFrames = 16384;
constexpr std::size_t kNoiseLead = 2048;         // until the filters have forgotten that they began
constexpr std::uint64_t kNoiseSeed = 0x6C696665; // "life"

/// Hann, without the zeros at its ends.
std::vector<double> hann(std::size_t frames)
{
    std::vector<double> window(frames);
    for (std::size_t k = 0; k < frames; ++k) {
        const double s = sin_of(kPi * (static_cast<double>(k) + 0.5) / static_cast<double>(frames));
        window[k] = s * s;
    }
    return window;
}

/// A sine that passes through 0 in the middle of the grain, rising: its mean is 0 at any pitch. Turned on by
/// a constant angle a frame; in double the error of that stays below 1e-12.
void add_sine(std::span<double> grain, double hz)
{
    const double angle = 2.0 * kPi * hz / kRate;
    const double turn_cos = cos_of(angle);
    const double turn_sin = sin_of(angle);
    double c = cos_of(angle / 2.0);
    double s = sin_of(angle / 2.0);
    const std::size_t half = grain.size() / 2;
    for (std::size_t k = 0; k < half; ++k) {
        grain[half + k] += s;
        grain[half - 1 - k] -= s;
        const double next = c * turn_cos - s * turn_sin;
        s = s * turn_cos + c * turn_sin;
        c = next;
    }
}

void round_into(float* table, std::span<const double> grain, std::span<const double> window, double gain)
{
    for (std::size_t k = 0; k < grain.size(); ++k)
        table[k] = static_cast<float>(grain[k] * window[k] * gain);
}

/// Two-pole band pass with a peak of 1, in double.
class BandPass {
public:
    BandPass(double hz, double width)
    {
        const double angle = 2.0 * kPi * hz / kRate;
        const double alpha = sin_of(angle) * width / 2.0;
        gain_ = alpha / (1.0 + alpha);
        near_ = 2.0 * cos_of(angle) / (1.0 + alpha);
        far_ = (1.0 - alpha) / (1.0 + alpha);
    }
    double next(double x) noexcept
    {
        const double y = gain_ * (x - x2_) + near_ * y1_ - far_ * y2_;
        x2_ = std::exchange(x1_, x);
        y2_ = std::exchange(y1_, y);
        return y;
    }

private:
    double gain_ = 0.0, near_ = 0.0, far_ = 0.0;
    double x1_ = 0.0, x2_ = 0.0, y1_ = 0.0, y2_ = 0.0;
};

/// The recording that every death is read from.
std::vector<float> noise()
{
    BandPass first(kNoiseHz, kNoiseWidth);
    BandPass second(kNoiseHz, kNoiseWidth);
    std::vector<float> samples(kNoiseFrames);
    for (std::size_t k = 0; k < kNoiseLead + kNoiseFrames; ++k) {
        const std::uint64_t bits = split_mix(kNoiseSeed + (k + 1) * kSplitMixStep);
        const double white = static_cast<double>(bits >> 11) * 0x1p-52 - 1.0;
        const double value = second.next(first.next(white));
        if (k >= kNoiseLead)
            samples[k - kNoiseLead] = static_cast<float>(value);
    }
    return samples;
}

/// A death of one row: the noise at its rate from a place of its own, under a window that keeps its length.
/// Rendered twice, the second time with the gain that brings it to the energy of a Hann-windowed sine of half
/// the size: noise of 6 ms is loud here and quiet there.
void render_death(float* table, const std::vector<float>& recording, const std::vector<float>& window,
                  std::size_t row, double hz)
{
    constexpr auto kFrames = static_cast<std::int32_t>(kDeathFrames);
    constexpr std::size_t kReach = 2 * kDeathFrames + 2; // at the highest rate
    std::array<float, kDeathFrames> unused{};
    grain::PoolSpan span{};
    span.source = recording.data();
    span.frames = static_cast<std::int64_t>(recording.size());
    span.anchor = static_cast<std::int64_t>(split_mix(row * kSplitMixStep) % (recording.size() - kReach));
    span.step = static_cast<float>(hz / kNoiseHz);
    span.length = kFrames;
    span.count = kFrames;
    span.window = window.data();
    span.gain_left = 1.0f;
    span.left = table;
    span.right = unused.data();
    grain::pool_kernels().render(&span, 1);
    double energy = 0.0;
    for (std::size_t k = 0; k < kDeathFrames; ++k) {
        energy += static_cast<double>(table[k]) * static_cast<double>(table[k]);
        table[k] = 0.0f;
    }
    span.gain_left = static_cast<float>(std::sqrt(kDeathEnergy / energy));
    grain::pool_kernels().render(&span, 1);
}

GrainTables render_deaths(std::int32_t height)
{
    const std::vector<float> recording = noise();
    const std::vector<double> exact = hann(kDeathFrames);
    std::vector<float> window(exact.size() + grain::WindowCurves::kPadding);
    std::transform(exact.begin(), exact.end(), window.begin(),
                   [](double v) { return static_cast<float>(v); });
    GrainTables deaths(static_cast<std::size_t>(height), kDeathFrames);
    for (std::int32_t row = 0; row < height; ++row)
        render_death(deaths[static_cast<std::size_t>(row)], recording, window, static_cast<std::size_t>(row),
                     death_hz(row, height));
    return deaths;
}

GrainTables render_player_deaths(std::int32_t height)
{
    const std::vector<double> window = hann(kPlayerDeathFrames);
    std::vector<double> grain(kPlayerDeathFrames);
    GrainTables tables(static_cast<std::size_t>(height), kPlayerDeathFrames);
    for (std::int32_t row = 0; row < height; ++row) {
        const double hz = death_hz(row, height) / 2.0;
        std::fill(grain.begin(), grain.end(), 0.0);
        add_sine(grain, hz * exp2_of(kDetuneOctaves));
        add_sine(grain, hz * exp2_of(-kDetuneOctaves));
        round_into(tables[static_cast<std::size_t>(row)], grain, window, 0.5);
    }
    return tables;
}

GrainTables render_chirp()
{
    std::vector<double> grain(kChirpFrames);
    double turns = kChirpHz / kRate / 2.0;
    for (std::size_t k = 0; k < kChirpFrames; ++k) {
        grain[k] = sin_of(2.0 * kPi * (turns < 0.5 ? turns : turns - 1.0));
        const double fallen = static_cast<double>(k) / kChirpFrames;
        turns += kChirpHz * exp2_of(-kChirpOctaves * fallen) / kRate;
        turns -= turns < 1.0 ? 0.0 : 1.0;
    }
    GrainTables chirp(1, kChirpFrames);
    round_into(chirp[0], grain, hann(kChirpFrames), 1.0);
    return chirp;
}

} // namespace

GrainTables::GrainTables(std::size_t count, std::size_t frames)
    : count_(count), frames_(frames), samples_(count * (frames + grain::kMixStrip) + grain::kMixStrip)
{
}

double degree_hz(const Scale& scale, double base_hz, std::size_t degree) noexcept
{
    const std::size_t octave = degree / scale.cents.size();
    const auto cents = static_cast<double>(scale.cents[degree % scale.cents.size()]);
    double hz = base_hz * exp2_of(static_cast<double>(octave) + cents / 1200.0);
    while (hz > kHighestHz)
        hz *= 0.5;
    return hz;
}

double death_hz(std::int32_t row, std::int32_t height) noexcept
{
    const double up = height > 1 ? static_cast<double>(height - 1 - row) / (height - 1) : 0.0;
    return kLowestDeathHz * exp2_of(kDeathOctaves * up);
}

BirthTables::BirthTables(const Scale& scale, double base_hz, std::int32_t height)
    : pings(scale.cents.size() * static_cast<std::size_t>(scale.octaves), kBirthFrames),
      degree_of_row(static_cast<std::size_t>(height))
{
    const std::vector<double> window = hann(kBirthFrames);
    std::vector<double> grain(kBirthFrames);
    for (std::size_t degree = 0; degree < pings.count(); ++degree) {
        std::fill(grain.begin(), grain.end(), 0.0);
        add_sine(grain, degree_hz(scale, base_hz, degree));
        round_into(pings[degree], grain, window, 1.0);
    }
    const std::size_t rows = degree_of_row.size();
    for (std::size_t row = 0; row < rows; ++row)
        degree_of_row[row] = static_cast<std::uint16_t>((rows - 1 - row) * pings.count() / rows);
}

FixedTables::FixedTables(GridSize size)
    : deaths(render_deaths(size.height)),
      player_deaths(render_player_deaths(size.height)),
      chirp(render_chirp()),
      left(static_cast<std::size_t>(size.width)),
      right(left.size())
{
    for (std::size_t x = 0; x < left.size(); ++x) {
        const double angle = (static_cast<double>(x) + 0.5) / static_cast<double>(left.size()) * kPi / 2.0;
        left[x] = static_cast<float>(cos_of(angle));
        right[x] = static_cast<float>(sin_of(angle));
    }
}

} // namespace quern::life
