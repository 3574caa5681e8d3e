// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "quern/bank/contact.hpp"
#include "quern/bank/texture.hpp"

namespace quern::bank {

/// A small jet over the rolling: the roar of air, gusting, and a turbine whose tone climbs with speed.
class Jet {
public:
    struct Params {
        float roar = 0.0f; ///< gains at full speed, against the rolling
        float tone = 0.0f;
    };
    Jet(const Params& params, std::uint32_t seed, double rate_hz) noexcept;
    /// Adds one step of sound to `out`. `speed` is 0 at the slow start, 1 at the fast end, in steps of its
    /// logarithm.
    void add(double speed, std::span<float> out) noexcept;

private:
    /// A value that wanders between -1 and 1 in straight lines.
    struct Wander {
        float value = 0.0f, goal = 0.0f;
        float step = 0.0f;
        int left = 0;
        float next(Noise& noise, int steps) noexcept;
    };
    Params params_;
    Noise noise_;
    Contact air_;
    Wander gust_, eddy_, drift_;
    double rate_hz_;
    std::array<float, 3> turns_{}; // of the turbine's partials, 0..1
};

} // namespace quern::bank
