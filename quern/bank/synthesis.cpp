// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/bank/board.hpp"
#include "quern/bank/built_in.hpp"
#include "quern/bank/contact.hpp"
#include "quern/bank/jet.hpp"
#include "quern/bank/levelling.hpp"
#include "quern/core/elementary.hpp"

namespace quern::bank {
namespace {

constexpr double kSlowMps = 1.2;
constexpr double kFastMps = 18.0;
constexpr double kPrerollSeconds = 0.7; // so that a recording starts amid the ringing, not in silence
constexpr double kSlowEdge = 0.25;      // share of Character::edge at the slow start
constexpr float kBrightPole = 0.5f;     // 6 dB an octave from about 5 kHz up
constexpr double kFirstBin = 0.5 / kLevelBins, kLastBin = 1.0 - kFirstBin;

/// Where a speed stands between slow and fast, in steps of its logarithm: the axis of level and colour.
double step_of(double progress) noexcept
{
    return log2_of(speed_at(progress) / kSlowMps) / log2_of(kFastMps / kSlowMps);
}

/// The speed is never quite even: ±3 %, a little slower than a second.
double unsteadiness(std::uint64_t seed, double seconds) noexcept
{
    const double at = seconds * 1.3 + 16.0; // stays positive through the pre-roll
    const auto knot = static_cast<std::uint64_t>(at);
    const auto value = [&](std::uint64_t k) {
        return static_cast<double>(random_bits(seed, k) >> 40) * 0x1p-23 - 1.0;
    };
    const double t = at - static_cast<double>(knot);
    const double blend = t * t * (3.0 - 2.0 * t);
    return 0.03 * (value(knot) * (1.0 - blend) + value(knot + 1) * blend);
}

std::uint64_t seed_of(std::string_view name) noexcept
{
    std::uint64_t seed = 0;
    for (const char c : name)
        seed = random_bits(seed, static_cast<unsigned char>(c));
    return seed >> 20; // room for the streams a board derives from it
}

/// The sound of one board before levelling, step by step.
class Roll {
public:
    Roll(const Character& character, std::uint64_t seed, double rate_hz)
        : character_(character),
          board_({character.grit, character.stones, character.joints, character.wobble}, seed, rate_hz),
          noise_(static_cast<std::uint32_t>(seed)),
          contact_(rate_hz),
          modes_(character.modes, rate_hz),
          jet_({character.roar, character.tone}, static_cast<std::uint32_t>(seed >> 4), rate_hz)
    {
    }

    void render(double speed_mps, double step, Board::Step& out) noexcept
    {
        Board::Step struck, scraping;
        board_.roll(speed_mps, struck, scraping);
        const float edge = character_.edge * static_cast<float>(kSlowEdge + (1.0 - kSlowEdge) * step);
        Board::Step bright;
        for (std::size_t n = 0; n < kStepFrames; ++n) {
            const float noise = noise_.next() * (scraping[n] * character_.scrape + character_.hiss);
            struck[n] += noise;
            bright_ += kBrightPole * (noise - bright_);
            bright[n] = bright_ * edge;
        }
        const auto along = [step](float slow, float fast) {
            return between(static_cast<double>(slow), static_cast<double>(fast), step);
        };
        contact_.set_band(along(character_.low_cut_slow_hz, character_.low_cut_fast_hz),
                          along(character_.corner_slow_hz, character_.corner_fast_hz));
        contact_.process(struck);
        for (std::size_t n = 0; n < kStepFrames; ++n)
            out[n] = struck[n] + bright[n];
        modes_.ring(struck, out);
        if (character_.roar > 0.0f || character_.tone > 0.0f)
            jet_.add(step, out);
    }

private:
    const Character& character_;
    Board board_;
    Noise noise_;
    Contact contact_;
    ModalBank modes_;
    Jet jet_;
    float bright_ = 0.0f;
};

/// A member before levelling.
std::vector<float> rolled(const MemberSpec& spec)
{
    const double rate_hz = spec.rate;
    const std::uint64_t seed = seed_of(spec.name);
    const auto preroll =
        static_cast<std::int64_t>(kPrerollSeconds * rate_hz / static_cast<double>(kStepFrames));
    Roll roll(spec.character, seed, rate_hz);
    Board::Step sound;
    std::vector<float> samples;
    samples.reserve(spec.frames + kStepFrames);
    for (std::int64_t k = -preroll; samples.size() < spec.frames; ++k) {
        const double from = static_cast<double>(k) * static_cast<double>(kStepFrames);
        const double progress = std::max(from, 0.0) / static_cast<double>(spec.frames);
        const double speed = speed_at(progress) * (1.0 + unsteadiness(seed, from / rate_hz));
        roll.render(speed, step_of(progress), sound);
        if (k >= 0)
            samples.insert(samples.end(), sound.begin(), sound.end());
    }
    samples.resize(spec.frames);
    return samples;
}

} // namespace

double speed_at(double progress) noexcept
{
    const double s = std::clamp((progress - 0.05) / 0.95, 0.0, 1.0);
    return kSlowMps + (kFastMps - kSlowMps) * s * std::sqrt(s);
}

double level_at(const MemberSpec& spec, double progress) noexcept
{
    const double first = step_of(kFirstBin), last = step_of(kLastBin);
    const auto slow = static_cast<double>(spec.character.level_slow_dbfs);
    const auto fast = static_cast<double>(spec.character.level_fast_dbfs);
    return slow + (fast - slow) * (step_of(progress) - first) / (last - first);
}

grain::Recording synthesise(const MemberSpec& spec)
{
    grain::Recording recording;
    recording.rate = spec.rate;
    recording.duration =
        static_cast<float>(static_cast<double>(spec.frames) / static_cast<double>(spec.rate));
    recording.samples = rolled(spec);

    std::array<double, kLevelBins> target_rms{};
    for (std::size_t b = 0; b < kLevelBins; ++b)
        target_rms[b] = gain_of_db(level_at(spec, (static_cast<double>(b) + 0.5) / kLevelBins));
    level(recording.samples, spec.rate, target_rms);
    return recording;
}

} // namespace quern::bank
