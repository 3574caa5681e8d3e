// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::dsp {
namespace {

class Words {
public:
    std::uint32_t next()
    {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>(state_ >> 32);
    }

private:
    std::uint64_t state_ = 0x9E3779B97F4A7C15u;
};

bool same(float a, float b)
{
    return to_bits(a) == to_bits(b) || (std::isnan(a) && std::isnan(b));
}

::testing::AssertionResult agrees(float a, float b, float c)
{
    const float expected = std::fma(a, b, c);
    const float found = fused_emulated(a, b, c);
    if (same(found, expected))
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << std::hexfloat << a << " * " << b << " + " << c << " = " << found
                                         << ", the C library says " << expected;
}

float scaled(std::uint32_t word, int low, int span)
{
    const float sign = (word & 1u) != 0 ? -1.0f : 1.0f;
    const float mantissa = 1.0f + static_cast<float>((word >> 1) & 0x7FFFFFu) * 0x1p-23f;
    return std::ldexp(sign * mantissa, low + static_cast<int>((word >> 24) % static_cast<unsigned>(span)));
}

TEST(Fused, EmulationEqualsTheLibraryOnRandomBits)
{
    Words words;
    for (int n = 0; n < 1'500'000; ++n) {
        const float a = from_bits(words.next());
        const float b = from_bits(words.next());
        const float c = from_bits(words.next());
        ASSERT_TRUE(agrees(a, b, c));
    }
}

TEST(Fused, EmulationEqualsTheLibraryNearOne)
{
    Words words;
    for (int n = 0; n < 1'500'000; ++n)
        ASSERT_TRUE(
            agrees(scaled(words.next(), -3, 6), scaled(words.next(), -3, 6), scaled(words.next(), -30, 40)));
}

TEST(Fused, EmulationEqualsTheLibraryAtHalfwayPoints)
{
    // a * b is a tie of singles with few bits; c nudges it by far less than a double resolves.
    Words words;
    for (int n = 0; n < 1'000'000; ++n) {
        const std::uint32_t word = words.next();
        const float odd = 1.0f + static_cast<float>((word & 0xFFFu) * 2 + 1) * 0x1p-12f;
        const float other = 1.0f + static_cast<float>(((word >> 12) & 0xFFFu) * 2 + 1) * 0x1p-12f;
        const float nudge = scaled(words.next(), -149, 140);
        ASSERT_TRUE(agrees(odd, other, nudge));
        ASSERT_TRUE(agrees(nudge, odd, other));
        const float half_ulp = std::ldexp((word & 1u) != 0 ? 0x1p-24f : -0x1p-25f, 0);
        ASSERT_TRUE(agrees(odd, half_ulp, other));
        ASSERT_TRUE(agrees(from_bits(to_bits(half_ulp) + (word & 3u)), odd, other));
    }
}

TEST(Fused, EmulationEqualsTheLibraryWhereResultsAreSubnormal)
{
    Words words;
    for (int n = 0; n < 1'000'000; ++n) {
        ASSERT_TRUE(agrees(scaled(words.next(), -80, 20), scaled(words.next(), -80, 20),
                           scaled(words.next(), -149, 30)));
        ASSERT_TRUE(agrees(scaled(words.next(), -75, 12), scaled(words.next(), -75, 12), 0.0f));
    }
}

TEST(Fused, EmulationEqualsTheLibraryWhenTermsCancel)
{
    Words words;
    for (int n = 0; n < 1'000'000; ++n) {
        const float a = scaled(words.next(), -2, 4);
        const float b = scaled(words.next(), -2, 4);
        ASSERT_TRUE(agrees(a, b, -(a * b)));
        ASSERT_TRUE(agrees(a, b, from_bits(to_bits(-(a * b)) + (words.next() & 1u))));
    }
}

TEST(Fused, EmulationEqualsTheLibraryAtTheEdgesOfTheRange)
{
    constexpr float kInf = std::numeric_limits<float>::infinity();
    constexpr float kMax = std::numeric_limits<float>::max();
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();
    const std::vector<float> edges{0.0f,
                                   -0.0f,
                                   1.0f,
                                   -1.0f,
                                   kInf,
                                   -kInf,
                                   kMax,
                                   -kMax,
                                   kTiny,
                                   -kTiny,
                                   0x1p-126f,
                                   -0x1p-126f,
                                   0x1.fffffep-127f,
                                   0x1p127f,
                                   0x1p-63f,
                                   -0x1p-64f,
                                   0x1p-24f,
                                   -0x1p-25f,
                                   0x1.000002p0f,
                                   0x1.fffffep-1f,
                                   3.0f,
                                   std::numeric_limits<float>::quiet_NaN()};
    for (float a : edges) {
        for (float b : edges) {
            for (float c : edges)
                EXPECT_TRUE(agrees(a, b, c));
        }
    }
}

TEST(Fused, PlainDoubleArithmeticWouldNotDo)
{
    // The case the emulation exists for: the double sum lands on a halfway point, the exact one just above
    // it.
    const float a = 0x1.001p0f;
    const float b = 0x1.001p0f;
    const float c = 0x1p-80f;
    const float naive =
        static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
    EXPECT_NE(naive, std::fma(a, b, c));
    EXPECT_EQ(fused_emulated(a, b, c), std::fma(a, b, c));
    EXPECT_EQ(fused(a, b, c), std::fma(a, b, c));
}

} // namespace
} // namespace quern::dsp
