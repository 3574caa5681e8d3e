// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "quern/core/generator.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/player.hpp"

namespace quern::grain::test {

inline constexpr PlayerParams kParamsA{0.1f, 0.2f, 0.1f, 1.6f, 0.05f};
inline constexpr PlayerParams kParamsB{0.2f, 0.1f, 0.2f, 1.5f, 0.05f};
inline constexpr PlayerParams kParamsRocket{0.1f, 0.4f, 0.1f, 2.4f, 0.1f};
inline constexpr float kDuration = from_bits(0x41AEBC39); // 21.84 s, the recording of most golden picks

inline Recording recording_of(std::vector<float> samples, std::uint32_t rate = kSampleRate)
{
    Recording recording;
    recording.duration = static_cast<float>(samples.size()) / static_cast<float>(rate);
    recording.rate = rate;
    recording.samples = std::move(samples);
    return recording;
}

inline Recording constant_recording(float seconds, float value = 1.0f)
{
    return recording_of(
        std::vector<float>(static_cast<std::size_t>(seconds * static_cast<float>(kSampleRate)), value));
}

inline Recording sine_recording(float seconds, float hz)
{
    Recording recording = constant_recording(seconds);
    for (std::size_t n = 0; n < recording.samples.size(); ++n)
        recording.samples[n] =
            std::sin(kTwoPi * hz * static_cast<float>(n) / static_cast<float>(kSampleRate));
    return recording;
}

/// A player with its generator, a log of what it said and a bus to render into.
struct Rig {
    struct Entry {
        PlayerEvent event{};
        std::size_t block = 0;
        Generator::Words words{}; // before the draw, for picks
    };

    Rig()
    {
        log.reserve(16384);
        player.set_observer({&Rig::notify, this});
    }
    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;

    float bind(const RecordingView& view, const PlayerParams& params, const PlayerRecord& record = {},
               const VoiceOptions& options = {})
    {
        return player.bind(view, params, options, record, generator);
    }
    /// One block: tick and render. The bus starts at silence.
    std::array<float, kBlockFrames>& block()
    {
        player.tick(generator);
        bus.fill(0.0f);
        player.render(bus);
        ++blocks;
        return bus;
    }
    void tick(std::size_t count = 1)
    {
        for (std::size_t i = 0; i < count; ++i, ++blocks)
            player.tick(generator);
    }
    [[nodiscard]] std::vector<Entry> of(PlayerEvent::Kind kind) const
    {
        std::vector<Entry> found;
        for (const Entry& entry : log) {
            if (entry.event.kind == kind)
                found.push_back(entry);
        }
        return found;
    }
    [[nodiscard]] std::vector<PlayerEvent::Kind> kinds() const
    {
        std::vector<PlayerEvent::Kind> found;
        for (const Entry& entry : log)
            found.push_back(entry.event.kind);
        return found;
    }
    /// Mean time between starts, in seconds, over `count` blocks.
    double mean_start_distance(std::size_t count)
    {
        tick(count);
        const auto starts = of(PlayerEvent::Kind::start);
        return static_cast<double>(starts.back().block - starts.front().block) *
               static_cast<double>(kBlockFrames) / static_cast<double>(kSampleRate) /
               static_cast<double>(starts.size() - 1);
    }

    /// Runs inside the player's real-time code: the log has its room from the start, and what exceeds it is
    /// lost.
    static void notify(void* context, const PlayerEvent& event) noexcept QUERN_RT
    {
        Rig& rig = *static_cast<Rig*>(context);
        const Generator::Words words =
            event.generator != nullptr ? event.generator->words() : Generator::Words{};
        QUERN_RT_TRUSTED_BEGIN // push_back below the capacity allocates nothing
            if (rig.log.size() < rig.log.capacity()) rig.log.push_back({event, rig.blocks, words});
        QUERN_RT_TRUSTED_END
    }

    Player player;
    Generator generator;
    std::vector<Entry> log;
    std::size_t blocks = 0;
    std::array<float, kBlockFrames> bus{};
};

} // namespace quern::grain::test
