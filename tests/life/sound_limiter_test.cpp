// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/life/sound_limiter.hpp"

namespace quern::life {
namespace {

TEST(LifeLimiter, IsTanhToWithinItsError)
{
    double worst = 0.0;
    double worst_ratio = 0.0; // of what is quiet
    for (int i = 1; i <= 200000; ++i) {
        const auto x = static_cast<float>(i * 5e-5);
        const double exact = std::tanh(static_cast<double>(x));
        const double off = std::fabs(static_cast<double>(tanh_of(x)) - exact);
        worst = std::max(worst, off);
        if (x < 3.0f)
            worst_ratio = std::max(worst_ratio, off / exact);
    }
    EXPECT_LT(worst, static_cast<double>(kTanhError));
    EXPECT_LT(worst_ratio, 5e-7);
}

TEST(LifeLimiter, NothingPassesMinusOneDecibel)
{
    const double ceiling = std::pow(10.0, -1.0 / 20.0);
    float last = -1.0f;
    // Every exponent and some of the singles of each, infinity included.
    for (std::uint32_t bits = 0; bits <= 0x7F800000u; bits += 0x3FFFu) {
        const float x = from_bits(bits);
        const float y = limited(x);
        ASSERT_LE(static_cast<double>(y), ceiling) << x;
        ASSERT_GE(y, 0.0f) << x;
        ASSERT_EQ(to_bits(limited(-x)), to_bits(-y)) << x;
        ASSERT_GE(y, last * 0.9999996f) << "falls at " << x; // a few units in the last place may wobble
        last = std::max(last, y);
    }
    EXPECT_LE(static_cast<double>(limited(std::numeric_limits<float>::infinity())), ceiling);
    EXPECT_GT(limited(100.0f), 0.8909f);
}

TEST(LifeLimiter, LeavesSilenceAndWhatIsQuietAlone)
{
    EXPECT_EQ(to_bits(limited(0.0f)), 0u);
    EXPECT_NEAR(limited(0.001f), 0.001f, 1e-9f);
    EXPECT_NEAR(limited(0.1f), 0.1f, 5e-4f);
}

} // namespace
} // namespace quern::life
