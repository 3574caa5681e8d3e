// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "quern/dsp/panner.hpp"

namespace quern::dsp {
namespace {

struct Place {
    PanParams params;
    std::array<float, 5> gains; // L C R Ls Rs
};

void expect_gains(const Place& place)
{
    const auto found = pan_gains(place.params);
    for (std::size_t c = 0; c < place.gains.size(); ++c)
        EXPECT_NEAR(found[c], place.gains[c], 1e-4f)
            << place.params.azimuth_deg << " at " << place.params.distance << " channel " << c;
    EXPECT_EQ(found[kLowFrequency], place.params.low_frequency);
}

TEST(Panner, GainsOnTheCircleAreTheDocumentedOnes)
{
    for (const Place& place :
         {Place{{0, 1}, {0, 1, 0, 0, 0}}, Place{{-30, 1}, {1, 0, 0, 0, 0}}, Place{{30, 1}, {0, 0, 1, 0, 0}},
          Place{{-15, 1}, {.7071f, .7071f, 0, 0, 0}}, Place{{-15, 1, 0}, {.9391f, 0, .3437f, 0, 0}},
          Place{{-90, 1}, {.3673f, 0, 0, .9301f, 0}}, Place{{90, 1}, {0, 0, .3673f, 0, .9301f}},
          Place{{180, 1}, {0, 0, 0, .7071f, .7071f}}, Place{{-150, 1}, {0, 0, 0, .8374f, .5466f}}})
        expect_gains(place);
}

TEST(Panner, GainsInsideTheCircleAreTheDocumentedOnes)
{
    for (const Place& place : {Place{{0, .5f}, {.4196f, .6791f, .4196f, .3055f, .3055f}},
                               Place{{-90, .5f}, {.4927f, .3226f, .2477f, .7437f, .1970f}},
                               Place{{180, .5f}, {.2411f, .2211f, .2411f, .6461f, .6461f}},
                               Place{{77, 0}, {.4082f, .4082f, .4082f, .5f, .5f}}})
        expect_gains(place);
}

TEST(Panner, PowerIsTheSameEverywhere)
{
    for (float distance : {0.0f, 0.3f, 0.9f, 0.9995f, 1.0f, 2.5f}) {
        for (float azimuth = -400.0f; azimuth <= 400.0f; azimuth += 3.7f) {
            float power = 0.0f;
            for (float gain : pan_gains({azimuth, distance}))
                power += gain * gain;
            ASSERT_NEAR(power, 1.0f, 1e-6f) << azimuth << " " << distance;
        }
    }
}

TEST(Panner, LeftAndRightMirrorAndTurnsDoNotMatter)
{
    for (float azimuth = 0.0f; azimuth <= 180.0f; azimuth += 5.0f) {
        const auto right = pan_gains({azimuth});
        const auto left = pan_gains({-azimuth});
        const auto turned = pan_gains({azimuth + 720.0f});
        EXPECT_NEAR(right[kRight], left[kLeft], 1e-6f);
        EXPECT_NEAR(right[kRightSurround], left[kLeftSurround], 1e-6f);
        EXPECT_NEAR(right[kCentre], left[kCentre], 1e-6f);
        for (std::size_t c = 0; c < kChannels; ++c)
            EXPECT_NEAR(right[c], turned[c], 1e-6f);
    }
}

TEST(Panner, NegativeDistancesStandOpposite)
{
    const auto opposite = pan_gains({20.0f, -0.5f});
    const auto plain = pan_gains({200.0f, 0.5f});
    for (std::size_t c = 0; c < kChannels; ++c)
        EXPECT_NEAR(opposite[c], plain[c], 1e-6f);
}

TEST(Panner, MovesWithoutJumps)
{
    auto before = pan_gains({-180.0f});
    for (float azimuth = -179.5f; azimuth <= 540.0f; azimuth += 0.5f) {
        const auto now = pan_gains({azimuth});
        for (std::size_t c = 0; c < kChannels; ++c)
            ASSERT_NEAR(now[c], before[c], 0.03f) << azimuth;
        before = now;
    }
}

TEST(Panner, HugeAnglesStayFinite)
{
    for (float azimuth : {1e9f, -3e38f}) {
        for (float gain : pan_gains({azimuth}))
            EXPECT_TRUE(std::isfinite(gain));
    }
}

} // namespace
} // namespace quern::dsp
