// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/mix/player_chain_bank.hpp"

#include <limits>

namespace quern::mix {
namespace {

/// `wanted` where it is a number within the range, else what stood there.
float taken(float wanted, float kept, float low, float high) noexcept QUERN_RT
{
    return wanted >= low && wanted <= high ? wanted : kept;
}

constexpr float kLargest = std::numeric_limits<float>::max();

float taken_gain(float wanted, float kept) noexcept QUERN_RT
{
    return taken(wanted, kept, -PlayerChainBank::kLargestGain, PlayerChainBank::kLargestGain);
}

} // namespace

void PlayerChainBank::prepare(std::size_t capacity)
{
    capacity_ = capacity;
    lanes_.assign(capacity, Lane{});
    active_.assign(capacity, 0);
    active_count_ = 0;
    refused_inputs_ = 0;
    filters_.resize(capacity);
    input_.assign(capacity, MonoBus{});
}

void PlayerChainBank::build(std::size_t lane, const ChainSetup& setup, const ChainTargets& initial,
                            ChainBuses buses) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    if (own.state == LaneState::idle)
        activate(lane);
    else
        fold_out(lane, buses);
    clear_chain(lane);
    own.state = LaneState::bound;

    const ChainSetup standard;
    own.choices = {setup.has_graph3, setup.extras, setup.send_short};
    own.clip_level = taken(setup.clip_level, standard.clip_level, 0.0f, kLargest);
    own.shelf_hz = taken(setup.shelf_hz, standard.shelf_hz, -kLargest, kLargest);
    own.shelf_gain = setup.shelf_gain > 0.0f
                         ? taken(setup.shelf_gain, standard.shelf_gain, 0.0f, kLargestGain)
                         : standard.shelf_gain;
    if (setup.extras) {
        for (std::size_t s = 0; s < kShifterStages.size(); ++s)
            filters_.set_coefficients(lane, kShifterStages[s], dsp::FrequencyShifter::kAllPass[s], 0.0f,
                                      0.0f);
    }
    set_targets(lane, initial, ChainTargets{});
    restart_ramps(lane);
}

void PlayerChainBank::release(std::size_t lane) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    if (own.state == LaneState::bound)
        own.state = LaneState::released;
}

void PlayerChainBank::set(std::size_t lane, const ChainTargets& wanted) noexcept QUERN_RT
{
    set_targets(lane, wanted, targets(lane));
}

void PlayerChainBank::set_targets(std::size_t lane, const ChainTargets& wanted,
                                  const ChainTargets& kept) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    constexpr float kLargestShift = dsp::FrequencyShifter::kLargestShiftHz;
    own.high_pass_hz = taken(wanted.high_pass_hz, kept.high_pass_hz, -kLargest, kLargest);
    own.low_pass_hz = taken(wanted.low_pass_hz, kept.low_pass_hz, -kLargest, kLargest);
    own.shift_hz = taken(wanted.shift_hz, kept.shift_hz, -kLargestShift, kLargestShift);
    own.azimuth_deg = taken(wanted.azimuth_deg, kept.azimuth_deg, -kLargest, kLargest);
    own.env.target = taken_gain(wanted.env_send, kept.env_send);
    own.flange.target = taken_gain(wanted.flange_send, kept.flange_send);
    own.graph3_send.target = taken_gain(wanted.graph3_send, kept.graph3_send);
    own.graph1_gain.target = taken_gain(wanted.graph1_gain, kept.graph1_gain);
    own.graph3_gain.target = taken_gain(wanted.graph3_gain, kept.graph3_gain);
    own.armed.stale = true;
}

ChainTargets PlayerChainBank::targets(std::size_t lane) const noexcept QUERN_RT
{
    const Lane& own = lanes_[lane];
    return {own.high_pass_hz,       own.low_pass_hz,        own.shift_hz,
            own.azimuth_deg,        own.env.target,         own.flange.target,
            own.graph3_send.target, own.graph1_gain.target, own.graph3_gain.target};
}

void PlayerChainBank::fold_input(std::size_t lane, float last) noexcept QUERN_RT
{
    input_[lane].fold(0, last);
}

void PlayerChainBank::begin_block() noexcept QUERN_RT
{
    for (std::size_t index = 0; index < active_count_; ++index)
        input_[active_[index]].begin_block();
}

MonoBus& PlayerChainBank::input(std::size_t lane) noexcept QUERN_RT
{
    return input_[lane];
}

void PlayerChainBank::activate(std::size_t lane) noexcept QUERN_RT
{
    std::size_t at = active_count_++;
    for (; at > 0 && active_[at - 1] > lane; --at)
        active_[at] = active_[at - 1];
    active_[at] = lane;
}

void PlayerChainBank::drop_idle() noexcept QUERN_RT
{
    std::size_t kept = 0;
    for (std::size_t index = 0; index < active_count_; ++index) {
        if (lanes_[active_[index]].state != LaneState::idle)
            active_[kept++] = active_[index];
    }
    active_count_ = kept;
}

void PlayerChainBank::clear_chain(std::size_t lane) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    for (std::size_t stage = 0; stage < kStages; ++stage)
        filters_.clear(lane, static_cast<Stage>(stage));
    own.phase = 0.0f;
    own.panner.last.fill(0.0f);
    own.last_env = 0.0f;
    own.last_flange = 0.0f;
    input_[lane].reset();
}

void PlayerChainBank::fold_out(std::size_t lane, ChainBuses buses) noexcept QUERN_RT
{
    const Lane& own = lanes_[lane];
    for (std::size_t c = 0; c < dsp::kChannels; ++c)
        buses.out.fold(c, own.panner.last[c]);
    buses.env.fold(0, own.last_env);
    buses.flange.fold(0, own.last_flange);
}

void PlayerChainBank::restart_ramps(std::size_t lane) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    for (Ramped* ramped : {&own.env, &own.flange, &own.graph3_send, &own.graph1_gain, &own.graph3_gain})
        ramped->arrive();
    aim_panner(lane);
    own.panner.current = own.panner.target;
}

void PlayerChainBank::aim_panner(std::size_t lane) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    // The players of a truck stand at the same place, and the gains take longer than a copy.
    const std::size_t neighbour = lane ^ 1;
    Panner& panner = own.panner;
    if (neighbour < capacity_ && lanes_[neighbour].state != LaneState::idle &&
        to_bits(lanes_[neighbour].panner.azimuth_deg) == to_bits(own.azimuth_deg))
        panner.target = lanes_[neighbour].panner.target;
    else
        panner.target = dsp::pan_gains({.azimuth_deg = own.azimuth_deg});
    panner.azimuth_deg = own.azimuth_deg;
}

} // namespace quern::mix
