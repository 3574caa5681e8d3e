// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

#include "quern/core/units.hpp"
#include "quern/dsp/clip.hpp"
#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/gain_ramp.hpp"
#include "quern/dsp/high_pass.hpp"
#include "quern/dsp/high_shelf.hpp"
#include "quern/dsp/level_ramp.hpp"
#include "quern/dsp/low_pass.hpp"
#include "quern/mix/player_chain_bank.hpp"

namespace quern::mix {

using Block = std::array<float, kBlockFrames>;

/// Noise in blocks, from a seed.
class NoiseSource {
public:
    explicit NoiseSource(std::uint32_t seed, float amplitude = 0.2f) : state_(seed), amplitude_(amplitude) {}
    Block next()
    {
        Block block;
        for (float& sample : block) {
            state_ = state_ * 1664525u + 1013904223u;
            sample = amplitude_ * (static_cast<float>(state_ >> 8) / 8388608.0f - 1.0f);
        }
        return block;
    }

private:
    std::uint32_t state_;
    float amplitude_;
};

/// A bank with its buses and one call per block.
struct Rig {
    explicit Rig(std::size_t lanes) { bank.prepare(lanes); }

    ChainBuses buses() { return {out, env, flange}; }
    void build(std::size_t lane, const ChainTargets& targets = {}, const ChainSetup& setup = {})
    {
        bank.build(lane, setup, targets, buses());
    }
    void begin()
    {
        out.begin_block();
        env.begin_block();
        flange.begin_block();
        bank.begin_block();
    }
    void add(std::size_t lane, const Block& voice)
    {
        const auto input = bank.input(lane).channel(0);
        for (std::size_t k = 0; k < voice.size(); ++k)
            input[k] += voice[k];
    }
    void finish(std::span<const ChainCapture> capture = {}) { bank.process(buses(), capture); }
    /// A block in which one lane gets a voice.
    void block(std::size_t lane, const Block& voice)
    {
        begin();
        add(lane, voice);
        finish();
    }
    void silence(std::size_t lane) { block(lane, Block{}); }

    Block channel(std::size_t c) const
    {
        Block copy;
        std::copy(out.channel(c).begin(), out.channel(c).end(), copy.begin());
        return copy;
    }
    Block centre() const { return channel(dsp::kCentre); }
    Block env_block() const
    {
        Block copy;
        std::copy(env.channel(0).begin(), env.channel(0).end(), copy.begin());
        return copy;
    }

    PlayerChainBank bank;
    SixBus out;
    MonoBus env;
    MonoBus flange;
};

/// The same chain, module after module from the classes of the room below: what the bank must equal.
/// Straight ahead only: the centre channel is the mono signal.
class PlainChain {
public:
    PlainChain(const ChainSetup& setup, const ChainTargets& targets) : setup_(setup)
    {
        shelf_.set(setup.shelf_hz, setup.shelf_gain);
        set(targets);
    }
    void set(const ChainTargets& t)
    {
        high_pass_.set_cutoff(t.high_pass_hz);
        low_pass_.set_cutoff(t.low_pass_hz);
        shifter_.set_shift(t.shift_hz);
        send_.set(t.graph3_send);
        gain1_.set(t.graph1_gain);
        gain3_.set(t.graph3_gain);
    }
    Block process(Block x)
    {
        high_pass_.process(x, x);
        low_pass_.process(x, x);
        if (!setup_.extras)
            return x;
        shifter_.process(x, x);
        Block copy{};
        send_.add(x, copy);
        gain1_.process(x);
        if (!setup_.has_graph3)
            return x;
        dsp::clip(copy, setup_.clip_level);
        gain3_.process(copy);
        shelf_.process(copy, copy);
        for (std::size_t k = 0; k < x.size(); ++k)
            x[k] += copy[k];
        return x;
    }

private:
    ChainSetup setup_;
    dsp::HighPass high_pass_;
    dsp::LowPass low_pass_;
    dsp::FrequencyShifter shifter_;
    dsp::LevelRamp send_;
    dsp::GainRamp gain1_;
    dsp::GainRamp gain3_;
    dsp::HighShelf shelf_;
};

/// Every module at work.
inline ChainTargets busy()
{
    ChainTargets t;
    t.high_pass_hz = 77.0f;
    t.low_pass_hz = 9000.0f;
    t.shift_hz = -10.0f;
    t.env_send = 0.079f;
    t.graph3_send = 1.5f;
    t.graph1_gain = 0.8f;
    t.graph3_gain = 1.2f;
    return t;
}

/// What a silent chain still says: the bias of its filters, and what their resonances make of it.
inline constexpr float kBias = 1e-12f;

inline float peak(const Block& block)
{
    float most = 0.0f;
    for (float x : block)
        most = std::max(most, std::abs(x));
    return most;
}

} // namespace quern::mix
