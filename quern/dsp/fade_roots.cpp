// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/fade_roots.hpp"

#include <cstddef>

namespace quern::dsp {

// By Newton's steps in double, from the root before: no whole number's root lies so near to a point halfway
// between two singles that the error of a double matters.
constexpr FadeRoots::FadeRoots() noexcept
{
    double root = 1.0;
    for (std::int32_t n = 1; n <= kLongest + kMargin; ++n) {
        for (int step = 0; step < (n < 8 ? 6 : 3); ++step)
            root = 0.5 * (root + n / root);
        root_[static_cast<std::size_t>(kMargin + n)] = static_cast<float>(root);
    }
}

constinit const FadeRoots kFadeRoots;

} // namespace quern::dsp
