// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "quern/bank/built_in.hpp"
#include "quern/bank/texture.hpp"
#include "quern/formats/analysis/roll_profile.hpp"
#include "quern/formats/sound_channels.hpp"

namespace quern::formats::test {

inline constexpr std::uint32_t kRate = 44100;

/// Samples of what `value(seconds)` says.
template <class Value> std::vector<float> samples_of(double seconds, Value value)
{
    std::vector<float> samples(static_cast<std::size_t>(seconds * kRate));
    for (std::size_t n = 0; n < samples.size(); ++n)
        samples[n] = static_cast<float>(value(static_cast<double>(n) / kRate));
    return samples;
}

/// Noise whose level follows `level_db(progress 0..1)`, its peaks 12 dB below full scale at 0 dB.
template <class Level> std::vector<float> noise_roll(double seconds, Level level_db)
{
    bank::Noise noise(7);
    return samples_of(seconds, [&](double t) {
        return 0.25 * double{noise.next()} * std::pow(10.0, level_db(t / seconds) / 20.0);
    });
}

inline SoundSpan span_of(const std::vector<float>& samples)
{
    return {samples, kRate};
}

/// A built-in recording, synthesised once, as a mono file of 16 bits.
inline const SoundChannels& built_in(const std::string& name)
{
    static std::map<std::string, SoundChannels> all;
    auto [it, fresh] = all.try_emplace(name);
    if (fresh) {
        grain::Recording recording = bank::synthesise(*bank::find(name));
        it->second = {{std::move(recording.samples)}, recording.rate, "WAV", "16-bit", 16};
    }
    return it->second;
}

} // namespace quern::formats::test
