// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once

namespace quern::formats::xma {

/// The sine of an angle from 0 to pi/2 by its series: exact to the last bit or two, and free of the
/// differences between maths libraries.
constexpr double sine(double angle) noexcept
{
    const double square = angle * angle;
    double sum = 0.0;
    for (int n = 27; n >= 3; n -= 2)
        sum = (1.0 + sum) * -square / static_cast<double>(n * (n - 1));
    return angle + angle * sum;
}

} // namespace quern::formats::xma
