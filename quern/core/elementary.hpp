// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstdint>

namespace quern {

/// Powers, logarithms and circular functions from the four basic operations only. The C
/// library may round its own differently on each system, and a built-in recording must be the same bytes
/// everywhere. Relative error below 1e-12 in the ranges named.

/// 2^x for |x| < 1000.
constexpr double exp2_of(double x) noexcept
{
    const auto whole = static_cast<std::int64_t>(x < 0.0 ? x - 0.5 : x + 0.5);
    const double y = (x - static_cast<double>(whole)) * 0.69314718055994530942; // |y| <= ln 2 / 2
    double sum = 1.0;
    for (int n = 14; n >= 1; --n)
        sum = 1.0 + sum * y / n;
    return sum * std::bit_cast<double>(static_cast<std::uint64_t>(whole + 1023) << 52);
}

/// log2(x) for positive normal x.
constexpr double log2_of(double x) noexcept
{
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<std::int64_t>(bits >> 52) - 1023;
    double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
    if (mantissa > 1.41421356237309504880) {
        mantissa *= 0.5;
        ++exponent;
    }
    const double s = (mantissa - 1.0) / (mantissa + 1.0);
    double sum = 0.0;
    for (int n = 17; n >= 1; n -= 2)
        sum = sum * s * s + 1.0 / n;
    return static_cast<double>(exponent) + sum * s * 2.88539008177792681472; // 2 / ln 2
}

/// Decibels to an amplitude factor.
constexpr double gain_of_db(double decibels) noexcept
{
    return exp2_of(decibels * 0.16609640474436811739);
}

/// sin(x) for |x| <= pi.
constexpr double sin_of(double x) noexcept
{
    double sum = 1.0;
    for (int n = 26; n >= 2; n -= 2)
        sum = 1.0 - sum * x * x / (n * (n + 1));
    return sum * x;
}

/// cos(x) for |x| <= pi.
constexpr double cos_of(double x) noexcept
{
    double sum = 1.0;
    for (int n = 25; n >= 1; n -= 2)
        sum = 1.0 - sum * x * x / (n * (n + 1));
    return sum;
}

/// From `slow` to `fast`, both positive, in equal ratios as `step` goes from 0 to 1.
constexpr double between(double slow, double fast, double step) noexcept
{
    return slow * exp2_of(step * log2_of(fast / slow));
}

inline constexpr double kPi = 3.14159265358979323846;

} // namespace quern
