// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

#include "quern/core/rt.hpp"

namespace quern::life {

inline constexpr float kCeiling = 0.891f;    ///< just below -1 dBFS
inline constexpr float kSteepest = 6.0f;     ///< tanh is 1 - 1.2e-5 there, and held
inline constexpr float kTanhError = 2.0e-5f; ///< from tanh, anywhere

/// tanh from the basic operations: Lambert's continued fraction, ten terms of it as one quotient of
/// polynomials (docs/spec/life.md §6). Ten is even, so that it stays below tanh; all coefficients are
/// positive, so that nothing cancels. 0 is 0 and -x is -tanh(x), to the bit. Not for NaN.
[[nodiscard]] inline float tanh_of(float x) noexcept QUERN_RT
{
    const float y = std::min(std::max(x, -kSteepest), kSteepest);
    const float q = y * y;
    const float above = 654729075.0f + q * (91891800.0f + q * (2837835.0f + q * (25740.0f + q * 55.0f)));
    const float below =
        654729075.0f + q * (310134825.0f + q * (18918900.0f + q * (315315.0f + q * (1485.0f + q))));
    return y * (above / below);
}

/// At most kCeiling on either side whatever comes, and straight through for what is quiet.
[[nodiscard]] inline float limited(float x) noexcept QUERN_RT
{
    return kCeiling * tanh_of(x * (1.0f / kCeiling));
}

} // namespace quern::life
