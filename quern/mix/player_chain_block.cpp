// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// One block: graphs 1, 3 and 2 in pass order, lane by lane or two lanes in vectors. The other half of
// PlayerChainBank.
#include <algorithm>
#include <cmath>
#include <limits>

#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/high_pass.hpp"
#include "quern/dsp/high_shelf.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/low_pass.hpp"
#include "quern/mix/chain_kernels.hpp"
#include "quern/mix/player_chain_bank.hpp"

namespace quern::mix {
namespace {

/// Input samples beyond this are not sound, and far below where a filter's feedback could overflow.
constexpr float kLargestInput = 0x1p60f;

} // namespace

void PlayerChainBank::process(ChainBuses buses, std::span<const ChainCapture> capture) noexcept QUERN_RT
{
    const ChainKernels* vectors = capture.empty() ? chain_kernels() : nullptr;
    for (std::size_t index = 0; index < active_count_; ++index) {
        const std::size_t lane = active_[index];
        const std::size_t neighbour = lane ^ 1;
        const bool alone = neighbour >= capacity_ || state_[neighbour] == LaneState::idle;
        const bool whole = choices_[lane].extras && (alone || choices_[neighbour].extras);
        if (vectors != nullptr && whole) {
            process_pair(lane / 2, *vectors, buses);
            index += !alone;
        } else {
            process_lane(lane, buses, capture.empty() ? ChainCapture{} : capture[lane]);
        }
    }
    drop_idle();
}

void PlayerChainBank::process_pair(std::size_t pair, const ChainKernels& vectors,
                                   ChainBuses buses) noexcept QUERN_RT
{
    const std::size_t first = pair * 2;
    const auto sounds = [&](std::size_t lane) { return lane < capacity_ && state_[lane] != LaneState::idle; };
    ChainBlock block[2];
    PairSends sends{};
    for (std::size_t side = 0; side < 2; ++side) {
        if (!sounds(first + side))
            continue;
        fill_block(first + side, block[side]);
        add_sends(first + side, sends, buses);
        if (state_[first + side] == LaneState::released)
            block[side].out = signal_[side].sample.data();
    }
    for (std::size_t side = 0; side < 2; ++side) {
        if (sounds(first + side))
            continue;
        block[side] = block[side ^ 1]; // an idle lane's filters are zero: it need only be silent
        block[side].input = kSilentPlane.sample.data();
        block[side].out = nullptr;
    }
    vectors.pair(filters_.pair(pair), block, sends.data(), sends.size());
    for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t lane = first + side;
        if (!sounds(lane))
            continue;
        phase_[lane] = block[side].phase;
        keep_last(lane, sends, block[side].last);
        if (state_[lane] == LaneState::released)
            rest_if_silent(lane, signal_[side]);
    }
}

void PlayerChainBank::add_sends(std::size_t lane, PairSends& sends, ChainBuses buses) noexcept QUERN_RT
{
    const std::size_t side = lane % 2;
    add_tap(flange_, lane, sends[0], buses.flange);
    add_tap(env_, lane, sends[1], buses.env);
    Panner& panner = panner_[lane];
    if (azimuth_deg_[lane] != panner.azimuth_deg)
        aim_panner(lane);
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        const float from = panner.current[c];
        const float to = panner.target[c];
        if (from == 0.0f && to == 0.0f)
            continue;
        PairSend& out = sends[2 + c];
        out.aim(buses.out, c);
        out.gain[side] = BlockRamp::gain(from, to);
        out.from[side] = true;
        out.stairs = true;
    }
    panner.current = panner.target;
}

void PlayerChainBank::keep_last(std::size_t lane, const PairSends& sends, float last) noexcept QUERN_RT
{
    last_flange_[lane] = flange_.target[lane] * last;
    last_env_[lane] = env_.target[lane] * last;
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        const PairSend& out = sends[2 + c];
        panner_[lane].last[c] = out.from[lane % 2] ? last * out.gain[lane % 2].reached : 0.0f;
    }
}

void PlayerChainBank::add_tap(Ramped& send, std::size_t lane, PairSend& out, MonoBus& bus) noexcept QUERN_RT
{
    const float from = send.current[lane];
    const float to = send.target[lane];
    send.arrive(lane);
    if (from == 0.0f && to == 0.0f)
        return;
    out.aim(bus, 0);
    out.gain[lane % 2] = BlockRamp::send(from, to, choices_[lane].send_short);
    out.from[lane % 2] = true;
}

void PlayerChainBank::fill_block(std::size_t lane, ChainBlock& block) noexcept QUERN_RT
{
    guard_input(lane);
    const bool copied = choices_[lane].has_graph3;
    block.input = input_[lane].sample.data();
    block.out = nullptr;
    block.copied = copied;
    block.passes = arm_filters(lane);
    block.clip = clip_level_[lane] < 100.0f ? clip_level_[lane] : std::numeric_limits<float>::infinity();
    block.gain = BlockRamp::gain(graph1_gain_.current[lane], graph1_gain_.target[lane]);
    graph1_gain_.arrive(lane);
    if (copied) {
        block.copy_send =
            BlockRamp::send(graph3_send_.current[lane], graph3_send_.target[lane], choices_[lane].send_short);
        block.copy_gain = BlockRamp::gain(graph3_gain_.current[lane], graph3_gain_.target[lane]);
        graph3_send_.arrive(lane);
        graph3_gain_.arrive(lane);
    } else {
        block.copy_send = block.copy_gain = {0.0f, -0.0f, 0.0f};
    }
    block.phase = phase_[lane];
    block.phase_step = dsp::FrequencyShifter::phase_step(shift_hz_[lane]);
}

void PlayerChainBank::process_lane(std::size_t lane, ChainBuses buses,
                                   const ChainCapture& capture) noexcept QUERN_RT
{
    Plane& signal = signal_[0];
    guard_input(lane);
    arm_filters(lane);
    run_filter(lane, Stage::high_pass, input_[lane].sample.data(), signal);
    run_filter(lane, Stage::low_pass, signal.sample.data(), signal);
    if (choices_[lane].extras) {
        run_shifter(lane, signal);
        if (choices_[lane].has_graph3)
            run_clipped_copy(lane, signal, capture);
        else
            ramp(graph1_gain_, lane, signal);
        run_taps(lane, signal, buses);
    }
    run_panner(lane, signal, buses, capture);
    if (state_[lane] == LaneState::released)
        rest_if_silent(lane, signal);
}

// Last guard before the feedback paths: one bad block is dropped, not kept for ever.
void PlayerChainBank::guard_input(std::size_t lane) noexcept QUERN_RT
{
    auto& samples = input_[lane].sample;
    if (!(dsp::kernels().peak(samples.data(), kBlockFrames) <= kLargestInput)) {
        samples.fill(0.0f);
        ++refused_inputs_;
    }
}

bool PlayerChainBank::arm(std::size_t lane, Stage stage, const dsp::FilterDecision& decision, float gain,
                          BuildFilter build_filter) noexcept QUERN_RT
{
    if (decision.bypass) {
        filters_.rest(lane, stage);
    } else if (!filters_.built_for(lane, stage, decision.angle, gain)) {
        filters_.wake(lane, stage);
        filters_.set_coefficients(lane, stage, build_filter(decision.angle, gain), decision.angle, gain);
    }
    return decision.bypass;
}

const PlayerChainBank::Passes& PlayerChainBank::arm_filters(std::size_t lane) noexcept QUERN_RT
{
    Armed& armed = armed_[lane];
    if (!armed.stale)
        return armed.passes;
    armed = {.stale = false};
    const auto passes = [&](Stage stage) -> bool& { return armed.passes[static_cast<std::size_t>(stage)]; };
    passes(Stage::high_pass) =
        arm(lane, Stage::high_pass, dsp::high_pass_decision(high_pass_hz_[lane]), 0.0f,
            [](float angle, float) noexcept QUERN_RT { return dsp::high_pass_coefficients(angle); });
    passes(Stage::low_pass) =
        arm(lane, Stage::low_pass, dsp::low_pass_decision(low_pass_hz_[lane]), 0.0f,
            [](float angle, float) noexcept QUERN_RT { return dsp::low_pass_coefficients(angle); });
    if (choices_[lane].extras && choices_[lane].has_graph3)
        passes(Stage::shelf) =
            arm(lane, Stage::shelf, dsp::high_shelf_decision(shelf_hz_[lane], shelf_gain_[lane]),
                shelf_gain_[lane], dsp::high_shelf_coefficients);
    return armed.passes;
}

void PlayerChainBank::run_filter(std::size_t lane, Stage stage, const float* in, Plane& out) noexcept QUERN_RT
{
    if (armed_[lane].passes[static_cast<std::size_t>(stage)]) {
        if (in != out.sample.data())
            std::copy_n(in, kBlockFrames, out.sample.data());
        return;
    }
    dsp::BiquadState state = filters_.history(lane, stage);
    dsp::kernels().biquad(filters_.coefficients(lane, stage), state, in, out.sample.data(), kBlockFrames);
    filters_.set_history(lane, stage, state);
}

void PlayerChainBank::run_shifter(std::size_t lane, Plane& signal) noexcept QUERN_RT
{
    std::array<dsp::BiquadState, dsp::FrequencyShifter::kSections> state;
    for (std::size_t s = 0; s < state.size(); ++s)
        state[s] = filters_.history(lane, kShifterStages[s]);
    dsp::shift_block(state, phase_[lane], shift_hz_[lane], signal.sample, signal.sample);
    for (std::size_t s = 0; s < state.size(); ++s)
        filters_.set_history(lane, kShifterStages[s], state[s]);
}

void PlayerChainBank::ramp(Ramped& gain, std::size_t lane, Plane& io) noexcept QUERN_RT
{
    dsp::kernels().gain(io.sample.data(), gain.current[lane], gain.target[lane], kBlockFrames);
    gain.arrive(lane);
}

void PlayerChainBank::run_clipped_copy(std::size_t lane, Plane& signal,
                                       const ChainCapture& capture) noexcept QUERN_RT
{
    const dsp::Kernels& run = dsp::kernels();
    Plane& copy = signal_[1];
    run.level(signal.sample.data(), copy.sample.data(), graph3_send_.current[lane], graph3_send_.target[lane],
              choices_[lane].send_short, kBlockFrames);
    graph3_send_.arrive(lane);
    ramp(graph1_gain_, lane, signal);

    if (clip_level_[lane] < 100.0f)
        run.clip(copy.sample.data(), clip_level_[lane], kBlockFrames);
    ramp(graph3_gain_, lane, copy);
    run_filter(lane, Stage::shelf, copy.sample.data(), copy);
    run.add(copy.sample.data(), signal.sample.data(), kBlockFrames);
    if (capture.graph3 != nullptr)
        run.add(copy.sample.data(), capture.graph3->sample.data(), kBlockFrames);
}

void PlayerChainBank::run_taps(std::size_t lane, const Plane& signal, ChainBuses buses) noexcept QUERN_RT
{
    const float last = signal.sample.back();
    last_flange_[lane] = tap(flange_, lane, signal, buses.flange) * last;
    last_env_[lane] = tap(env_, lane, signal, buses.env) * last;
}

float PlayerChainBank::tap(Ramped& send, std::size_t lane, const Plane& signal,
                           MonoBus& bus) noexcept QUERN_RT
{
    const float from = send.current[lane];
    const float to = send.target[lane];
    if (from != 0.0f || to != 0.0f)
        dsp::kernels().level_add(signal.sample.data(), bus.channel(0).data(), from, to,
                                 choices_[lane].send_short, kBlockFrames);
    send.arrive(lane);
    return to;
}

void PlayerChainBank::run_panner(std::size_t lane, const Plane& signal, ChainBuses buses,
                                 const ChainCapture& capture) noexcept QUERN_RT
{
    const dsp::Kernels& run = dsp::kernels();
    Panner& panner = panner_[lane];
    if (azimuth_deg_[lane] != panner.azimuth_deg)
        aim_panner(lane);
    const float* mono = signal.sample.data();
    const float last = signal.sample.back();
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        const float from = panner.current[c];
        const float to = panner.target[c];
        panner.last[c] = 0.0f;
        if (from == 0.0f && to == 0.0f)
            continue;
        run.gain_add(mono, buses.out.channel(c).data(), from, to, kBlockFrames);
        if (capture.panned != nullptr)
            run.gain_add(mono, (*capture.panned)[c].sample.data(), from, to, kBlockFrames);
        // As rendered: where the ramp got to, which may be an ulp beside the target.
        const float reached = from == to ? to : from + 64.0f * ((to - from) * 0x1p-6f);
        panner.last[c] = last * reached;
        panner.current[c] = to;
    }
}

void PlayerChainBank::rest_if_silent(std::size_t lane, const Plane& signal) noexcept QUERN_RT
{
    float loudest = std::max(std::abs(env_.target[lane]), std::abs(flange_.target[lane]));
    for (const float gain : panner_[lane].target)
        loudest = std::max(loudest, std::abs(gain));
    const float peak = dsp::kernels().peak(signal.sample.data(), kBlockFrames) * loudest;
    if (peak >= kSilence)
        return;
    clear_chain(lane);
    state_[lane] = LaneState::idle;
}

} // namespace quern::mix
