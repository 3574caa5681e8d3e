// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/mix/player_chain_bank.hpp"

#include <limits>

#include "quern/dsp/kernels.hpp"
#include "quern/dsp/release_fold.hpp"

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
    state_.assign(capacity, LaneState::idle);
    choices_.assign(capacity, Choices{});
    armed_.assign(capacity, Armed{});
    active_.assign(capacity, 0);
    active_count_ = 0;
    refused_inputs_ = 0;
    for (LaneArray* array : {&high_pass_hz_, &low_pass_hz_, &shift_hz_, &azimuth_deg_, &clip_level_,
                             &shelf_hz_, &shelf_gain_, &phase_, &input_fold_, &last_env_, &last_flange_})
        array->resize(capacity);
    for (Ramped* ramped : {&env_, &flange_, &graph3_send_, &graph1_gain_, &graph3_gain_}) {
        ramped->current.resize(capacity);
        ramped->target.resize(capacity);
    }
    panner_.assign(capacity, Panner{});
    filters_.resize(capacity);
    input_.assign(capacity, Plane{});
}

void PlayerChainBank::build(std::size_t lane, const ChainSetup& setup, const ChainTargets& initial,
                            ChainBuses buses) noexcept QUERN_RT
{
    if (state_[lane] == LaneState::idle)
        activate(lane);
    else
        fold_out(lane, buses);
    clear_chain(lane);
    state_[lane] = LaneState::bound;

    const ChainSetup standard;
    choices_[lane] = {setup.has_graph3, setup.extras, setup.send_short};
    clip_level_[lane] = taken(setup.clip_level, standard.clip_level, 0.0f, kLargest);
    shelf_hz_[lane] = taken(setup.shelf_hz, standard.shelf_hz, -kLargest, kLargest);
    shelf_gain_[lane] = setup.shelf_gain > 0.0f
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
    if (state_[lane] == LaneState::bound)
        state_[lane] = LaneState::released;
}

void PlayerChainBank::set(std::size_t lane, const ChainTargets& wanted) noexcept QUERN_RT
{
    set_targets(lane, wanted, targets(lane));
}

void PlayerChainBank::set_targets(std::size_t lane, const ChainTargets& wanted,
                                  const ChainTargets& kept) noexcept QUERN_RT
{
    constexpr float kLargestShift = dsp::FrequencyShifter::kLargestShiftHz;
    high_pass_hz_[lane] = taken(wanted.high_pass_hz, kept.high_pass_hz, -kLargest, kLargest);
    low_pass_hz_[lane] = taken(wanted.low_pass_hz, kept.low_pass_hz, -kLargest, kLargest);
    shift_hz_[lane] = taken(wanted.shift_hz, kept.shift_hz, -kLargestShift, kLargestShift);
    azimuth_deg_[lane] = taken(wanted.azimuth_deg, kept.azimuth_deg, -kLargest, kLargest);
    env_.target[lane] = taken_gain(wanted.env_send, kept.env_send);
    flange_.target[lane] = taken_gain(wanted.flange_send, kept.flange_send);
    graph3_send_.target[lane] = taken_gain(wanted.graph3_send, kept.graph3_send);
    graph1_gain_.target[lane] = taken_gain(wanted.graph1_gain, kept.graph1_gain);
    graph3_gain_.target[lane] = taken_gain(wanted.graph3_gain, kept.graph3_gain);
    armed_[lane].stale = true;
}

ChainTargets PlayerChainBank::targets(std::size_t lane) const noexcept QUERN_RT
{
    return {high_pass_hz_[lane],       low_pass_hz_[lane],        shift_hz_[lane],
            azimuth_deg_[lane],        env_.target[lane],         flange_.target[lane],
            graph3_send_.target[lane], graph1_gain_.target[lane], graph3_gain_.target[lane]};
}

void PlayerChainBank::fold_input(std::size_t lane, float last) noexcept QUERN_RT
{
    input_fold_[lane] += last;
}

void PlayerChainBank::begin_block() noexcept QUERN_RT
{
    for (std::size_t index = 0; index < active_count_; ++index) {
        const std::size_t lane = active_[index];
        auto& samples = input_[lane].sample;
        dsp::kernels().clear(samples.data(), kBlockFrames);
        if (input_fold_[lane] != 0.0f)
            dsp::add_release_fold(samples, input_fold_[lane]);
        input_fold_[lane] = 0.0f;
    }
}

std::span<float, kBlockFrames> PlayerChainBank::input(std::size_t lane) noexcept QUERN_RT
{
    return input_[lane].sample;
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
        if (state_[active_[index]] != LaneState::idle)
            active_[kept++] = active_[index];
    }
    active_count_ = kept;
}

void PlayerChainBank::clear_chain(std::size_t lane) noexcept QUERN_RT
{
    for (std::size_t stage = 0; stage < kStages; ++stage)
        filters_.clear(lane, static_cast<Stage>(stage));
    phase_[lane] = 0.0f;
    input_fold_[lane] = 0.0f;
    panner_[lane].last.fill(0.0f);
    last_env_[lane] = 0.0f;
    last_flange_[lane] = 0.0f;
    input_[lane].sample.fill(0.0f);
}

void PlayerChainBank::fold_out(std::size_t lane, ChainBuses buses) noexcept QUERN_RT
{
    for (std::size_t c = 0; c < dsp::kChannels; ++c)
        buses.out.fold(c, panner_[lane].last[c]);
    buses.env.fold(0, last_env_[lane]);
    buses.flange.fold(0, last_flange_[lane]);
}

void PlayerChainBank::restart_ramps(std::size_t lane) noexcept QUERN_RT
{
    for (Ramped* ramped : {&env_, &flange_, &graph3_send_, &graph1_gain_, &graph3_gain_})
        ramped->current[lane] = ramped->target[lane];
    aim_panner(lane);
    panner_[lane].current = panner_[lane].target;
}

void PlayerChainBank::aim_panner(std::size_t lane) noexcept QUERN_RT
{
    // The players of a truck stand at the same place, and the gains take longer than a copy.
    const std::size_t neighbour = lane ^ 1;
    Panner& panner = panner_[lane];
    if (neighbour < capacity_ && state_[neighbour] != LaneState::idle &&
        to_bits(panner_[neighbour].azimuth_deg) == to_bits(azimuth_deg_[lane]))
        panner.target = panner_[neighbour].target;
    else
        panner.target = dsp::pan_gains({.azimuth_deg = azimuth_deg_[lane]});
    panner.azimuth_deg = azimuth_deg_[lane];
}

} // namespace quern::mix
