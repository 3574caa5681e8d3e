// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace quern::formats {

/// A number with so many decimals, and no minus before a zero.
inline std::string plain_number(double value, int decimals)
{
    const double unit = std::pow(10.0, decimals);
    const double rounded = std::round(value * unit) / unit;
    std::array<char, 400> text{}; // the longest double has 309 digits
    std::snprintf(text.data(), text.size(), "%.*f", decimals, rounded == 0.0 ? 0.0 : rounded);
    return text.data();
}

} // namespace quern::formats
