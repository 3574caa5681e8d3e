// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// One block: graphs 1, 3 and 2 in pass order, lane by lane or two lanes in vectors. The other half of
// PlayerChainBank.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
        const bool alone = neighbour >= capacity_ || lanes_[neighbour].state == LaneState::idle;
        const bool whole = lanes_[lane].choices.extras && (alone || lanes_[neighbour].choices.extras);
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
    const auto sounds = [&](std::size_t lane) {
        return lane < capacity_ && lanes_[lane].state != LaneState::idle;
    };
    ChainBlock block[2];
    PairSends sends{};
    for (std::size_t side = 0; side < 2; ++side) {
        if (!sounds(first + side))
            continue;
        fill_block(first + side, block[side]);
        add_sends(first + side, sends, buses);
        if (lanes_[first + side].state == LaneState::released)
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
        lanes_[lane].phase = block[side].phase;
        keep_last(lane, sends, block[side].last);
        if (lanes_[lane].state == LaneState::released)
            rest_if_silent(lane, signal_[side]);
    }
}

void PlayerChainBank::add_sends(std::size_t lane, PairSends& sends, ChainBuses buses) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    const std::size_t side = lane % 2;
    add_tap(own.flange, lane, sends[0], buses.flange);
    add_tap(own.env, lane, sends[1], buses.env);
    Panner& panner = own.panner;
    if (own.azimuth_deg != panner.azimuth_deg)
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
    Lane& own = lanes_[lane];
    own.last_flange = own.flange.target * last;
    own.last_env = own.env.target * last;
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        const PairSend& out = sends[2 + c];
        own.panner.last[c] = out.from[lane % 2] ? last * out.gain[lane % 2].reached : 0.0f;
    }
}

void PlayerChainBank::add_tap(Ramped& send, std::size_t lane, PairSend& out, MonoBus& bus) noexcept QUERN_RT
{
    const float from = send.current;
    const float to = send.target;
    send.arrive();
    if (from == 0.0f && to == 0.0f)
        return;
    out.aim(bus, 0);
    out.gain[lane % 2] = BlockRamp::send(from, to, lanes_[lane].choices.send_short);
    out.from[lane % 2] = true;
}

void PlayerChainBank::fill_block(std::size_t lane, ChainBlock& block) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    const bool copied = own.choices.has_graph3;
    block.input = guarded_input(lane);
    block.out = nullptr;
    block.copied = copied;
    block.passes = arm_filters(lane);
    block.clip = own.clip_level < 100.0f ? own.clip_level : std::numeric_limits<float>::infinity();
    block.gain = BlockRamp::gain(own.graph1_gain.current, own.graph1_gain.target);
    own.graph1_gain.arrive();
    if (copied) {
        block.copy_send =
            BlockRamp::send(own.graph3_send.current, own.graph3_send.target, own.choices.send_short);
        block.copy_gain = BlockRamp::gain(own.graph3_gain.current, own.graph3_gain.target);
        own.graph3_send.arrive();
        own.graph3_gain.arrive();
    } else {
        block.copy_send = block.copy_gain = {0.0f, -0.0f, 0.0f};
    }
    block.phase = own.phase;
    block.phase_step = dsp::FrequencyShifter::phase_step(own.shift_hz);
}

void PlayerChainBank::process_lane(std::size_t lane, ChainBuses buses,
                                   const ChainCapture& capture) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    Plane& signal = signal_[0];
    arm_filters(lane);
    run_filter(lane, Stage::high_pass, guarded_input(lane), signal);
    run_filter(lane, Stage::low_pass, signal.sample.data(), signal);
    if (own.choices.extras) {
        run_shifter(lane, signal);
        if (own.choices.has_graph3)
            run_clipped_copy(lane, signal, capture);
        else
            ramp(own.graph1_gain, signal);
        run_taps(lane, signal, buses);
    }
    run_panner(lane, signal, buses, capture);
    if (own.state == LaneState::released)
        rest_if_silent(lane, signal);
}

// Last guard before the feedback paths: one bad block is dropped, not kept for ever.
const float* PlayerChainBank::guarded_input(std::size_t lane) noexcept QUERN_RT
{
    const float* samples = std::as_const(input_[lane]).channel(0).data();
    if (samples == kSilentPlane.sample.data() || dsp::kernels().peak(samples, kBlockFrames) <= kLargestInput)
        return samples;
    ++refused_inputs_;
    return kSilentPlane.sample.data();
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
    Lane& own = lanes_[lane];
    Armed& armed = own.armed;
    if (!armed.stale)
        return armed.passes;
    armed = {.stale = false};
    const auto passes = [&](Stage stage) -> bool& { return armed.passes[static_cast<std::size_t>(stage)]; };
    passes(Stage::high_pass) =
        arm(lane, Stage::high_pass, dsp::high_pass_decision(own.high_pass_hz), 0.0f,
            [](float angle, float) noexcept QUERN_RT { return dsp::high_pass_coefficients(angle); });
    passes(Stage::low_pass) =
        arm(lane, Stage::low_pass, dsp::low_pass_decision(own.low_pass_hz), 0.0f,
            [](float angle, float) noexcept QUERN_RT { return dsp::low_pass_coefficients(angle); });
    if (own.choices.extras && own.choices.has_graph3)
        passes(Stage::shelf) = arm(lane, Stage::shelf, dsp::high_shelf_decision(own.shelf_hz, own.shelf_gain),
                                   own.shelf_gain, dsp::high_shelf_coefficients);
    return armed.passes;
}

void PlayerChainBank::run_filter(std::size_t lane, Stage stage, const float* in, Plane& out) noexcept QUERN_RT
{
    if (lanes_[lane].armed.passes[static_cast<std::size_t>(stage)]) {
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
    Lane& own = lanes_[lane];
    std::array<dsp::BiquadState, dsp::FrequencyShifter::kSections> state;
    for (std::size_t s = 0; s < state.size(); ++s)
        state[s] = filters_.history(lane, kShifterStages[s]);
    dsp::shift_block(state, own.phase, own.shift_hz, signal.sample, signal.sample);
    for (std::size_t s = 0; s < state.size(); ++s)
        filters_.set_history(lane, kShifterStages[s], state[s]);
}

void PlayerChainBank::ramp(Ramped& gain, Plane& io) noexcept QUERN_RT
{
    dsp::kernels().gain(io.sample.data(), gain.current, gain.target, kBlockFrames);
    gain.arrive();
}

void PlayerChainBank::run_clipped_copy(std::size_t lane, Plane& signal,
                                       const ChainCapture& capture) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    const dsp::Kernels& run = dsp::kernels();
    Plane& copy = signal_[1];
    run.level(signal.sample.data(), copy.sample.data(), own.graph3_send.current, own.graph3_send.target,
              own.choices.send_short, kBlockFrames);
    own.graph3_send.arrive();
    ramp(own.graph1_gain, signal);

    if (own.clip_level < 100.0f)
        run.clip(copy.sample.data(), own.clip_level, kBlockFrames);
    ramp(own.graph3_gain, copy);
    run_filter(lane, Stage::shelf, copy.sample.data(), copy);
    run.add(copy.sample.data(), signal.sample.data(), kBlockFrames);
    if (capture.graph3 != nullptr)
        run.add(copy.sample.data(), capture.graph3->sample.data(), kBlockFrames);
}

void PlayerChainBank::run_taps(std::size_t lane, const Plane& signal, ChainBuses buses) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    const float last = signal.sample.back();
    own.last_flange = tap(own.flange, lane, signal, buses.flange) * last;
    own.last_env = tap(own.env, lane, signal, buses.env) * last;
}

float PlayerChainBank::tap(Ramped& send, std::size_t lane, const Plane& signal,
                           MonoBus& bus) noexcept QUERN_RT
{
    const float from = send.current;
    const float to = send.target;
    if (from != 0.0f || to != 0.0f)
        dsp::kernels().level_add(signal.sample.data(), bus.channel(0).data(), from, to,
                                 lanes_[lane].choices.send_short, kBlockFrames);
    send.arrive();
    return to;
}

void PlayerChainBank::run_panner(std::size_t lane, const Plane& signal, ChainBuses buses,
                                 const ChainCapture& capture) noexcept QUERN_RT
{
    Lane& own = lanes_[lane];
    const dsp::Kernels& run = dsp::kernels();
    Panner& panner = own.panner;
    if (own.azimuth_deg != panner.azimuth_deg)
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
    Lane& own = lanes_[lane];
    float loudest = std::max(std::abs(own.env.target), std::abs(own.flange.target));
    for (const float gain : own.panner.target)
        loudest = std::max(loudest, std::abs(gain));
    const float peak = dsp::kernels().peak(signal.sample.data(), kBlockFrames) * loudest;
    if (peak >= kSilence)
        return;
    clear_chain(lane);
    own.state = LaneState::idle;
}

} // namespace quern::mix
