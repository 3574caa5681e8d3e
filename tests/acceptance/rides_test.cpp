// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quern/bed/board.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/bed.hpp"
#include "quern/engine/control_observer.hpp"
#include "quern/formats/embedded_rides.hpp"
#include "quern/formats/ride.hpp"
#include "quern/formats/ride_expect.hpp"
#include "tests/support/audio_scan.hpp"

/// Every ride of data/rides/acceptance is rendered and must do what its own `[[expect]]` tables say.
namespace quern {
namespace {

using Expectation = formats::RideExpectation;
using What = Expectation::What;

/// The values of one control frame of the truck that sounds.
struct Values {
    bool sounding = false;
    std::array<grain::PlayerRecord, 2> record{};
    std::array<float, 2> shift_hz{};
    bool rocket = false;
    grain::PlayerRecord rocket_record{};
};

class Recorder final : public ControlObserver {
public:
    void on_frame(std::uint64_t, const bed::Board& board, const bed::BedFrame& frame,
                  const Generator&) override
    {
        Values values;
        const auto primary = static_cast<std::size_t>(board.router().primary());
        const std::size_t truck = frame.truck[primary].running ? primary : 1 - primary;
        values.sounding = frame.truck[truck].running;
        values.record = frame.truck[truck].record;
        values.shift_hz = frame.truck[truck].chain.shift_hz;
        values.rocket = frame.rocket_running;
        values.rocket_record = frame.rocket;
        frames.push_back(values);
    }
    std::vector<Values> frames;
};

struct Rendered {
    std::vector<float> stereo;
    std::vector<Values> frames;
    std::vector<TraceEvent> events;
    double rate_hz = 60.0;
};

Rendered render(const formats::Ride& ride)
{
    BedConfig config;
    config.trace_queue = 4096;
    Bed bed = std::move(Bed::create(config)).value();
    Recorder recorder;
    bed.set_control_observer(&recorder);
    Rendered out;
    out.rate_hz = ride.rate_hz;
    const auto step = static_cast<std::size_t>(static_cast<double>(kSampleRate) / ride.rate_hz);
    out.stereo.resize(ride.frames.size() * step * 2);
    for (std::size_t k = 0; k < ride.frames.size(); ++k) {
        bed.set_motion(ride.frames[k]);
        bed.process(out.stereo.data() + k * step * 2, step);
        for (TraceEvent event; bed.next_trace(event);)
            out.events.push_back(event);
    }
    EXPECT_EQ(bed.stats().lost_trace, 0u);
    EXPECT_EQ(bed.stats().clamped_inputs, 0u);
    out.frames = std::move(recorder.frames);
    return out;
}

bool is_event(What what)
{
    return what <= What::stop;
}

bool same_player(Expectation::Player player, std::uint8_t number)
{
    if (number == TraceEvent::kRocket || player == Expectation::Player::rocket)
        return number == TraceEvent::kRocket && player == Expectation::Player::rocket;
    return number % 2 == (player == Expectation::Player::a ? 0 : 1);
}

TraceEvent::Kind kind_of(What what)
{
    switch (what) {
    case What::bind:
        return TraceEvent::Kind::bind;
    case What::start:
        return TraceEvent::Kind::start;
    case What::release:
        return TraceEvent::Kind::release;
    default:
        return TraceEvent::Kind::stop;
    }
}

void expect_events(const Expectation& expected, const Rendered& out)
{
    std::vector<std::string> names;
    for (const TraceEvent& event : out.events) {
        const double at = static_cast<double>(event.block * kBlockFrames) / kSampleRate;
        if (event.kind == kind_of(expected.what) && same_player(expected.player, event.player) &&
            at >= expected.from_s && at < expected.to_s)
            names.emplace_back(bed::name_of(event.member));
    }
    EXPECT_GE(static_cast<double>(names.size()), expected.min) << expected.place;
    EXPECT_LE(static_cast<double>(names.size()), expected.max) << expected.place;
    if (expected.members.empty())
        return;
    std::vector<std::string> wanted;
    for (bed::Member member : expected.members)
        wanted.emplace_back(bed::name_of(member));
    EXPECT_EQ(names, wanted) << expected.place;
}

float value_of(const Expectation& expected, const Values& values)
{
    if (expected.player == Expectation::Player::rocket)
        return expected.what == What::gain ? values.rocket_record.gain : values.rocket_record.position;
    const std::size_t ab = expected.player == Expectation::Player::a ? 0 : 1;
    switch (expected.what) {
    case What::gain:
        return values.record[ab].gain;
    case What::position:
        return values.record[ab].position;
    default:
        return values.shift_hz[ab];
    }
}

void expect_values(const Expectation& expected, const Rendered& out)
{
    std::size_t looked_at = 0;
    for (std::size_t k = 0; k < out.frames.size(); ++k) {
        const double at = static_cast<double>(k) / out.rate_hz;
        const bool sounding =
            expected.player == Expectation::Player::rocket ? out.frames[k].rocket : out.frames[k].sounding;
        if (at < expected.from_s || at >= expected.to_s || !sounding)
            continue;
        ++looked_at;
        const auto value = static_cast<double>(value_of(expected, out.frames[k]));
        // Bounds are written in decimal; the values are singles.
        if (value < expected.min - 1e-6 || value > expected.max + 1e-6) {
            ADD_FAILURE() << expected.place << ": " << value << " at " << at << " s, expected "
                          << expected.min << " to " << expected.max;
            return;
        }
    }
    EXPECT_GT(looked_at, 0u) << expected.place << ": nothing sounds in the window";
}

class AcceptanceRide : public testing::TestWithParam<std::string> {};

TEST_P(AcceptanceRide, DoesWhatItPromises)
{
    const std::string name = GetParam();
    const auto ride = formats::read_ride(name);
    ASSERT_TRUE(ride) << ride.error().text();
    const auto expectations = formats::read_ride_expectations(*formats::embedded_ride(name), name);
    ASSERT_TRUE(expectations) << expectations.error().text();
    ASSERT_FALSE(expectations->empty());
    const Rendered out = render(*ride);
    ASSERT_EQ(out.frames.size(), ride->frames.size());
    for (const Expectation& expected : *expectations) {
        if (is_event(expected.what))
            expect_events(expected, out);
        else
            expect_values(expected, out);
    }
    EXPECT_FALSE(test::first_non_finite(out.stereo));
    EXPECT_LT(test::peak(out.stereo), 1.0f);
    for (std::size_t channel : {0u, 1u})
        EXPECT_TRUE(test::find_clicks(out.stereo, 2, channel).empty()) << "channel " << channel;
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const formats::EmbeddedRide& ride : formats::embedded_rides()) {
        if (ride.name.starts_with("acceptance/"))
            all.emplace_back(ride.name);
    }
    return all;
}

std::string title(const testing::TestParamInfo<std::string>& tested)
{
    std::string text = tested.param.substr(tested.param.find('/') + 1);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; },
        '_');
    return text;
}

INSTANTIATE_TEST_SUITE_P(Rides, AcceptanceRide, testing::ValuesIn(names()), title);

TEST(Acceptance, TheDemoPassesOverAllSevenSurfacesAndTheRocket)
{
    const auto ride = formats::read_ride("demo");
    ASSERT_TRUE(ride) << ride.error().text();
    EXPECT_GE(ride->seconds(), 60.0);
    EXPECT_LE(ride->seconds(), 90.0);
    const Rendered out = render(*ride);
    std::vector<std::string> bound;
    for (const TraceEvent& event : out.events) {
        if (event.kind == TraceEvent::Kind::bind)
            bound.emplace_back(bed::name_of(event.member));
    }
    for (const char* name : {"asphalt_rough", "concrete_rough", "asphalt_smooth", "concrete_smooth",
                             "wood_ramp", "concrete_aggregate", "metal_smooth", "x_jet_rolling"}) {
        EXPECT_TRUE(std::any_of(bound.begin(), bound.end(), [&](const std::string& member) {
            return member.starts_with(name);
        })) << name;
    }
    for (std::size_t channel : {0u, 1u})
        EXPECT_TRUE(test::find_clicks(out.stereo, 2, channel).empty()) << "channel " << channel;
}

} // namespace
} // namespace quern
