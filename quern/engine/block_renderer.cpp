// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/block_renderer.hpp"

#include "quern/dsp/kernels.hpp"
#include "quern/dsp/release_fold.hpp"

namespace quern {
namespace {

std::size_t truck_of(bed::Command::Target target) noexcept QUERN_RT
{
    return target == bed::Command::Target::truck1 ? 1 : 0;
}

mix::ChainTargets targets_of(const bed::ChainValues& values, std::size_t ab) noexcept QUERN_RT
{
    mix::ChainTargets targets;
    targets.high_pass_hz = values.high_pass_hz;
    targets.low_pass_hz = values.low_pass_hz;
    targets.shift_hz = values.shift_hz[ab];
    targets.azimuth_deg = values.azimuth_deg;
    targets.env_send = values.env_send;
    targets.flange_send = values.flange_send[ab];
    targets.graph3_send = values.graph3_send;
    targets.graph1_gain = values.graph1_gain[ab];
    targets.graph3_gain = values.graph3_gain[ab];
    return targets;
}

} // namespace

BlockRenderer::BlockRenderer(const Options& options)
    : options_(options),
      seats_(options.boards * kPlayersPerBoard),
      rockets_(options.boards),
      rocket_folds_(options.boards)
{
    const auto seat = [this](Seat& taken, std::size_t number) {
        taken.renderer = this;
        taken.number = static_cast<std::uint8_t>(number);
        taken.player.set_observer({&BlockRenderer::notify, &taken});
    };
    for (std::size_t lane = 0; lane < seats_.size(); ++lane)
        seat(seats_[lane], lane % kPlayersPerBoard);
    for (Seat& rocket : rockets_)
        seat(rocket, TraceEvent::kRocket);
    chains_.prepare(seats_.size());
    if (!options.capture)
        return;
    for (std::size_t lane = 0; lane < seats_.size(); ++lane)
        captures_.push_back({&parts_.player[lane % bed::kPlayersPerTruck], &parts_.graph3});
}

void BlockRenderer::notify(void* context, const grain::PlayerEvent& event) noexcept QUERN_RT
{
    const Seat& seat = *static_cast<const Seat*>(context);
    BlockRenderer& renderer = *seat.renderer;
    using Kind = grain::PlayerEvent::Kind;
    renderer.grain_starts_ += event.kind == Kind::start;
    renderer.picks_ += event.kind == Kind::pick;
    renderer.binds_ += event.kind == Kind::bind;
    if (renderer.trace_ == nullptr)
        return;
    TraceEvent out;
    out.kind = static_cast<TraceEvent::Kind>(event.kind);
    out.player = seat.number;
    out.slot = event.slot;
    out.member = seat.member;
    out.candidates = event.candidates;
    out.block = renderer.block_;
    out.start = event.start;
    out.record = event.record;
    const Generator* generator = event.generator != nullptr ? event.generator : renderer.generator_;
    if (generator != nullptr)
        out.words = generator->words();
    renderer.trace_->try_push(out);
}

void BlockRenderer::apply(std::size_t board, const bed::BedFrame& frame, Generator& picks) noexcept QUERN_RT
{
    generator_ = &picks;
    const std::size_t first = board * kPlayersPerBoard;
    for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
        if (!frame.truck[truck].running)
            continue;
        for (std::size_t ab = 0; ab < bed::kPlayersPerTruck; ++ab)
            seats_[first + truck * 2 + ab].player.set_record(frame.truck[truck].record[ab]);
    }
    if (frame.rocket_running)
        rockets_[board].player.set_record(frame.rocket);

    for (std::size_t i = 0; i < frame.commands && i < frame.command.size(); ++i)
        execute(board, frame.command[i], frame, picks);

    for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
        if (!frame.truck[truck].running)
            continue;
        for (std::size_t ab = 0; ab < bed::kPlayersPerTruck; ++ab)
            chains_.set(first + truck * 2 + ab, targets_of(frame.truck[truck].chain, ab));
    }
}

void BlockRenderer::execute(std::size_t board, const bed::Command& command, const bed::BedFrame& frame,
                            Generator& picks) noexcept QUERN_RT
{
    const bool bind = command.kind == bed::Command::Kind::bind;
    if (command.target == bed::Command::Target::rocket) {
        Seat& rocket = rockets_[board];
        rocket_folds_[board] += rocket.player.stop();
        if (bind) {
            rocket.member = command.member;
            rocket.player.bind(command.recording, command.params[0], options_.voice, rocket.player.record(),
                               picks);
        }
        return;
    }
    const std::size_t truck = truck_of(command.target);
    const std::size_t lane = board * kPlayersPerBoard + truck * 2;
    if (!bind) {
        stop_truck(lane);
        return;
    }
    // The chains are torn down and rebuilt with the players: what the stopped voices leave dies with the old
    // graph 1, the old chains' last output folds into the buses (docs/decisions/0002-fidelity-defaults.md).
    for (std::size_t ab = 0; ab < bed::kPlayersPerTruck; ++ab) {
        mix::ChainSetup setup;
        setup.clip_level = command.clip_level;
        setup.shelf_hz = command.shelf_hz;
        setup.shelf_gain = command.shelf_gain;
        setup.has_graph3 = frame.local;
        setup.extras = options_.extras;
        setup.send_short = options_.voice.send_short;
        chains_.build(lane + ab, setup, targets_of(frame.truck[truck].chain, ab), {main_, env_, flange_});
        Seat& seat = seats_[lane + ab];
        seat.member = command.member;
        seat.player.bind(command.recording, command.params[ab], options_.voice, seat.player.record(), picks);
    }
}

void BlockRenderer::stop_truck(std::size_t lane) noexcept QUERN_RT
{
    for (std::size_t ab = 0; ab < bed::kPlayersPerTruck; ++ab) {
        chains_.fold_input(lane + ab, seats_[lane + ab].player.stop());
        chains_.release(lane + ab);
    }
}

void BlockRenderer::render(Generator& picks) noexcept QUERN_RT
{
    generator_ = &picks;
    // Every board's players tick before any voice sounds: the scheduler phase precedes the graphs.
    for (std::size_t board = 0; board < rockets_.size(); ++board) {
        for (std::size_t i = 0; i < kPlayersPerBoard; ++i)
            seats_[board * kPlayersPerBoard + i].player.tick(picks);
        rockets_[board].player.tick(picks);
    }
    chains_.begin_block();
    for (std::size_t lane = 0; lane < seats_.size(); ++lane) {
        if (!seats_[lane].player.heard())
            continue;
        mix::MonoBus& input = chains_.input(lane);
        const bool blank = input.take_stale(0);
        seats_[lane].player.render(input.channel(0), blank);
    }
    main_.begin_block();
    env_.begin_block();
    flange_.begin_block();
    if (options_.capture)
        parts_ = Parts{};
    render_rockets();
    chains_.process({main_, env_, flange_}, captures_);
    ++block_;
}

void BlockRenderer::render_rockets() noexcept QUERN_RT
{
    // A rocket has no chain: its voices send straight to the centre of the default bus.
    for (std::size_t board = 0; board < rockets_.size(); ++board) {
        Seat& rocket = rockets_[board];
        if (!rocket.player.bound() && rocket_folds_[board] == 0.0f)
            continue;
        mix::Plane plane;
        dsp::add_release_fold(plane.sample, rocket_folds_[board]);
        rocket_folds_[board] = 0.0f;
        if (rocket.player.bound())
            rocket.player.render(plane.sample);
        dsp::kernels().add(plane.sample.data(), main_.channel(dsp::kCentre).data(), kBlockFrames);
        if (options_.capture)
            dsp::kernels().add(plane.sample.data(), parts_.rocket.sample.data(), kBlockFrames);
    }
}

} // namespace quern
