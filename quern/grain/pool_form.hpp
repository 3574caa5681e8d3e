// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// How a grain reads between the frames of its source.
enum class Interpolation : std::uint8_t {
    linear,
    hermite, ///< cubic through two neighbours with the slopes of their neighbours (Catmull-Rom)
    sinc,    ///< 16 neighbours under a Kaiser window; band-limited to the rate of the source
};

/// Which way a grain goes through its source.
enum class Direction : std::uint8_t {
    forward,   ///< as the sign of its step says
    backward,  ///< against the sign of its step
    ping_pong, ///< out for the first half of its length, and the same way back
};

/// How a read offset, step times run, is rounded.
enum class OffsetPrecision : std::uint8_t {
    single_,  ///< 1/1024 frame after 8,192 source frames, 1/32 after 262,144
    double_,  ///< the fraction alone is rounded to single; value by value
    anchored, ///< single, from an anchor that moves up to the head every kAnchoredFrames: for long grains
};
/// 1/1024 frame at steps up to 4 and 1/256 at steps up to 16, for as long as a grain goes.
inline constexpr std::int32_t kAnchoredFrames = 4096;

/// A filter of one grain: state variable, 12 dB an octave, on what is read, before window and gains.
struct GrainFilter {
    enum class Kind : std::uint8_t { off, low_pass, band_pass, high_pass };
    Kind kind = Kind::off;
    float cutoff = 0.25f; ///< in cycles per frame, (0, 0.49]
    float q = 0.7071068f; ///< [0.1, 100]
};

/// What a grain can be beyond the plain one, which is the default and the fast one. Any other form is
/// rendered one value at a time.
struct GrainForm {
    Interpolation interpolation = Interpolation::linear;
    Direction direction = Direction::forward;
    OffsetPrecision offset = OffsetPrecision::single_;
    GrainFilter filter{};
    /// Channel of the source that each side reads. A channel that the source does not have is silent.
    std::int32_t left_channel = 0;
    std::int32_t right_channel = 0;

    /// No negative channel, and numbers of a filter in use inside their ranges.
    [[nodiscard]] bool is_valid() const noexcept QUERN_RT
    {
        if (left_channel < 0 || right_channel < 0)
            return false;
        return filter.kind == GrainFilter::Kind::off ||
               (filter.cutoff > 0.0f && filter.cutoff <= 0.49f && filter.q >= 0.1f && filter.q <= 100.0f);
    }
    /// Whether the fast path renders it: no sinc, no double offset, unfiltered, both sides from one channel.
    [[nodiscard]] bool is_plain() const noexcept QUERN_RT
    {
        return interpolation != Interpolation::sinc && offset != OffsetPrecision::double_ &&
               filter.kind == GrainFilter::Kind::off && left_channel == right_channel &&
               static_cast<std::uint32_t>(left_channel) < 256;
    }
};

/// The pair of gains that places a grain between left and right.
struct PanGains {
    float left;
    float right;
};
enum class PanLaw : std::uint8_t {
    linear,      ///< gains sum to 1: -6 dB in the middle
    compromise,  ///< -4.5 dB in the middle: geometric mean of the other two
    equal_power, ///< squares sum to 1: -3 dB in the middle
};
/// `pan` from -1 (left) to 1 (right), clamped; NaN is the middle.
[[nodiscard]] PanGains pan_gains(PanLaw law, double pan) noexcept QUERN_RT;

} // namespace quern::grain
