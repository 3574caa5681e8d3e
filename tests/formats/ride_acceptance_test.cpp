// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The scripted rides keep what their files promise: events counted in the engine's trace, values in every
// control frame of the board.
#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

#include "quern/bed/board.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/bed.hpp"
#include "quern/formats/embedded_rides.hpp"
#include "quern/formats/ride.hpp"
#include "quern/formats/ride_expect.hpp"

namespace quern::formats {

static void PrintTo(const EmbeddedRide& ride, std::ostream* out)
{
    *out << ride.name;
}

namespace {

using What = RideExpectation::What;
using Player = RideExpectation::Player;

struct Happening {
    double time_s = 0.0;
    TraceEvent event;
};

/// All events of a ride, rendered offline.
std::vector<Happening> happenings_of(const Ride& ride)
{
    BedConfig config;
    config.trace_queue = 4096;
    auto bed = Bed::create(config);
    EXPECT_TRUE(bed) << bed.error().text();
    const auto frames = static_cast<std::size_t>(kSampleRate / ride.rate_hz);
    std::vector<float> out(frames * 2);
    std::vector<Happening> happenings;
    for (std::size_t k = 0; k < ride.frames.size(); ++k) {
        bed->set_motion_at(ride.frames[k], k * frames);
        bed->process(out.data(), frames);
        TraceEvent event;
        while (bed->next_trace(event))
            happenings.push_back({static_cast<double>(event.block * kBlockFrames) / kSampleRate, event});
    }
    EXPECT_EQ(bed->stats().lost_trace, 0u);
    return happenings;
}

std::vector<bed::BedFrame> board_frames_of(const Ride& ride)
{
    Generator draws;
    bed::Board board(bed::Fidelity{}, draws);
    std::vector<bed::BedFrame> frames;
    for (const bed::RiderState& state : ride.frames)
        frames.push_back(board.step(state));
    return frames;
}

bool is_player(const TraceEvent& event, Player player)
{
    if (player == Player::rocket || event.player == TraceEvent::kRocket)
        return player == Player::rocket && event.player == TraceEvent::kRocket;
    return event.player % 2 == (player == Player::a ? 0 : 1);
}

TraceEvent::Kind kind_of(What what)
{
    switch (what) {
    case What::bind:
        return TraceEvent::Kind::bind;
    case What::release:
        return TraceEvent::Kind::release;
    case What::stop:
        return TraceEvent::Kind::stop;
    default:
        return TraceEvent::Kind::start;
    }
}

void check_events(const RideExpectation& expected, const std::vector<Happening>& happenings)
{
    std::vector<bed::Member> members;
    for (const Happening& happening : happenings) {
        const bool inside = happening.time_s >= expected.from_s && happening.time_s < expected.to_s;
        if (inside && happening.event.kind == kind_of(expected.what) &&
            is_player(happening.event, expected.player))
            members.push_back(happening.event.member);
    }
    const auto count = static_cast<double>(members.size());
    EXPECT_TRUE(count >= expected.min && count <= expected.max)
        << expected.place << ": " << count << " events, expected " << expected.min << " to " << expected.max;
    if (!expected.members.empty()) {
        EXPECT_EQ(members, expected.members) << expected.place;
    }
}

/// The value that `what` names; the rocket has no chain.
double value_of(const bed::BedFrame& frame, std::size_t truck, const RideExpectation& expected)
{
    const std::size_t player = expected.player == Player::b ? 1 : 0;
    if (expected.what == What::shift_hz)
        return static_cast<double>(frame.truck[truck].chain.shift_hz[player]);
    const auto& record = expected.player == Player::rocket ? frame.rocket : frame.truck[truck].record[player];
    return static_cast<double>(expected.what == What::gain ? record.gain : record.position);
}

void check_values(const RideExpectation& expected, const std::vector<bed::BedFrame>& frames, double rate_hz)
{
    std::size_t seen = 0;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const double time = static_cast<double>(k) / rate_hz;
        if (time < expected.from_s || time >= expected.to_s)
            continue;
        for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
            const bool runs = expected.player == Player::rocket ? frames[k].rocket_running && truck == 0
                                                                : frames[k].truck[truck].running;
            if (!runs)
                continue;
            ++seen;
            const double value = value_of(frames[k], truck, expected);
            ASSERT_TRUE(value >= expected.min && value <= expected.max)
                << expected.place << ": " << value << " at " << time << " s, expected " << expected.min
                << " to " << expected.max;
        }
    }
    EXPECT_GT(seen, 0u) << expected.place << ": nothing runs in the window";
}

class RideAcceptance : public testing::TestWithParam<EmbeddedRide> {};

TEST_P(RideAcceptance, KeepsItsPromises)
{
    const auto expectations = read_ride_expectations(GetParam().toml, std::string(GetParam().name));
    const auto ride = read_ride(std::string(GetParam().name));
    ASSERT_TRUE(expectations) << expectations.error().text();
    ASSERT_TRUE(ride) << ride.error().text();
    const std::vector<Happening> happenings = happenings_of(*ride);
    const std::vector<bed::BedFrame> frames = board_frames_of(*ride);
    for (const RideExpectation& expected : *expectations) {
        const bool value =
            expected.what == What::gain || expected.what == What::shift_hz || expected.what == What::position;
        if (value)
            check_values(expected, frames, ride->rate_hz);
        else
            check_events(expected, happenings);
    }
}

INSTANTIATE_TEST_SUITE_P(Data, RideAcceptance,
                         testing::ValuesIn(embedded_rides().begin(), embedded_rides().end()),
                         [](const auto& instance) {
                             std::string name(instance.param.name);
                             std::replace(name.begin(), name.end(), '/', '_');
                             return name;
                         });

} // namespace
} // namespace quern::formats
