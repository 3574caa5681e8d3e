// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/rocket.hpp"

#include "quern/bed/slope.hpp"
#include "quern/core/units.hpp"

namespace quern::bed {

grain::PlayerRecord rocket_record(float speed, int level, int pitch, const OwnerTuning& tuning) noexcept
{
    constexpr float kFullWord = 32767.0f; // divided by, unlike the board's levels
    grain::PlayerRecord record;
    record.gain = (static_cast<float>(level) / kFullWord) * (tuning.rocket_gain_word / kFullWord);
    record.pitch = static_cast<float>(pitch) / 4096.0f;
    record.position = limited((speed * kKmhPerMps - tuning.rocket_start_kmh) /
                                  (tuning.rocket_top_kmh - tuning.rocket_start_kmh),
                              0.0f, 1.0f);
    return record;
}

bool rocket_runs(float speed, const OwnerTuning& tuning) noexcept
{
    return speed * kKmhPerMps > tuning.rocket_start_kmh;
}

} // namespace quern::bed
