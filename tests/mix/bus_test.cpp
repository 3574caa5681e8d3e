// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "quern/dsp/panner.hpp"
#include "quern/dsp/release_fold.hpp"
#include "quern/mix/bus.hpp"
#include "quern/mix/output.hpp"

namespace quern::mix {
namespace {

TEST(Bus, StartsABlockWithTheFoldsAndForgetsThem)
{
    SixBus bus;
    bus.channel(2)[100] = 5.0f;
    bus.fold(2, 0.7f);
    bus.fold(2, -0.1f);
    bus.begin_block();
    const float sum = 0.7f + -0.1f;
    for (std::size_t k = 0; k < kBlockFrames; ++k)
        EXPECT_EQ(bus.channel(2)[k], k < 16 ? sum * dsp::kFoldTaps[k] : 0.0f) << k;
    EXPECT_EQ(bus.channel(0)[0], 0.0f);
    bus.begin_block();
    for (float x : bus.channel(2))
        EXPECT_EQ(x, 0.0f);
}

class Output : public ::testing::Test {
protected:
    void set(dsp::Channel channel, std::size_t frame, float value) { bus_.channel(channel)[frame] = value; }
    SixBus bus_;
    std::array<float, 2 * kBlockFrames> stereo_{};
    std::array<float, 6 * kBlockFrames> six_{};
};

TEST_F(Output, StereoTakesFrontsCentreAndSurroundsButNoLowFrequency)
{
    set(dsp::kLeft, 0, 0.5f);
    set(dsp::kCentre, 1, 0.5f);
    set(dsp::kRight, 2, 0.5f);
    set(dsp::kLeftSurround, 3, 0.5f);
    set(dsp::kRightSurround, 4, 0.5f);
    set(dsp::kLowFrequency, 5, 0.5f);
    write_stereo(bus_, stereo_);
    const std::array<std::array<float, 2>, 6> expected{{{0.5f * 0.707f, 0.0f},
                                                        {0.25f, 0.25f},
                                                        {0.0f, 0.5f * 0.707f},
                                                        {0.25f, 0.0f},
                                                        {0.0f, 0.25f},
                                                        {0.0f, 0.0f}}};
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_FLOAT_EQ(stereo_[2 * k], expected[k][0]) << k;
        EXPECT_FLOAT_EQ(stereo_[2 * k + 1], expected[k][1]) << k;
    }
}

TEST_F(Output, SixChannelsComeInFileOrder)
{
    for (std::size_t c = 0; c < dsp::kChannels; ++c)
        bus_.channel(c)[3] = 0.1f * static_cast<float>(c + 1);
    write_six(bus_, six_);
    // FL FR FC LFE SL SR of L C R Ls Rs LFE.
    const std::array<std::size_t, 6> source{0, 2, 1, 5, 3, 4};
    for (std::size_t slot = 0; slot < 6; ++slot)
        EXPECT_EQ(six_[6 * 3 + slot], 0.1f * static_cast<float>(source[slot] + 1)) << slot;
}

TEST_F(Output, StaysWithinUnity)
{
    set(dsp::kLeft, 0, 50.0f);
    set(dsp::kRight, 0, -50.0f);
    set(dsp::kCentre, 1, std::numeric_limits<float>::infinity());
    write_stereo(bus_, stereo_);
    write_six(bus_, six_);
    EXPECT_EQ(stereo_[0], 1.0f);
    EXPECT_EQ(stereo_[1], -1.0f);
    EXPECT_EQ(stereo_[2], 1.0f);
    EXPECT_EQ(six_[0], 1.0f);
    EXPECT_EQ(six_[1], -1.0f);
    EXPECT_EQ(six_[6 + 2], 1.0f);
}

} // namespace
} // namespace quern::mix
