// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/frame_guard.hpp"

#include <cmath>

namespace quern::bed {
namespace {

constexpr float kLowestPitch = 1.0f / 16.0f;
constexpr float kHighestPitch = 4.0f;

int rest(float& value, float at_rest) noexcept
{
    if (std::isfinite(value))
        return 0;
    value = at_rest;
    return 1;
}

int guard(grain::PlayerRecord& record) noexcept
{
    int changed = rest(record.gain, 0.0f) + rest(record.pitch, 1.0f) + rest(record.position, 0.0f);
    const float pitch = record.pitch < kLowestPitch
                            ? kLowestPitch
                            : (record.pitch > kHighestPitch ? kHighestPitch : record.pitch);
    changed += pitch != record.pitch ? 1 : 0;
    record.pitch = pitch;
    return changed;
}

int guard(ChainValues& chain) noexcept
{
    const ChainValues at_rest;
    int changed = rest(chain.high_pass_hz, at_rest.high_pass_hz) +
                  rest(chain.low_pass_hz, at_rest.low_pass_hz) + rest(chain.azimuth_deg, 0.0f) +
                  rest(chain.env_send, 0.0f) + rest(chain.graph3_send, 0.0f);
    for (std::size_t player = 0; player < kPlayersPerTruck; ++player) {
        changed += rest(chain.shift_hz[player], 0.0f) + rest(chain.flange_send[player], 0.0f) +
                   rest(chain.graph1_gain[player], 1.0f) + rest(chain.graph3_gain[player], 1.0f);
    }
    return changed;
}

} // namespace

int guard(BedFrame& frame) noexcept
{
    int changed = 0;
    for (TruckFrame& truck : frame.truck) {
        for (grain::PlayerRecord& record : truck.record)
            changed += guard(record);
        changed += guard(truck.chain);
    }
    return changed + guard(frame.rocket);
}

} // namespace quern::bed
