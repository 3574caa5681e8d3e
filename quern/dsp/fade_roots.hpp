// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Square roots of whole numbers, rounded to single: what fades of up to `kLongest` frames take their gains
/// from, in either direction, instead of computing roots in every frame.
class FadeRoots {
public:
    static constexpr std::int32_t kLongest = 12000; ///< a quarter of a second
    static constexpr std::int32_t kMargin = 32;     ///< that a vector may read beyond a fade, on both sides

    constexpr FadeRoots() noexcept;
    /// Where the root of `n` stands, those of its neighbours beside it: n in -kMargin .. kLongest + kMargin.
    /// Below 0 there are zeros.
    [[nodiscard]] const float* at(std::int32_t n) const noexcept QUERN_RT
    {
        return root_.data() + (kMargin + n);
    }

private:
    std::array<float, kLongest + 2 * kMargin + 1> root_{};
};

extern const FadeRoots kFadeRoots;

} // namespace quern::dsp
