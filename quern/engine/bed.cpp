// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/bed.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "quern/bed/board.hpp"
#include "quern/bed/drive.hpp"
#include "quern/bed/frame.hpp"
#include "quern/bed/tuning_fault.hpp"
#include "quern/core/spsc_ring.hpp"
#include "quern/engine/block_renderer.hpp"
#include "quern/engine/control_observer.hpp"
#include "quern/engine/recording_keeper.hpp"
#include "quern/mix/output.hpp"

namespace quern {
namespace {

grain::VoiceOptions voice_options(const bed::Fidelity& fidelity)
{
    grain::VoiceOptions options;
    options.fade_origin = fidelity.fade_origin;
    options.voice_latency = fidelity.voice_latency != 0;
    options.send_short = fidelity.send_short != 0;
    return options;
}

} // namespace

struct Bed::State {
    State(const BedConfig& wanted)
        : config(wanted),
          picks(Generator::seeded(wanted.seed)),
          draws(Generator::seeded(wanted.seed)),
          // One generator for both sides: lock-step rendering only, the sides take turns on one thread.
          board(wanted.fidelity, wanted.fidelity.shared_generator != 0 ? picks : draws),
          bank(std::make_shared<Bank>()),
          frames(wanted.motion_queue),
          trace(wanted.trace_queue),
          renderer({1, voice_options(wanted.fidelity), wanted.fidelity.chain_extras != 0, wanted.stems})
    {
        board.set_rocket(wanted.rocket);
        if (wanted.trace_queue > 0)
            renderer.set_trace(&trace);
    }

    void prepare(bed::BedFrame& frame, std::uint64_t due);
    void send(const bed::BedFrame& frame);
    void render_block() noexcept QUERN_RT;
    void publish() noexcept QUERN_RT;

    const BedConfig config;
    Generator picks; // audio side
    Generator draws; // control side

    // Control side.
    bed::Board board;
    bed::Drive drive;
    std::shared_ptr<Bank> bank;
    RecordingKeeper keeper;
    CommandCarrier carrier;
    ControlObserver* observer = nullptr;
    std::uint64_t sequence = 0;
    std::uint64_t motions = 0;

    // Between the sides.
    SpscRing<bed::BedFrame> frames;
    SpscRing<TraceEvent> trace;
    std::atomic<std::uint64_t> applied{0}; // sequence of the frame taken last
    std::atomic<std::uint64_t> blocks{0}, grain_starts{0}, pick_count{0}, binds{0}, refused_blocks{0};

    // Audio side.
    BlockRenderer renderer;
    alignas(64) std::array<float, kBlockFrames * dsp::kChannels> ready{}; // the block being handed out
    std::size_t taken = kBlockFrames;                                     // frames of it already handed out
};

void Bed::State::prepare(bed::BedFrame& frame, std::uint64_t due)
{
    ++motions;
    frame.due = due;
    frame.sequence = ++sequence;
    keeper.collect(applied.load(std::memory_order_acquire));
    carrier.merge_into(frame);
    keeper.resolve(frame, *bank);
}

void Bed::State::send(const bed::BedFrame& frame)
{
    if (frames.try_push(frame))
        carrier.clear();
    else
        carrier.keep(frame);
}

void Bed::State::render_block() noexcept QUERN_RT
{
    const std::uint64_t now = renderer.blocks() * kBlockFrames;
    while (const bed::BedFrame* frame = frames.front()) {
        if (frame->due > now)
            break;
        renderer.apply(0, *frame, picks);
        applied.store(frame->sequence, std::memory_order_release);
        frames.pop();
    }
    renderer.render(picks);
    if (config.channels == 6)
        mix::write_six(renderer.main(), ready);
    else
        mix::write_stereo(renderer.main(), std::span(ready).first<kBlockFrames * 2>());
    publish();
}

void Bed::State::publish() noexcept QUERN_RT
{
    blocks.store(renderer.blocks(), std::memory_order_relaxed);
    grain_starts.store(renderer.grain_starts(), std::memory_order_relaxed);
    pick_count.store(renderer.picks(), std::memory_order_relaxed);
    binds.store(renderer.binds(), std::memory_order_relaxed);
    refused_blocks.store(renderer.refused_inputs(), std::memory_order_relaxed);
}

Result<Bed> Bed::create(const BedConfig& config)
{
    const auto refuse = [](std::string where, std::string message) {
        return Error{Error::Code::usage, std::move(where), std::move(message)};
    };
    if (config.channels != 2 && config.channels != 6)
        return refuse("channels", "found " + std::to_string(config.channels) + ", expected 2 or 6");
    constexpr std::size_t kMostItems = std::size_t{1} << 24; // keeps the queues' sizes meaningful
    if (config.motion_queue < 1 || config.motion_queue > kMostItems)
        return refuse("motion_queue",
                      "found " + std::to_string(config.motion_queue) + ", expected 1 to 16777216");
    if (config.trace_queue > kMostItems)
        return refuse("trace_queue",
                      "found " + std::to_string(config.trace_queue) + ", expected 0 to 16777216");
    return Bed(std::make_unique<State>(config));
}

Bed::Bed(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Bed::~Bed() = default;
Bed::Bed(Bed&&) noexcept = default;
Bed& Bed::operator=(Bed&&) noexcept = default;

Status Bed::set_bank(std::shared_ptr<Bank> bank)
{
    if (!bank)
        return Error{Error::Code::usage, "set_bank", "found no bank"};
    state_->bank = std::move(bank);
    state_->board.rebind();
    state_->drive.rebind();
    return Ok{};
}

Status Bed::set_tuning(const bed::Tuning& tuning)
{
    if (const char* fault = bed::tuning_fault(tuning))
        return Error{Error::Code::bad_input, "set_tuning", fault};
    state_->board.set_tuning(tuning);
    return Ok{};
}

void Bed::set_mix_provider(std::unique_ptr<bed::MixProvider> provider)
{
    state_->board.set_mix_provider(std::move(provider));
}

void Bed::set_neighbour_layers(bed::NeighbourLayers* layers)
{
    state_->board.set_neighbour_layers(layers);
}
void Bed::set_control_observer(ControlObserver* observer)
{
    state_->observer = observer;
}

void Bed::set_motion(const bed::RiderState& motion)
{
    set_motion_at(motion, 0);
}

void Bed::set_motion_at(const bed::RiderState& motion, std::uint64_t due_frame)
{
    State& state = *state_;
    bed::BedFrame frame = state.board.step(motion);
    state.prepare(frame, due_frame);
    if (state.observer != nullptr)
        state.observer->on_frame(state.motions - 1, state.board, frame, state.board.generator());
    state.send(frame);
}

void Bed::set_drive(const bed::DriveState& motion)
{
    set_drive_at(motion, 0);
}

void Bed::set_drive_at(const bed::DriveState& motion, std::uint64_t due_frame)
{
    State& state = *state_;
    bed::BedFrame frame = state.drive.step(motion);
    state.prepare(frame, due_frame);
    if (state.observer != nullptr)
        state.observer->on_drive_frame(state.motions - 1, frame);
    state.send(frame);
}

void Bed::process(float* out, std::size_t frames) noexcept QUERN_RT
{
    State& state = *state_;
    const auto channels = static_cast<std::size_t>(state.config.channels);
    while (frames > 0) {
        if (state.taken == kBlockFrames) {
            state.render_block();
            state.taken = 0;
        }
        const std::size_t count = std::min(frames, kBlockFrames - state.taken);
        const float* from = state.ready.data() + state.taken * channels;
        out = std::copy(from, from + count * channels, out);
        state.taken += count;
        frames -= count;
    }
}

Stems Bed::stems() const noexcept QUERN_RT
{
    const BlockRenderer& renderer = state_->renderer;
    const BlockRenderer::Parts& parts = renderer.parts();
    Stems stems{};
    for (std::size_t c = 0; c < dsp::kChannels; ++c) {
        stems.player_a[c] = parts.player[0][c].sample.data();
        stems.player_b[c] = parts.player[1][c].sample.data();
    }
    stems.graph3 = parts.graph3.sample.data();
    stems.rocket = parts.rocket.sample.data();
    stems.env = renderer.env().channel(0).data();
    stems.flange = renderer.flange().channel(0).data();
    return stems;
}

bool Bed::next_trace(TraceEvent& event)
{
    return state_->trace.try_pop(event);
}

BedStats Bed::stats() const noexcept
{
    const State& state = *state_;
    BedStats stats;
    stats.blocks = state.blocks.load(std::memory_order_relaxed);
    stats.grain_starts = state.grain_starts.load(std::memory_order_relaxed);
    stats.picks = state.pick_count.load(std::memory_order_relaxed);
    stats.binds = state.binds.load(std::memory_order_relaxed);
    stats.motions = state.motions;
    stats.refused_blocks = state.refused_blocks.load(std::memory_order_relaxed);
    stats.refused_motions = state.frames.refused();
    stats.clamped_inputs = state.board.clamped_inputs() + state.drive.clamped_inputs();
    stats.lost_trace = state.trace.refused();
    return stats;
}

int Bed::channels() const noexcept QUERN_RT
{
    return state_->config.channels;
}

} // namespace quern
