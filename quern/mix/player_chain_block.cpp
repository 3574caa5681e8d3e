// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// One block of one lane: graphs 1, 3 and 2 in pass order. The other half of PlayerChainBank.
#include <algorithm>
#include <cmath>

#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/high_pass.hpp"
#include "quern/dsp/high_shelf.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/low_pass.hpp"
#include "quern/mix/player_chain_bank.hpp"

namespace quern::mix {
namespace {

/// Input samples beyond this are not sound, and far below where a filter's feedback could overflow.
constexpr float kLargestInput = 0x1p60f;

} // namespace

void PlayerChainBank::process_lane(std::size_t lane, ChainBuses buses,
                                   const ChainCapture& capture) noexcept QUERN_RT
{
    // Last guard before the feedback paths: one bad block is dropped, not kept for ever.
    auto& samples = input_[lane].sample;
    if (!(dsp::kernels().peak(samples.data(), kBlockFrames) <= kLargestInput)) {
        samples.fill(0.0f);
        ++refused_inputs_;
    }
    run_filters(lane);
    if (choices_[lane].extras) {
        run_shifter(lane);
        if (choices_[lane].has_graph3)
            run_clipped_copy(lane, capture);
        else
            ramp(graph1_gain_, lane, signal_);
        run_taps(lane, buses);
    }
    run_panner(lane, buses, capture);
    if (state_[lane] == LaneState::released)
        rest_if_silent(lane);
}

void PlayerChainBank::run_filter(std::size_t lane, const dsp::FilterDecision& decision, float gain,
                                 BuildFilter build_filter, LaneCoefficients& coefficients,
                                 LaneHistories& history, const float* in, Plane& out) noexcept QUERN_RT
{
    if (decision.bypass) {
        history.store(lane, {});
        if (in != out.sample.data())
            std::copy_n(in, kBlockFrames, out.sample.data());
        return;
    }
    if (!coefficients.built_for(lane, decision.angle, gain))
        coefficients.store(lane, build_filter(decision.angle, gain), decision.angle, gain);
    dsp::BiquadState state = history.load(lane);
    dsp::kernels().biquad(coefficients.load(lane), state, in, out.sample.data(), kBlockFrames);
    history.store(lane, state);
}

void PlayerChainBank::run_filters(std::size_t lane) noexcept QUERN_RT
{
    constexpr auto high_pass = [](float angle, float) noexcept QUERN_RT {
        return dsp::high_pass_coefficients(angle);
    };
    constexpr auto low_pass = [](float angle, float) noexcept QUERN_RT {
        return dsp::low_pass_coefficients(angle);
    };
    run_filter(lane, dsp::high_pass_decision(high_pass_hz_[lane]), 0.0f, high_pass, high_pass_,
               high_pass_history_, input_[lane].sample.data(), signal_);
    run_filter(lane, dsp::low_pass_decision(low_pass_hz_[lane]), 0.0f, low_pass, low_pass_, low_pass_history_,
               signal_.sample.data(), signal_);
}

void PlayerChainBank::run_shifter(std::size_t lane) noexcept QUERN_RT
{
    std::array<dsp::BiquadState, dsp::FrequencyShifter::kSections> state;
    for (std::size_t s = 0; s < state.size(); ++s)
        state[s] = all_pass_history_[s].load(lane);
    dsp::shift_block(state, phase_[lane], shift_hz_[lane], signal_.sample, signal_.sample);
    for (std::size_t s = 0; s < state.size(); ++s)
        all_pass_history_[s].store(lane, state[s]);
}

void PlayerChainBank::ramp(Ramped& gain, std::size_t lane, Plane& io) noexcept QUERN_RT
{
    dsp::kernels().gain(io.sample.data(), gain.current[lane], gain.target[lane], kBlockFrames);
    gain.current[lane] = gain.target[lane];
}

void PlayerChainBank::run_clipped_copy(std::size_t lane, const ChainCapture& capture) noexcept QUERN_RT
{
    const dsp::Kernels& run = dsp::kernels();
    run.level(signal_.sample.data(), copy_.sample.data(), graph3_send_.current[lane],
              graph3_send_.target[lane], choices_[lane].send_short, kBlockFrames);
    graph3_send_.current[lane] = graph3_send_.target[lane];
    ramp(graph1_gain_, lane, signal_);

    if (clip_level_[lane] < 100.0f)
        run.clip(copy_.sample.data(), clip_level_[lane], kBlockFrames);
    ramp(graph3_gain_, lane, copy_);
    run_filter(lane, dsp::high_shelf_decision(shelf_hz_[lane], shelf_gain_[lane]), shelf_gain_[lane],
               dsp::high_shelf_coefficients, shelf_, shelf_history_, copy_.sample.data(), copy_);
    run.add(copy_.sample.data(), signal_.sample.data(), kBlockFrames);
    if (capture.graph3 != nullptr)
        run.add(copy_.sample.data(), capture.graph3->sample.data(), kBlockFrames);
}

void PlayerChainBank::run_taps(std::size_t lane, ChainBuses buses) noexcept QUERN_RT
{
    const float last = signal_.sample.back();
    last_flange_[lane] = tap(flange_, lane, buses.flange) * last;
    last_env_[lane] = tap(env_, lane, buses.env) * last;
}

float PlayerChainBank::tap(Ramped& send, std::size_t lane, MonoBus& bus) noexcept QUERN_RT
{
    const float from = send.current[lane];
    const float to = send.target[lane];
    if (from != 0.0f || to != 0.0f)
        dsp::kernels().level_add(signal_.sample.data(), bus.channel(0).data(), from, to,
                                 choices_[lane].send_short, kBlockFrames);
    send.current[lane] = to;
    return to;
}

void PlayerChainBank::run_panner(std::size_t lane, ChainBuses buses,
                                 const ChainCapture& capture) noexcept QUERN_RT
{
    const dsp::Kernels& run = dsp::kernels();
    if (azimuth_deg_[lane] != panned_azimuth_deg_[lane])
        aim_panner(lane);
    const float* mono = signal_.sample.data();
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        const float from = cell_[c].current[lane];
        const float to = cell_[c].target[lane];
        last_out_[c][lane] = 0.0f;
        if (from == 0.0f && to == 0.0f)
            continue;
        run.gain_add(mono, buses.out.channel(c).data(), from, to, kBlockFrames);
        if (capture.panned != nullptr)
            run.gain_add(mono, (*capture.panned)[c].sample.data(), from, to, kBlockFrames);
        // As rendered: where the ramp got to, which may be an ulp beside the target.
        const float reached = from == to ? to : from + 64.0f * ((to - from) * 0x1p-6f);
        last_out_[c][lane] = signal_.sample.back() * reached;
        cell_[c].current[lane] = to;
    }
}

void PlayerChainBank::rest_if_silent(std::size_t lane) noexcept QUERN_RT
{
    float loudest = std::max(std::abs(env_.target[lane]), std::abs(flange_.target[lane]));
    for (const Ramped& cell : cell_)
        loudest = std::max(loudest, std::abs(cell.target[lane]));
    const float peak = dsp::kernels().peak(signal_.sample.data(), kBlockFrames) * loudest;
    if (peak >= kSilence)
        return;
    clear_chain(lane);
    state_[lane] = LaneState::idle;
}

} // namespace quern::mix
