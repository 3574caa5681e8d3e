// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "quern/core/result.hpp"
#include "quern/engine/bed.hpp"
#include "quern/formats/ride.hpp"

namespace quern::cli {

/// How a ride is driven through the engine faster than real time.
struct OfflinePlan {
    std::uint64_t frames = 0; ///< to render, at 48 kHz; may stop short of the ride's end
    std::size_t block =
        1024; ///< frames asked for in one call of `Bed::process`; the sound does not depend on it
    bool lock_step = false; ///< control and audio draw from one generator: no control frame may run ahead
};

/// Length of a ride in frames at 48 kHz: control frames times 48000 / rate, exactly.
std::uint64_t ride_frames(const formats::Ride& ride);
/// A motion queue that never overflows under this plan.
std::size_t motion_queue_for(const OfflinePlan& plan, double control_rate_hz);

/// Gets what each call of `process` made, interleaved. An error ends the render.
using BlockSink = std::function<Status(std::span<const float> interleaved)>;

/// The frame with number k counts from k / rate seconds on: it acts in the first engine block not before
/// that.
Status render_offline(Bed& bed, const formats::Ride& ride, const OfflinePlan& plan, const BlockSink& sink);

} // namespace quern::cli
