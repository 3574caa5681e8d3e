// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/offline_render.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "quern/core/units.hpp"

namespace quern {
namespace {

constexpr std::size_t kShortestQueue = 64;

std::uint64_t frames_per_control(double control_rate_hz) noexcept
{
    return static_cast<std::uint64_t>(std::llround(kSampleRate / control_rate_hz));
}

void push(Bed& bed, const Motions& motions, std::size_t number, std::uint64_t due)
{
    if (motions.drive.empty())
        bed.set_motion_at(motions.board[number], due);
    else
        bed.set_drive_at(motions.drive[number], due);
}

} // namespace

std::uint64_t Motions::frames() const noexcept
{
    return size() * frames_per_control(rate_hz);
}

std::size_t motion_queue_for(const OfflinePlan& plan, double control_rate_hz)
{
    // Those due within one call, one that waits for the next block, one at either end.
    return std::max<std::size_t>(kShortestQueue, plan.block / frames_per_control(control_rate_hz) + 4);
}

Status render_offline(Bed& bed, const Motions& motions, const OfflinePlan& plan, const BlockSink& sink)
{
    const std::uint64_t per_control = frames_per_control(motions.rate_hz);
    std::vector<float> out(plan.block * static_cast<std::size_t>(bed.channels()));
    std::size_t next = 0; // control frame not yet handed over
    for (std::uint64_t at = 0; at < plan.frames;) {
        std::uint64_t count = std::min<std::uint64_t>(plan.block, plan.frames - at);
        if (plan.lock_step)
            count = std::min(count, per_control - at % per_control);
        for (; next < motions.size() && next * per_control < at + count; ++next)
            push(bed, motions, next, next * per_control);
        const auto frames = static_cast<std::size_t>(count); // at most plan.block
        const std::size_t samples = frames * static_cast<std::size_t>(bed.channels());
        bed.process(out.data(), frames);
        if (Status status = sink({out.data(), samples}); !status)
            return status;
        at += count;
    }
    return Ok{};
}

} // namespace quern
