// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/core/units.hpp"
#include "quern/dsp/fader.hpp"

namespace quern::dsp {
namespace {

std::vector<float> gains(Fader& fader, std::size_t frames)
{
    std::vector<float> out(frames, 1.0f);
    fader.process(out);
    return out;
}

std::vector<float> fade(Fader::Origin origin, float from, float to, std::int32_t length, std::size_t frames)
{
    Fader fader(origin);
    fader.set_gain(from);
    fader.fade_to(to, length);
    return gains(fader, frames);
}

TEST(Fader, ConsoleFormHasTheOriginalsBits)
{
    const std::vector<float> up = fade(Fader::Origin::console, 0.0f, 1.0f, 4800, 4801);
    const std::vector<float> down = fade(Fader::Origin::console, 1.0f, 0.0f, 4800, 4801);
    struct Row {
        std::size_t n;
        std::uint32_t up;
        std::uint32_t down;
    };
    for (const Row& row : {Row{0, 0x3C6C7B8F, 0x3F7FF92C},
                           {1, 0x3CA737EF, 0x3F7FF256},
                           {2, 0x3CCCCCCB, 0x3F7FEB82},
                           {255, 0x3E6C7B8F, 0x3F79146C},
                           {256, 0x3E6CF1AF, 0x3F790D68},
                           {2399, 0x3F3504F2, 0x3F3504F2},
                           {4799, 0x3F7FFFFF, 0x00000000},
                           {4800, 0x3F800000, 0x00000000}}) {
        EXPECT_EQ(to_bits(up[row.n]), row.up) << row.n;
        EXPECT_EQ(to_bits(down[row.n]), row.down) << row.n;
    }
}

TEST(Fader, PortFormStartsAtTheStartAndEndsAFrameEarly)
{
    const std::vector<float> up = fade(Fader::Origin::port, 0.0f, 1.0f, 4800, 4801);
    EXPECT_EQ(up[0], 0.0f);
    EXPECT_EQ(to_bits(up[1]), 0x3C6C7B90u);
    EXPECT_LT(up[4798], 1.0f);
    EXPECT_EQ(up[4799], 1.0f);
    EXPECT_EQ(fade(Fader::Origin::port, 0.0f, 1.0f, 1, 1)[0], 1.0f);
}

TEST(Fader, CrossingFadesHaveConstantPower)
{
    for (const auto origin : {Fader::Origin::console, Fader::Origin::port}) {
        for (std::int32_t length : {1, 2, 480, 4800, 9600}) {
            const auto up = fade(origin, 0.0f, 1.0f, length, 10000);
            const auto down = fade(origin, 1.0f, 0.0f, length, 10000);
            for (std::size_t n = 0; n < up.size(); ++n)
                ASSERT_NEAR(up[n] * up[n] + down[n] * down[n], 1.0f, 1e-6f) << length << " at " << n;
        }
    }
}

TEST(Fader, FramesAreTruncatedAndAtLeastOne)
{
    EXPECT_EQ(Fader::frames_of(0.1f), 4800);
    EXPECT_EQ(Fader::frames_of(0.2f), 9600);
    EXPECT_EQ(Fader::frames_of(0.4f), 19200);
    EXPECT_EQ(Fader::frames_of(0.0f), 1);
    EXPECT_EQ(Fader::frames_of(-3.0f), 1);
    EXPECT_EQ(Fader::frames_of(std::numeric_limits<float>::quiet_NaN()), 1);
    EXPECT_EQ(Fader::frames_of(std::numeric_limits<float>::infinity()), 1 << 30);
}

TEST(Fader, AReplacingFadeStartsFromTheLastGain)
{
    for (const auto origin : {Fader::Origin::console, Fader::Origin::port}) {
        Fader fader(origin);
        fader.set_gain(0.0f);
        fader.fade_to(1.0f, 4800);
        const float last = gains(fader, 2560).back();
        EXPECT_EQ(fader.gain(), last);
        fader.fade_to(0.0f, 4800);
        EXPECT_EQ(gains(fader, 300), fade(origin, last, 0.0f, 4800, 300));
        // The port's form produces the value twice.
        EXPECT_EQ(fade(origin, last, 0.0f, 4800, 1)[0] == last, origin == Fader::Origin::port);
    }
}

TEST(Fader, HoldsItsTarget)
{
    Fader fader;
    EXPECT_FALSE(fader.fading());
    fader.set_gain(0.25f);
    EXPECT_EQ(gains(fader, 3), std::vector<float>(3, 0.25f));
    fader.fade_to(0.75f, 10);
    EXPECT_TRUE(fader.fading());
    gains(fader, 10);
    EXPECT_FALSE(fader.fading());
    EXPECT_EQ(gains(fader, 300), std::vector<float>(300, 0.75f));
    EXPECT_EQ(fader.gain(), 0.75f);
}

TEST(Fader, SkippedFramesCountAsPlayed)
{
    for (const auto origin : {Fader::Origin::console, Fader::Origin::port}) {
        for (std::int32_t skipped : {1, 256, 4799, 4800, 5000}) {
            Fader fader(origin);
            fader.set_gain(0.0f);
            fader.fade_to(1.0f, 4800);
            const std::vector<float> whole =
                fade(origin, 0.0f, 1.0f, 4800, static_cast<std::size_t>(skipped) + 40);
            fader.skip(skipped);
            EXPECT_EQ(fader.gain(), whole[static_cast<std::size_t>(skipped) - 1]);
            EXPECT_EQ(gains(fader, 40), std::vector<float>(whole.end() - 40, whole.end()));
        }
    }
}

TEST(Fader, UnusableTargetsAreRefused)
{
    Fader fader;
    fader.set_gain(0.5f);
    fader.fade_to(std::numeric_limits<float>::quiet_NaN(), 100);
    fader.set_gain(std::numeric_limits<float>::infinity());
    EXPECT_EQ(gains(fader, 5), std::vector<float>(5, 0.5f));
}

TEST(Fader, AnyCutGivesTheSameGains)
{
    EXPECT_TRUE(rc::check([] {
        const auto origin = *rc::gen::arbitrary<bool>() ? Fader::Origin::console : Fader::Origin::port;
        const auto length = *rc::gen::inRange(1, 2000);
        const float from = static_cast<float>(*rc::gen::inRange(0, 100)) * 0.01f;
        const float to = static_cast<float>(*rc::gen::inRange(0, 100)) * 0.01f;
        const std::vector<float> whole = fade(origin, from, to, length, 2400);
        Fader fader(origin);
        fader.set_gain(from);
        fader.fade_to(to, length);
        std::vector<float> pieces;
        while (pieces.size() < whole.size()) {
            const auto size = static_cast<std::size_t>(*rc::gen::inRange(1, 400));
            const auto piece = gains(fader, std::min(size, whole.size() - pieces.size()));
            pieces.insert(pieces.end(), piece.begin(), piece.end());
        }
        RC_ASSERT(pieces == whole);
    }));
}

} // namespace
} // namespace quern::dsp
