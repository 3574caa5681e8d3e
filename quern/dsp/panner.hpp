// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Channels of the six-channel layout inside the engine.
enum Channel : std::size_t {
    kLeft,
    kCentre,
    kRight,
    kLeftSurround,
    kRightSurround,
    kLowFrequency,
    kChannels
};

/// Where a mono source stands (docs/spec/signal.md §4.14).
struct PanParams {
    float azimuth_deg = 0.0f; ///< 0 = ahead, positive = right
    float distance = 1.0f;    ///< 1 = on the circle of speakers, 0 = everywhere
    float focus = 1.0f;       ///< 1 = the centre speaker carries the front, 0 = it is left out
    float level = 1.0f;
    float low_frequency = 0.0f; ///< gain into the low-frequency channel, as it is
};

/// Gains from a mono source to the six channels; computed in double, rounded once each. Parameters must be
/// finite. Real-time safe, but some hundred nanoseconds: call it on changes only.
[[nodiscard]] std::array<float, kChannels> pan_gains(const PanParams& params) noexcept QUERN_RT;

} // namespace quern::dsp
