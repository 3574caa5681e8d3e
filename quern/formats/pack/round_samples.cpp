// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/pack/round_samples.hpp"

#include <algorithm>
#include <cmath>

namespace quern::formats {

RoundedSound round_to_16_bits(const grain::Recording& recording)
{
    RoundedSound result;
    result.sound.rate = recording.rate;
    result.sound.samples.reserve(recording.samples.size());
    for (const float sample : recording.samples) {
        const float scaled = sample * 32768.0f;
        const float whole = std::nearbyint(scaled);
        const float kept = std::clamp(whole, -32768.0f, 32767.0f);
        result.rounded += whole != scaled ? 1 : 0;
        result.clipped += kept != whole ? 1 : 0;
        result.sound.samples.push_back(static_cast<std::int16_t>(kept));
    }
    return result;
}

} // namespace quern::formats
