// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/frame_guard.hpp"

#include <cmath>

#include "quern/grain/player.hpp"

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

int limit(float& value, float low, float high) noexcept
{
    const float limited = value < low ? low : (value > high ? high : value);
    const int changed = limited != value ? 1 : 0;
    value = limited;
    return changed;
}

int guard(grain::PlayerRecord& record) noexcept
{
    // The player would refuse what lies beyond its limits and keep an old value; limited here, it is counted.
    return rest(record.gain, 0.0f) + rest(record.pitch, 1.0f) + rest(record.position, 0.0f) +
           limit(record.gain, -grain::kMaxGain, grain::kMaxGain) +
           limit(record.pitch, kLowestPitch, kHighestPitch) +
           limit(record.position, -grain::kMaxPosition, grain::kMaxPosition);
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
