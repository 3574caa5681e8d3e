// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/grain/cloud_params.hpp"
#include "quern/grain/cloud_stream.hpp"

namespace quern::grain {

/// Source frames per output frame. Steps outside are taken as the nearest end, and counted: beyond, a grain
/// is a click or a standstill.
inline constexpr double kCloudLowestStep = 1.0 / 256.0;
inline constexpr double kCloudHighestStep = 64.0;
/// Output frames. A grain is never shortened below this to fit its source; it is slowed down instead, and
/// sounds lower than asked for.
inline constexpr std::int32_t kCloudShortestGrain = 48;

/// Where and how one grain reads its source; in the terms of the grain pool.
struct CloudGrain {
    std::int32_t start = 0;  ///< source frame
    float step = 1.0f;       ///< source frames per output frame, below 0 backwards
    std::int32_t length = 0; ///< output frames
    int shape = 0;
    float left = 0.0f;
    float right = 0.0f;
    bool shortened = false; ///< it would have been longer than the source
    bool clamped = false;   ///< its step was out of range
};

/// What the grains of one block have in common.
struct CloudGround {
    std::uint32_t source_frames = 0;
    double source_rate = 48000.0;
    double scan = 0.0; ///< frames of the source by which scanning has moved the position
    double room = 0.0; ///< in which scanning goes round: `scan_room` of the note
    float gain = 1.0f; ///< for how many sound at once
};

/// The last frame at which a grain of a note fits the source, before pitch spray.
double scan_room(const CloudSmoother& values, const CloudGround& ground,
                 double note_semitones) noexcept QUERN_RT;
/// `scan` less whole rounds of `room`, so that the position lies within it: one that scanning drives over an
/// end comes in at the other one. As no rounds add up, a room that changes a little moves the position a
/// little, after hours too.
double scan_in_round(const CloudSmoother& values, double scan, double room) noexcept QUERN_RT;

/// One grain. It lies within the source from its first frame to its last: a start too late is moved. Spray
/// turns back at the ends.
CloudGrain plan_grain(const CloudSmoother& values, const CloudGround& ground, const CloudChance& chance,
                      double note_semitones) noexcept QUERN_RT;

/// Gain of grains of which so many sound at once in the mean.
float overlap_gain(double overlap, double exponent) noexcept QUERN_RT;

} // namespace quern::grain
