// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/core/split_mix.hpp"
#include "quern/life/sound.hpp"

namespace quern::life::test {

inline constexpr std::size_t kTickFrames = 800; // of 60 ticks a second

inline Sound make_sound(const SoundConfig& config = {})
{
    return std::move(Sound::create(config)).value();
}
/// What comes before the limiter: grains as they are.
inline SoundConfig bare(GridSize size = {})
{
    SoundConfig config;
    config.size = size;
    config.limited = false;
    return config;
}

inline EventBatch batch_of(const std::vector<Event>& events, std::uint32_t generation = 1)
{
    EventBatch batch;
    batch.generation = generation;
    batch.total = batch.kept = static_cast<std::uint32_t>(events.size());
    batch.events = events;
    return batch;
}

/// Interleaved frames, asked for in blocks.
inline std::vector<float> play(Sound& sound, std::size_t frames, std::size_t block = 256)
{
    std::vector<float> out(2 * frames);
    for (std::size_t done = 0; done < frames; done += block)
        sound.process(out.data() + 2 * done, std::min(block, frames - done));
    return out;
}
inline std::vector<float> side(const std::vector<float>& interleaved, std::size_t channel)
{
    std::vector<float> samples;
    for (std::size_t k = channel; k < interleaved.size(); k += 2)
        samples.push_back(interleaved[k]);
    return samples;
}
/// One batch of a sound of its own, from the start of its tick until all has rung out.
inline std::vector<float> play_once(const SoundConfig& config, const std::vector<Event>& events,
                                    std::uint32_t generation = 1)
{
    Sound sound = make_sound(config);
    sound.post(batch_of(events, generation), 0);
    return play(sound, kTickFrames + 960);
}

/// First and one past the last frame that is not silent, in either channel; both 0 for silence.
inline std::pair<std::size_t, std::size_t> extent(const std::vector<float>& interleaved)
{
    const auto sounds = [](float v) { return v != 0.0f; };
    const auto first = std::find_if(interleaved.begin(), interleaved.end(), sounds);
    if (first == interleaved.end())
        return {0, 0};
    const auto last = std::find_if(interleaved.rbegin(), interleaved.rend(), sounds).base();
    return {static_cast<std::size_t>(first - interleaved.begin()) / 2,
            static_cast<std::size_t>(last - interleaved.begin() + 1) / 2};
}

/// Events all over a field, births before deaths, each row by row: of all types that a field has, or of the
/// first `types` of them.
inline std::vector<Event> many_events(std::size_t count, GridSize size, std::uint64_t seed = 1,
                                      std::size_t types = 3)
{
    std::vector<Event> events;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = split_mix(seed + i * kSplitMixStep);
        events.push_back(
            Event::make(static_cast<std::int32_t>(bits % static_cast<std::uint64_t>(size.width)),
                        static_cast<std::int32_t>((bits >> 32) % static_cast<std::uint64_t>(size.height)),
                        static_cast<EventType>(i * types / std::max<std::size_t>(count, 1))));
    }
    std::sort(events.begin(), events.end(), [](Event a, Event b) {
        return std::tuple(a.type(), a.y(), a.x()) < std::tuple(b.type(), b.y(), b.x());
    });
    return events;
}

} // namespace quern::life::test
