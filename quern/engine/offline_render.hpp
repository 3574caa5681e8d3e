// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/bed.hpp"

namespace quern {

/// The control frames of a whole ride, borrowed: either a board's or those of the generic mode.
struct Motions {
    std::span<const bed::RiderState> board;
    std::span<const bed::DriveState> drive; ///< used when it is not empty
    double rate_hz = 60.0;                  ///< control frames per second, a divisor of 48000

    [[nodiscard]] std::size_t size() const noexcept { return drive.empty() ? board.size() : drive.size(); }
    /// Length in frames at 48 kHz: control frames times 48000 / rate, exactly.
    [[nodiscard]] std::uint64_t frames() const noexcept;
};

/// How a ride is driven through the engine faster than real time.
struct OfflinePlan {
    std::uint64_t frames = 0; ///< to render, at 48 kHz; may stop short of the ride's end
    std::size_t block =
        1024; ///< frames asked for in one call of `Bed::process`; the sound does not depend on it
    bool lock_step = false; ///< control and audio draw from one generator: no control frame may run ahead
};

/// A motion queue that never overflows under this plan.
std::size_t motion_queue_for(const OfflinePlan& plan, double control_rate_hz);

/// Gets what each call of `process` made, interleaved. An error ends the render.
using BlockSink = std::function<Status(std::span<const float> interleaved)>;

/// Control frame k takes effect at the first engine block that starts at or after k / rate seconds. One
/// thread does it all; it allocates.
Status render_offline(Bed& bed, const Motions& motions, const OfflinePlan& plan, const BlockSink& sink);

} // namespace quern
