// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Weight of a release fold in frame k of the block after a sender went away: (16 - k)/17
/// (docs/spec/signal.md §4.6).
inline constexpr std::array<float, 16> kFoldTaps = [] {
    std::array<float, 16> taps{};
    for (std::size_t k = 0; k < taps.size(); ++k)
        taps[k] = static_cast<float>(16 - k) / 17.0f;
    return taps;
}();

/// Lets `last`, the last value of a sender torn down, fade out over the first frames of a bus of at least 16.
inline void add_release_fold(std::span<float> bus, float last) noexcept QUERN_RT
{
    for (std::size_t k = 0; k < kFoldTaps.size(); ++k)
        bus[k] += last * kFoldTaps[k];
}

} // namespace quern::dsp
