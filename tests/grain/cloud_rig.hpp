// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

#include "quern/core/generator.hpp"
#include "quern/grain/cloud.hpp"

namespace quern::test {

/// Two seconds of smooth sound: low tones and filtered noise, peak about 0.6, nothing that clicks by itself.
inline grain::Recording cloud_source(std::size_t frames = 96000)
{
    grain::Recording source;
    Generator noise;
    double slow = 0.0;
    for (std::size_t i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i) / 48000.0;
        slow += 0.02 * (static_cast<double>(noise.draw()) / 2147483648.0 - 1.0 - slow);
        source.samples.push_back(static_cast<float>(0.4 * std::sin(2.0 * std::numbers::pi * 110.0 * t) +
                                                    0.1 * std::sin(2.0 * std::numbers::pi * 523.0 * t) +
                                                    slow));
    }
    source.duration = static_cast<float>(frames) / 48000.0f;
    return source;
}

/// A second of ones: what is heard of it are windows and gains.
inline grain::Recording ones()
{
    grain::Recording source;
    source.samples.assign(48000, 1.0f);
    source.duration = 1.0f;
    return source;
}

using CloudSettings = std::initializer_list<std::pair<grain::CloudParam, float>>;

inline grain::CloudEvent cloud_note(std::uint64_t frame, float key = 60.0f, std::uint32_t number = 0)
{
    grain::CloudEvent event;
    event.kind = grain::CloudEvent::Kind::note_on;
    event.value = key;
    event.note = number;
    event.frame = frame;
    return event;
}

inline grain::CloudEvent cloud_value(std::uint64_t frame, grain::CloudParam param, float value)
{
    grain::CloudEvent event;
    event.param = param;
    event.value = value;
    event.frame = frame;
    return event;
}

/// A cloud on `source` with these values and one note from frame 0 on.
inline grain::Cloud make_cloud(const grain::Recording& source, CloudSettings settings,
                               const grain::CloudConfig& config = {})
{
    grain::Cloud cloud = std::move(grain::Cloud::create(config, source.view())).value();
    for (const auto& [param, value] : settings)
        cloud.set(param, value);
    cloud.post(cloud_note(0));
    return cloud;
}

/// The next frames, in host blocks of `block`.
inline std::vector<float> play(grain::Cloud& cloud, std::size_t frames, std::size_t block = 512)
{
    std::vector<float> out(2 * frames);
    for (std::size_t done = 0; done < frames; done += block)
        cloud.process(out.data() + 2 * done, std::min(block, frames - done));
    return out;
}

/// Frames at which a grain starts: of a source of ones, rectangle-like grains that do not overlap.
inline std::vector<std::size_t> onsets(const std::vector<float>& sound)
{
    std::vector<std::size_t> found;
    bool quiet = true;
    for (std::size_t i = 0; i < sound.size() / 2; ++i) {
        const bool loud = sound[2 * i] != 0.0f;
        if (loud && quiet)
            found.push_back(i);
        quiet = !loud;
    }
    return found;
}

} // namespace quern::test
