// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

#include "quern/bed/board.hpp"
#include "tests/bed/layer_recorder.hpp"

namespace quern::bed {
namespace {

/// A provider that says what it was told and answers constants.
class Probe final : public MixProvider {
public:
    void reset() noexcept override {}
    void set_input(std::uint32_t controller, int id, std::int32_t value) noexcept override
    {
        if (controller == kBoardController && id >= 0 && id < 8)
            told[static_cast<std::size_t>(id)] = value;
    }
    void tick(const RiderState&) noexcept override
    {
        seen = told;
        ++ticks;
    }
    int level(std::uint32_t, int id) const noexcept override
    {
        return id == board_output::flange_a ? 16384 : 8000;
    }
    int pitch(std::uint32_t, int) const noexcept override { return 2048; }
    int raw(std::uint32_t, int) const noexcept override { return 16384; }
    int filter(std::uint32_t, int) const noexcept override { return 1000; }

    std::array<std::int32_t, 8> told{};
    std::array<std::int32_t, 8> seen{};
    int ticks = 0;
};

TEST(BoardMix, FollowsAnotherProviderAndTellsItItsInputs)
{
    Generator draws;
    Board board({}, draws);
    const auto run = [&board](const RiderState& state, int frames) {
        BedFrame frame;
        for (int i = 0; i < frames; ++i)
            frame = board.step(state);
        return frame;
    };
    auto owned = std::make_unique<Probe>();
    Probe& probe = *owned;
    board.set_mix_provider(std::move(owned));
    run(rolling(20.0f), 2);
    RiderState state = rolling(20.0f);
    state.slope = -5.0f;
    state.push_planted = true;
    state.skid = true;
    state.wheel_material = {8, 8, 8, 8};
    const BedFrame frame = board.step(state);
    EXPECT_EQ(probe.ticks, 3);
    EXPECT_EQ(probe.seen[0], 32767) << "left a real surface";
    EXPECT_EQ(probe.seen[1], 32767);
    EXPECT_EQ(probe.seen[2], 16383);
    EXPECT_EQ(probe.seen[3], 0);
    EXPECT_EQ(probe.seen[4], 32767);
    EXPECT_EQ(probe.seen[6], 32767) << "truck 0 stands on metal, though truck 1 sounds";
    const std::size_t truck = frame.truck[0].running ? 0 : 1;
    EXPECT_EQ(frame.truck[truck].record[0].pitch, 0.5f);
    EXPECT_NEAR(frame.truck[truck].chain.azimuth_deg, 90.0f, 0.01f);
    EXPECT_NEAR(frame.truck[truck].chain.flange_send[0], 0.5f, 1e-4f);
    EXPECT_EQ(frame.truck[truck].chain.low_pass_hz, 1000.0f);
    board.step(state);
    EXPECT_EQ(probe.seen[0], 0) << "for one frame";
    board.set_mix_provider(nullptr);
    EXPECT_EQ(run(rolling(20.0f), 2).truck[0].chain.low_pass_hz, 24971.0f);
}

/// A provider that is out of order.
class Broken final : public MixProvider {
public:
    void reset() noexcept override {}
    void set_input(std::uint32_t, int, std::int32_t) noexcept override {}
    void tick(const RiderState&) noexcept override {}
    int level(std::uint32_t, int) const noexcept override { return 8000; }
    int pitch(std::uint32_t, int) const noexcept override { return -100000; }
    int raw(std::uint32_t, int) const noexcept override { return -1; }
    int filter(std::uint32_t, int) const noexcept override { return 0; }
};

TEST(BoardMix, KeepsAProviderThatIsOutOfOrderWithinBounds)
{
    Generator draws;
    Board board({}, draws);
    board.set_mix_provider(std::make_unique<Broken>());
    const BedFrame frame = board.step(rolling(50.0f));
    EXPECT_EQ(frame.truck[0].record[0].pitch, 1.0f / 16.0f);
    EXPECT_EQ(frame.rocket.pitch, 1.0f / 16.0f);
    EXPECT_EQ(board.clamped_inputs(), 3u);
}

TEST(BoardMix, KeepsATuningThatIsOutOfOrderFinite)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Tuning tuning = default_tuning();
    SurfaceTuning& rough = tuning.surface[static_cast<std::size_t>(Member::concrete_rough_hard)];
    rough.position = {nan, nan, nan, nan};
    rough.b_base_shift_hz = nan;
    rough.max_kmh = 0.0f;
    tuning.owner.rocket_top_kmh = tuning.owner.rocket_start_kmh;
    tuning.owner.level_floor = nan;
    Generator draws;
    Board board({}, draws, tuning);
    for (int i = 0; i < 10; ++i) {
        const BedFrame frame = board.step(rolling(90.0f));
        const TruckFrame& truck = frame.truck[0];
        for (std::size_t player = 0; player < kPlayersPerTruck; ++player) {
            EXPECT_TRUE(std::isfinite(truck.record[player].position));
            EXPECT_TRUE(std::isfinite(truck.chain.shift_hz[player]));
            EXPECT_TRUE(std::isfinite(truck.chain.graph1_gain[player]));
        }
        EXPECT_TRUE(std::isfinite(frame.rocket.position));
    }
    EXPECT_GT(board.clamped_inputs(), 0u);
}

} // namespace
} // namespace quern::bed
