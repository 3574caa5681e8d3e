// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/board.hpp"

#include <cmath>

#include "quern/bed/frame_guard.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/rocket.hpp"
#include "quern/bed/sanitise.hpp"
#include "quern/bed/shifts.hpp"
#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

constexpr std::int32_t kFullInput = 32767;

void add_command(BedFrame& frame, const Command& command) noexcept
{
    if (frame.commands < frame.command.size())
        frame.command[frame.commands++] = command;
}

Command::Target target_of(std::size_t truck) noexcept
{
    return truck == 0 ? Command::Target::truck0 : Command::Target::truck1;
}

bool binds(const BedFrame& frame, Command::Target target) noexcept
{
    for (std::size_t i = 0; i < frame.commands; ++i) {
        if (frame.command[i].kind == Command::Kind::bind && frame.command[i].target == target)
            return true;
    }
    return false;
}

float length(const Vec3& v) noexcept
{
    return std::sqrt((v.x * v.x + v.y * v.y) + v.z * v.z);
}

} // namespace

Board::Board(const Fidelity& fidelity, Generator& draws, const Tuning& tuning)
    : fidelity_(fidelity), draws_(&draws), tuning_(tuning), curves_(tuning.curves)
{
}

void Board::set_tuning(const Tuning& tuning) noexcept
{
    tuning_ = tuning;
    curves_.set_curves(tuning.curves);
}

void Board::place_wheels(RiderState& state) noexcept
{
    const bool flying = state.airborne || state.wheel_count == 0;
    for (std::size_t wheel = 0; wheel < ground_material_.size(); ++wheel) {
        int& material = state.wheel_material[wheel];
        if (!flying)
            ground_material_[wheel] = material;
        else
            material = fidelity_.hold_material_in_air != 0 ? ground_material_[wheel] : kNoMaterial;
    }
}

void Board::bind(std::size_t truck, BedFrame& frame) noexcept
{
    const SurfaceTuning& tuning = router_.tuning_of(truck, tuning_);
    Command command;
    command.kind = Command::Kind::bind;
    command.target = target_of(truck);
    command.member = router_.truck(truck).member;
    command.params = {tuning.player_a, tuning.player_b};
    command.clip_level = tuning_.owner.clip_level;
    command.shelf_hz = tuning_.owner.shelf_hz;
    command.shelf_gain = tuning_.owner.shelf_gain;
    add_command(frame, command);
    chain_exists_[truck] = true;
    chain_.rebuilt(truck, fidelity_);
}

void Board::route(const RiderState& state, BedFrame& frame) noexcept
{
    RouteInput in;
    in.material0 = state.wheel_material[0];
    in.material3 = state.wheel_material[3];
    in.grinding = state.grinding;
    in.local = state.local;
    in.soft = state.local || fidelity_.inverted_soft == 0 ? state.soft_wheels : !state.soft_wheels;
    for (const RouteEvent& event : router_.step(in, latches_, tuning_)) {
        if (event.kind == RouteEvent::Kind::bind) {
            bind(event.truck, frame);
        } else if (event.kind == RouteEvent::Kind::stop) {
            Command command;
            command.target = target_of(event.truck);
            command.member = router_.truck(event.truck).member;
            add_command(frame, command);
        } else if (event.kind == RouteEvent::Kind::post) {
            silent_met_ = static_cast<std::uint16_t>(silent_met_ | (1u << event.surface));
        }
    }
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        if (rebind_ && router_.running(truck) && !binds(frame, target_of(truck)))
            bind(truck, frame);
    }
}

void Board::route_rocket(bool local, BedFrame& frame) noexcept
{
    const bool run = rocket_allowed_ && local && rocket_runs(speed_, tuning_.owner);
    if (run != rocket_running_ || (run && rebind_)) {
        Command command;
        command.kind = run ? Command::Kind::bind : Command::Kind::stop;
        command.target = Command::Target::rocket;
        command.member = Member::x_jet_rolling;
        if (run)
            command.params = {tuning_.owner.rocket, tuning_.owner.rocket};
        add_command(frame, command);
    }
    rocket_running_ = run;
}

void Board::modulate(const RiderState& state) noexcept
{
    const SurfaceTuning& primary = router_.tuning_of(router_.primary(), tuning_);
    if (state.push_trigger)
        push_.start(speed_, primary);
    push_.advance(state.dt);
    brake_.step(Brake::acts(state.brake, state.brake_cosine), tuning_.owner.brake_step);
    turn_.step(length(state.com_velocity), state.turn, latches_.special(), primary,
               tuning_.owner.turn_per_mps);
    if (state.local)
        seam_.advance(state.dt);
}

void Board::write_inputs(const RiderState& state) noexcept
{
    MixProvider& mix = provider();
    const auto set = [&mix](BoardInput id, std::int32_t value) {
        mix.set_input(kBoardController, static_cast<int>(id), value);
    };
    const auto flag = [](bool on) { return on ? kFullInput : 0; };
    write_physics_inputs(mix, state);
    set(BoardInput::surface_pulse, flag(router_.pulse()));
    set(BoardInput::skid, flag(state.skid));
    set(BoardInput::downhill, static_cast<std::int32_t>(slope_.down * static_cast<float>(kFullInput)));
    set(BoardInput::uphill, static_cast<std::int32_t>(slope_.up * static_cast<float>(kFullInput)));
    set(BoardInput::push, flag(state.push_planted || state.push_trigger));
    set(BoardInput::heading, static_cast<std::int32_t>(state.heading_rate));
    set(BoardInput::metal, flag(router_.on_metal()));
}

void Board::write_chain(std::size_t truck, bool local, BedFrame& frame) noexcept
{
    const MixProvider& from = mix();
    const auto level = [&from](int id) {
        return static_cast<float>(from.level(kBoardController, id)) * kPerLevelWord;
    };
    ChainValues& chain = frame.truck[truck].chain;
    chain.high_pass_hz = static_cast<float>(from.filter(kBoardController, board_output::high_pass));
    chain.low_pass_hz = static_cast<float>(from.filter(kBoardController, board_output::low_pass));
    chain.shift_hz = make_shifts(latches_.special(), push_, slope_.down, router_.tuning_of(truck, tuning_),
                                 router_.tuning_of(router_.primary(), tuning_));
    chain.azimuth_deg =
        static_cast<float>(from.raw(kBoardController, board_output::azimuth)) * kDegreesPerRaw;
    chain.env_send = level(board_output::env_send);
    if (local)
        chain.flange_send = {level(board_output::flange_a), level(board_output::flange_b)};
}

void Board::write_gains(bool local, BedFrame& frame) noexcept
{
    if (!local)
        return; // no graph 3, level ramp or wobble: sends 0, gains 1
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        ChainValues& chain = frame.truck[truck].chain;
        chain.graph3_send = chain_.posted_send(truck);
        for (std::size_t player = 0; player < kPlayersPerTruck; ++player) {
            chain.graph1_gain[player] = chain_.gains(truck, player).graph1;
            chain.graph3_gain[player] = chain_.gains(truck, player).graph3;
        }
    }
}

void Board::write_records(const RiderState& state, BedFrame& frame) noexcept
{
    const MixProvider& from = mix();
    RecordInputs in;
    in.speed = speed_;
    in.pushing = push_.scaling();
    in.push_scale = push_.scale();
    in.intensity = turn_.intensity();
    in.brake = brake_.level();
    in.down = slope_.down;
    in.special = latches_.special();
    in.seam_active = state.local && seam_.active();
    in.seam_gain = seam_.gain();
    in.level_a = from.level(kBoardController, board_output::level_a);
    in.level_b = from.level(kBoardController, board_output::level_b);
    in.pitch = from.pitch(kBoardController, board_output::grain_pitch);
    in.b_behind_a = tuning_.owner.b_behind_a;
    const SurfaceTuning& primary = router_.tuning_of(router_.primary(), tuning_);
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        if (frame.truck[truck].running)
            frame.truck[truck].record = make_records(in, router_.tuning_of(truck, tuning_), primary);
    }
    if (rocket_running_)
        frame.rocket = rocket_record(speed_, from.level(kSpeedController, speed_output::rocket_level),
                                     from.pitch(kSpeedController, speed_output::rocket_pitch), tuning_.owner);
}

BedFrame Board::step(const RiderState& wanted) noexcept
{
    RiderState state = wanted;
    clamped_ += static_cast<std::uint64_t>(sanitise(state, previous_));
    previous_ = state;
    place_wheels(state);
    speed_ = std::abs(state.ground_speed);

    BedFrame frame;
    frame.local = state.local;

    // Process: reads the mix as it was evaluated for the previous frame.
    latches_.update(state);
    const bool on_grains = router_.primary_truck().grain && router_.primary_truck().surface != kNoContact;
    slope_ =
        on_grains ? slope_levels(state.slope, router_.tuning_of(router_.primary(), tuning_)) : SlopeLevels{};
    route(state, frame);
    modulate(state);
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        frame.truck[truck].running = router_.running(truck);
        if (frame.truck[truck].running)
            write_chain(truck, state.local, frame);
    }
    if (state.local)
        chain_.step(speed_, state.dt, chain_exists_, tuning_.owner, *draws_, fidelity_);
    write_gains(state.local, frame);
    route_rocket(state.local, frame);
    rebind_ = false;
    write_inputs(state);

    // Evaluation.
    provider().tick(state);

    // Update: reads this frame's mix.
    frame.rocket_running = rocket_running_;
    write_records(state, frame);
    if (state.local) {
        const int pattern = state.seam_pattern[0];
        seam_.look(pattern, tuning_.seams[static_cast<std::size_t>(pattern)], *draws_, fidelity_);
    }
    layers_.step({state, latches_, router_, mix(), tuning_, push_.scale()});
    clamped_ += static_cast<std::uint64_t>(guard(frame));
    return frame;
}

} // namespace quern::bed
