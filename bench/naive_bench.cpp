// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstddef>

#include <benchmark/benchmark.h>

#include "quern/bank/built_in.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/recording.hpp"

/// bed/naive: what bed/1/full computes, as one would write it down first: a truck of two players with two
/// voices each, module after module over a block, a textbook biquad, sine and cosine of the C library in
/// every frame. Not the same bits, and no bookkeeping of players: a yardstick for the scalar path.
namespace quern {
namespace {

using Block = std::array<float, kBlockFrames>;

struct Biquad {
    float b0, b1, b2, a1, a2;
    float s1 = 0.0f;
    float s2 = 0.0f;

    void process(Block& io)
    {
        for (float& x : io) {
            const float y = b0 * x + s1;
            s1 = (b1 * x + s2) - a1 * y;
            s2 = b2 * x - a2 * y;
            x = y;
        }
    }
};
Biquad all_pass(float pole)
{
    return {pole, 0.0f, -1.0f, 0.0f, -pole};
}

struct Voice {
    double position;
    double step;
    int fade = 0;

    void add(const grain::Recording& source, float gain, Block& bus)
    {
        const auto frames = static_cast<double>(source.samples.size() - 2);
        for (float& out : bus) {
            const auto at = static_cast<std::size_t>(position);
            const float rest = static_cast<float>(position - static_cast<double>(at));
            const float sample = source.samples[at] + (source.samples[at + 1] - source.samples[at]) * rest;
            out += sample * std::sqrt(static_cast<float>(fade) / 4800.0f) * gain;
            fade = fade == 4800 ? 0 : fade + 1;
            position += step;
            if (position >= frames)
                position = 0.0;
        }
    }
};

struct Player {
    std::array<Voice, 2> voice{{{100.0, 0.98}, {50000.0, 1.01}}};
    Biquad high_pass{0.993f, -1.986f, 0.993f, -1.9857f, 0.986f};
    Biquad low_pass{0.9f, 0.9f, 0.1f, 0.7f, 0.2f};
    std::array<Biquad, 2> in_phase{all_pass(0.48f), all_pass(0.88f)};
    std::array<Biquad, 2> quadrature{all_pass(0.16f), all_pass(0.73f)};
    Biquad shelf{0.8f, -0.5f, 0.1f, -0.7f, 0.1f};
    std::array<float, 6> cell{0.5f, 0.3f, 0.6f, 0.1f, 0.1f, 0.05f};
    float phase = 0.0f;

    void process(const grain::Recording& source, float shift_hz, std::array<Block, 6>& out)
    {
        Block x{};
        for (Voice& v : voice)
            v.add(source, 0.2f, x);
        high_pass.process(x);
        low_pass.process(x);
        Block i = x;
        Block q = x;
        for (Biquad& section : in_phase)
            section.process(i);
        for (Biquad& section : quadrature)
            section.process(q);
        const float step = 6.2831853f * shift_hz / static_cast<float>(kSampleRate);
        for (std::size_t n = 0; n < x.size(); ++n) {
            x[n] = i[n] * std::cos(phase) - q[n] * std::sin(phase);
            phase = std::fmod(phase + step, 6.2831853f);
        }
        Block copy = x;
        for (float& s : x)
            s *= 0.9f;
        for (float& s : copy)
            s = std::fmin(std::fmax(s * 1.5f, -0.09f), 0.09f);
        for (float& s : copy)
            s *= 1.1f;
        shelf.process(copy);
        for (std::size_t n = 0; n < x.size(); ++n)
            x[n] += copy[n];
        for (std::size_t c = 0; c < out.size(); ++c) {
            for (std::size_t n = 0; n < x.size(); ++n)
                out[c][n] += cell[c] * x[n];
        }
    }
};

void naive(benchmark::State& state)
{
    const auto source = bank::synthesise(*bank::find("concrete_rough_hard"));
    std::array<Player, 2> players;
    std::array<Block, 6> out;
    for (auto _ : state) {
        out = {};
        players[0].process(source, 20.0f, out);
        players[1].process(source, -13.0f, out);
        benchmark::DoNotOptimize(out[0].data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(naive)->Name("bed/naive");

} // namespace
} // namespace quern
