// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/rider_state.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// Gain over distance in metres and azimuth in raw units (65536 = a turn, clockwise from ahead): four ranges
/// ahead, right, behind and left, blended between neighbours, each a squared falling sine
/// (docs/spec/control.md §3.4).
double rolloff(double distance_m, int azimuth_raw, const CurveTuning& curves) noexcept;

/// Where the board is for the listener, and how its pitch is bent by their relative motion. The listener
/// looks along `listener_forward`; x lies to the right of a listener who looks along +z.
class ListenerView {
public:
    void reset() noexcept { *this = ListenerView{}; }
    void step(const RiderState& rider, const CurveTuning& curves) noexcept;

    [[nodiscard]] int azimuth_raw() const noexcept { return azimuth_raw_; }
    [[nodiscard]] double gain() const noexcept { return gain_; }
    /// Follows a fifth of the way per evaluation, in whole cents.
    [[nodiscard]] int doppler_cents() const noexcept { return cents_; }

private:
    void bend(double distance_m, const RiderState& rider, const CurveTuning& curves) noexcept;

    int azimuth_raw_ = 0;
    double gain_ = 1.0;
    int cents_ = 0;
    double last_distance_ = -1.0; // negative: none yet
    double last_speed_ = 0.0;
};

} // namespace quern::bed
