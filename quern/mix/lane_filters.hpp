// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"
#include "quern/mix/lane_array.hpp"

namespace quern::mix {

/// Histories of one filter stage for all lanes.
class LaneHistories {
public:
    void resize(std::size_t lanes)
    {
        for (LaneArray* part : {&x1_, &x2_, &y1_, &y2_})
            part->resize(lanes);
    }
    [[nodiscard]] dsp::BiquadState load(std::size_t lane) const noexcept QUERN_RT
    {
        return {x1_[lane], x2_[lane], y1_[lane], y2_[lane]};
    }
    void store(std::size_t lane, const dsp::BiquadState& state) noexcept QUERN_RT
    {
        x1_[lane] = state.x1;
        x2_[lane] = state.x2;
        y1_[lane] = state.y1;
        y2_[lane] = state.y2;
    }

private:
    LaneArray x1_, x2_, y1_, y2_;
};

/// Coefficients of one filter stage for all lanes, with the angle and gain they were built for.
class LaneCoefficients {
public:
    void resize(std::size_t lanes)
    {
        for (LaneArray* part : {&a1_, &a2_, &b0_, &b1_, &b2_})
            part->resize(lanes);
        angle_.resize(lanes, kNone);
        gain_.resize(lanes, kNone);
    }
    /// Forgets what a lane's coefficients were built for.
    void forget(std::size_t lane) noexcept QUERN_RT { angle_[lane] = kNone; }
    [[nodiscard]] bool built_for(std::size_t lane, float angle, float gain) const noexcept QUERN_RT
    {
        return angle_[lane] == angle && gain_[lane] == gain;
    }
    [[nodiscard]] dsp::BiquadCoefficients load(std::size_t lane) const noexcept QUERN_RT
    {
        return {a1_[lane], a2_[lane], b0_[lane], b1_[lane], b2_[lane]};
    }
    void store(std::size_t lane, const dsp::BiquadCoefficients& built, float angle,
               float gain) noexcept QUERN_RT
    {
        a1_[lane] = built.a1;
        a2_[lane] = built.a2;
        b0_[lane] = built.b0;
        b1_[lane] = built.b1;
        b2_[lane] = built.b2;
        angle_[lane] = angle;
        gain_[lane] = gain;
    }

private:
    static constexpr float kNone = -1.0f; // no filter works at a negative angle
    LaneArray a1_, a2_, b0_, b1_, b2_;
    LaneArray angle_, gain_;
};

} // namespace quern::mix
