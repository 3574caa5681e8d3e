// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/drive.hpp"

#include "quern/bed/records.hpp"
#include "quern/bed/sanitise.hpp"

namespace quern::bed {
namespace {

TruckFrame truck_frame(const DriveState& state) noexcept
{
    TruckFrame truck;
    truck.running = true;
    truck.record[0] = {state.gain, state.pitch, state.position};
    truck.record[1] = {state.gain_b, state.pitch, position_b(state.position, state.behind)};
    truck.chain.high_pass_hz = state.high_pass_hz;
    truck.chain.low_pass_hz = state.low_pass_hz;
    truck.chain.shift_hz = {state.shift_hz, state.shift_b_hz};
    truck.chain.azimuth_deg = state.azimuth_deg;
    truck.chain.env_send = state.env_send;
    return truck;
}

} // namespace

BedFrame Drive::step(const DriveState& wanted) noexcept
{
    DriveState state = wanted;
    clamped_ += static_cast<std::uint64_t>(sanitise(state, previous_));
    previous_ = state;

    BedFrame frame;
    const bool bind = state.running && (!sounding_ || rebind_ || state.member != member_);
    const bool stop = sounding_ && !state.running;
    if (bind || stop) {
        Command& command = frame.command[frame.commands++];
        command.kind = bind ? Command::Kind::bind : Command::Kind::stop;
        command.target = Command::Target::truck0;
        command.member = bind ? state.member : member_;
        if (bind)
            command.params = {state.player_a, state.player_b};
    }
    rebind_ = false;
    sounding_ = state.running;
    member_ = state.member;
    if (state.running)
        frame.truck[0] = truck_frame(state);
    return frame;
}

} // namespace quern::bed
