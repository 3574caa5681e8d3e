// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "offline_render.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kShortestQueue = 64;

std::uint64_t frames_per_control(double control_rate_hz)
{
    return static_cast<std::uint64_t>(std::llround(kSampleRate / control_rate_hz));
}

void push(Bed& bed, const formats::Ride& ride, std::size_t number, std::uint64_t due)
{
    if (ride.generic())
        bed.set_drive_at(ride.drive[number], due);
    else
        bed.set_motion_at(ride.frames[number], due);
}

} // namespace

std::uint64_t ride_frames(const formats::Ride& ride)
{
    return ride.size() * frames_per_control(ride.rate_hz);
}

std::size_t motion_queue_for(const OfflinePlan& plan, double control_rate_hz)
{
    // Those due within one call, one that waits for the next block, one at either end.
    return std::max<std::size_t>(kShortestQueue, plan.block / frames_per_control(control_rate_hz) + 4);
}

Status render_offline(Bed& bed, const formats::Ride& ride, const OfflinePlan& plan, const BlockSink& sink)
{
    const std::uint64_t per_control = frames_per_control(ride.rate_hz);
    std::vector<float> out(plan.block * static_cast<std::size_t>(bed.channels()));
    std::size_t next = 0; // control frame not yet handed over
    for (std::uint64_t at = 0; at < plan.frames;) {
        std::uint64_t count = std::min<std::uint64_t>(plan.block, plan.frames - at);
        if (plan.lock_step)
            count = std::min(count, per_control - at % per_control);
        for (; next < ride.size() && next * per_control < at + count; ++next)
            push(bed, ride, next, next * per_control);
        const std::size_t samples = count * static_cast<std::size_t>(bed.channels());
        bed.process(out.data(), count);
        if (Status status = sink({out.data(), samples}); !status)
            return status;
        at += count;
    }
    return Ok{};
}

} // namespace quern::cli
