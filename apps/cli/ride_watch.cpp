// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "ride_watch.hpp"

#include <algorithm>
#include <cmath>

#include "quern/bed/mix_provider.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/offline_render.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kTraceQueue = 4096;
constexpr auto kBinFrames = static_cast<std::size_t>(kSampleRate * kLevelBinSeconds);

double seconds_of(std::uint64_t block)
{
    return static_cast<double>(block * kBlockFrames) / kSampleRate;
}

Snapshot snapshot_of(const bed::RiderState& rider, const bed::Board& board, const bed::BedFrame& frame)
{
    Snapshot out;
    out.rider = rider;
    out.frame = frame;
    for (std::size_t t = 0; t < bed::kTrucks; ++t)
        out.truck[t] = board.router().truck(t);
    out.primary = board.router().primary();
    out.manual = board.latches().manual();
    out.trick = board.latches().trick();
    out.turn = board.turn().intensity();
    out.brake = board.brake().level();
    out.slope_down = board.slope().down;
    out.push_scale = board.push().scale();
    out.seam_gain = board.seam().gain();
    out.level_a = board.mix().level(bed::kBoardController, bed::board_output::level_a);
    out.level_b = board.mix().level(bed::kBoardController, bed::board_output::level_b);
    out.pitch = board.mix().pitch(bed::kBoardController, bed::board_output::grain_pitch);
    return out;
}

std::int8_t ground_under(const bed::RiderState& rider, const bed::Tuning& tuning)
{
    if (rider.airborne || rider.grinding || rider.wheel_count == 0)
        return bed::kNoContact;
    for (const std::size_t wheel : {std::size_t{0}, std::size_t{3}}) { // the wheels that routing looks at
        const int material = rider.wheel_material[wheel];
        if (rider.wheel_contact[wheel] && material != bed::kNoMaterial)
            return static_cast<std::int8_t>(bed::surface_of(material, tuning));
    }
    return bed::kNoContact;
}

} // namespace

RideWatch::RideWatch(const RenderOptions& options, const RenderSetup& setup, const Wanted& wanted)
    : options_(options), setup_(setup), wanted_(wanted)
{
    if (wanted.snapshot_s)
        snapshot_frame_ = static_cast<std::uint64_t>(std::floor(*wanted.snapshot_s * setup.ride.rate_hz));
}

void RideWatch::on_frame(std::uint64_t number, const bed::Board& board, const bed::BedFrame& frame,
                         const Generator&)
{
    const bed::RiderState& rider = setup_.ride.frames[number];
    Moment now;
    now.speed_kmh = std::fabs(rider.ground_speed) * kKmhPerMps;
    now.manual = board.latches().manual();
    now.grind = rider.grinding;
    now.air = (rider.airborne || rider.wheel_count == 0) && !now.grind;
    now.ground = ground_under(rider, setup_.tuning);
    now.brake = rider.brake;
    now.push = rider.push_planted || rider.push_trigger;
    now.rocket_gain = frame.rocket_running ? frame.rocket.gain : 0.0f;
    for (std::size_t t = 0; t < bed::kTrucks; ++t) {
        const bed::TruckFrame& truck = frame.truck[t];
        now.plays[t] = truck.running ? static_cast<std::int8_t>(board.router().truck(t).member) : -1;
        if (!truck.running || (now.running && truck.record[0].gain < now.gain[0]))
            continue;
        now.running = true;
        now.position = {truck.record[0].position, truck.record[1].position};
        now.gain = {truck.record[0].gain, truck.record[1].gain};
        now.shift_hz = truck.chain.shift_hz;
    }
    moments_.push_back(now);

    for (std::size_t i = 0; i < frame.commands; ++i) {
        const bed::Command& command = frame.command[i];
        if (command.kind != bed::Command::Kind::bind)
            continue;
        const auto target = static_cast<std::size_t>(command.target);
        seats_[target * 2].coming.push_back(command.params[0]);
        if (command.target != bed::Command::Target::rocket)
            seats_[target * 2 + 1].coming.push_back(command.params[1]);
    }
    if (number == snapshot_frame_)
        snapshot_ = snapshot_of(rider, board, frame);
}

/// The generic mode has no board to observe: what it plays stands in the ride.
void RideWatch::watch_drive()
{
    for (const bed::DriveState& state : setup_.ride.drive) {
        Moment now;
        now.running = state.running;
        now.plays = {static_cast<std::int8_t>(state.running ? static_cast<int>(state.member) : -1), -1};
        now.position = {state.position, std::max(0.0f, state.position - state.behind)};
        if (state.running)
            now.gain = {state.gain, state.gain_b};
        now.shift_hz = {state.shift_hz, state.shift_b_hz};
        moments_.push_back(now);
    }
}

void RideWatch::close(Seat& seat, std::size_t slot, std::uint64_t block)
{
    if (!seat.open[slot])
        return;
    GrainSpan& grain = grains_[*seat.open[slot]];
    grain.to_s = seconds_of(block);
    grain.release_s = std::min(grain.release_s, grain.to_s);
    grain.read_to_s = grain.read_from_s + static_cast<float>(grain.to_s - grain.from_s) * seat.record.pitch;
    seat.open[slot].reset();
}

void RideWatch::take(const TraceEvent& event)
{
    Seat& seat = seats_[event.player];
    seat.record = event.record;
    switch (event.kind) {
    case TraceEvent::Kind::bind:
        for (std::size_t slot = 0; slot < seat.open.size(); ++slot)
            close(seat, slot, event.block);
        seat.bound = true;
        seat.member = event.member;
        seat.picks = 0;
        seat.picker.reset();
        if (!seat.coming.empty()) {
            seat.params = seat.coming.front();
            seat.coming.pop_front();
        } else if (setup_.ride.generic()) {
            const auto frame =
                static_cast<std::size_t>(std::floor(seconds_of(event.block) * setup_.ride.rate_hz));
            const bed::DriveState& drive = setup_.ride.drive[std::min(frame, setup_.ride.size() - 1)];
            seat.params = event.player % 2 == 0 ? drive.player_a : drive.player_b;
        }
        binds_.push_back(event);
        break;
    case TraceEvent::Kind::pick: {
        Generator generator{event.words}; // as it stood: the shadow draws the same
        const float duration = setup_.bank->get(event.member)->duration;
        seat.picker.pick(seat.params, duration, event.record.position, generator);
        seat.candidates = event.candidates;
        ++seat.picks;
        break;
    }
    case TraceEvent::Kind::start: {
        close(seat, event.slot, event.block);
        GrainSpan grain;
        grain.player = event.player;
        grain.member = event.member;
        grain.candidates = seat.candidates;
        grain.gain = event.record.gain;
        grain.attack_s = seat.params.attack;
        grain.from_s = seconds_of(event.block);
        grain.to_s = grain.release_s = 1e9; // until it is stopped
        grain.read_from_s = event.start;
        seat.open[event.slot] = grains_.size();
        grains_.push_back(grain);
        break;
    }
    case TraceEvent::Kind::release:
        if (seat.open[event.slot])
            grains_[*seat.open[event.slot]].release_s = seconds_of(event.block);
        break;
    case TraceEvent::Kind::stop:
        close(seat, event.slot, event.block);
        break;
    }
}

void RideWatch::measure(std::span<const float> interleaved)
{
    for (std::size_t i = 0; i < interleaved.size(); i += 2) {
        const auto left = static_cast<double>(interleaved[i]);
        const auto right = static_cast<double>(interleaved[i + 1]);
        square_sum_ += left * left + right * right;
        if (++bin_frames_ < kBinFrames)
            continue;
        powers_.push_back(square_sum_ / (2.0 * kBinFrames));
        square_sum_ = 0.0;
        bin_frames_ = 0;
    }
}

Status RideWatch::play(const Console& console)
{
    OfflinePlan plan;
    const auto until = static_cast<std::uint64_t>(std::max(wanted_.until_s, 0.0) * kSampleRate) + 1;
    plan.frames = std::min(setup_.ride.motions().frames(), until);
    plan.block = kBlockFrames; // nothing is decided ahead of the second that was asked for
    plan.lock_step = setup_.fidelity.shared_generator != 0;

    BedConfig config;
    config.seed = options_.seed;
    config.fidelity = setup_.fidelity;
    config.motion_queue = motion_queue_for(plan, setup_.ride.rate_hz);
    config.trace_queue = kTraceQueue;
    Result<Bed> bed = Bed::create(config);
    if (!bed)
        return bed.error();
    Status status = bed->set_tuning(setup_.tuning);
    if (status)
        status = bed->set_bank(setup_.bank);
    if (!status)
        return status;
    bed->set_control_observer(this);
    if (setup_.ride.generic())
        watch_drive();

    Progress progress(console, "playing", plan.frames);
    std::uint64_t done = 0;
    status =
        render_offline(*bed, setup_.ride.motions(), plan, [&](std::span<const float> interleaved) -> Status {
            for (TraceEvent event; bed->next_trace(event);)
                take(event);
            measure(interleaved);
            progress.at(done += interleaved.size() / 2);
            return Ok{};
        });
    const std::uint64_t blocks = (plan.frames + kBlockFrames - 1) / kBlockFrames;
    for (Seat& seat : seats_) {
        for (std::size_t slot = 0; slot < seat.open.size(); ++slot)
            close(seat, slot, blocks);
    }
    return status;
}

bool RideWatch::rocket_heard() const
{
    return std::any_of(grains_.begin(), grains_.end(),
                       [](const GrainSpan& grain) { return grain.player == TraceEvent::kRocket; });
}

grain::PlayerParams RideWatch::params_of(bed::Member member, std::size_t player) const
{
    if (setup_.ride.generic())
        return player == 0 ? setup_.ride.drive.front().player_a : setup_.ride.drive.front().player_b;
    const auto index = static_cast<std::size_t>(member);
    const bed::SurfaceTuning& numbers =
        index < bed::kSurfaceMembers ? setup_.tuning.surface[index] : setup_.tuning.fallback;
    return player == 0 ? numbers.player_a : numbers.player_b;
}

NextPick RideWatch::next_pick(std::size_t player) const
{
    const Seat& seat = seats_[player];
    NextPick next;
    next.bound = seat.bound;
    if (!seat.bound)
        return next;
    next.member = seat.member;
    next.params = seat.params;
    next.record = seat.record;
    if (snapshot_)
        next.record = player == TraceEvent::kRocket ? snapshot_->frame.rocket
                                                    : snapshot_->frame.truck[player / 2].record[player % 2];
    next.picks = seat.picks;
    const float duration = setup_.bank->get(seat.member)->duration;
    next.recent.assign(seat.picker.recent().begin(), seat.picker.recent().end());
    grain::WindowPicker copy = seat.picker;
    Generator generator;
    copy.pick(seat.params, duration, next.record.position, generator);
    next.candidates.assign(copy.candidates().begin(), copy.candidates().end());
    const float window = std::min(seat.params.window, duration);
    next.region_from_s = (duration - window) * next.record.position;
    next.region_to_s = next.region_from_s + window;
    return next;
}

} // namespace quern::cli
