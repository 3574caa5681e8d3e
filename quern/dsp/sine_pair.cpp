// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/sine_pair.hpp"

#include <cmath>

namespace quern::dsp {

SinePair sine_pair(float angle) noexcept QUERN_RT
{
    const double exact = static_cast<double>(angle);
    QUERN_RT_TRUSTED_BEGIN // the C library's sine and cosine are plain arithmetic
        return {static_cast<float>(std::sin(exact)), static_cast<float>(std::cos(exact))};
    QUERN_RT_TRUSTED_END
}

} // namespace quern::dsp
