// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/automaton.hpp"
#include "quern/life/events.hpp"
#include "quern/life/sound.hpp"

namespace quern::life {

struct WorldConfig {
    SoundConfig
        sound{}; ///< its size is that of the automaton; its seed also that of the choice among too many
    std::optional<Roi> roi{}; ///< where the player stands: deaths in it are the player's
};

/// Counted since `load`. events = births + deaths = kept + dropped; kept = what the sound was given.
struct WorldStats {
    DeltaCounters generations;
    std::uint64_t events = 0; ///< in the generations delivered
    std::uint64_t births = 0;
    std::uint64_t deaths = 0; ///< player deaths included
    std::uint64_t player_deaths = 0;
    std::uint64_t kept = 0;
    std::uint64_t dropped = 0; ///< by the choice among too many
};

/// Told of every generation whose changes have arrived, before it sounds.
class WorldWatcher {
public:
    virtual ~WorldWatcher() = default;
    /// The spans hold for this call. `roi` is the player's region in that generation.
    virtual void on_generation(const Delta& delta, const EventBatch& batch,
                               const std::optional<Roi>& roi) = 0;
};

/// A field and its sound, tied together: what a game needs.
///
///     World world = *World::create(*make_cpu(size, rule), config);
///     world.load(soup(size, 0.3, 1));
///     world.stamp(ship);                  // or move(1, 0), or act(x, y, frame)
///     world.tick(frame);                  // 60 times a second
///     world.process(out, frames);         // in the audio callback
///
/// One thread calls everything but `process`, which may run on another. Neither waits for the other.
class World {
public:
    /// An error where the sound's size is not the automaton's, or a number is out of range.
    [[nodiscard]] static Result<World> create(std::unique_ptr<Automaton> automaton,
                                              const WorldConfig& config);

    /// Takes a state as generation 0; the player's region stands where the config put it. Counts begin anew,
    /// but those of the sound.
    Status load(const Field& field);
    /// [control] Puts a pattern into the next generation. The pattern is borrowed until then. An error where
    /// there are kMaxStamps already, or it is not valid.
    Status stamp(const Stamp& stamp);
    /// [control] With the next generation, the tagged cells of the player's region go by (dx, dy), each -1, 0
    /// or 1, and the region with them. An error without a region.
    Status move(std::int32_t dx, std::int32_t dy);
    /// [control] A shot is heard at this place, at frame `start` or at once where that is past.
    bool act(std::int32_t x, std::int32_t y, std::uint64_t start) noexcept QUERN_RT
    {
        return sound_.act(x, y, start);
    }
    /// [control] One generation on, whose changes are heard in the tick that begins at frame `start` of the
    /// sound, or at once where they arrive later than that: a back end may deliver them with one of the next
    /// ticks. An error leaves the actions that it names out and the field as it is.
    Status tick(std::uint64_t start);
    /// [control] Waits for the changes of all generations so far: offline, with every tick.
    Status settle();

    /// [audio] `frames` interleaved stereo frames at 48 kHz, any number.
    void process(float* out, std::size_t frames) noexcept QUERN_RT { sound_.process(out, frames); }

    /// Scale, length of ticks, statistics and clock of the sound.
    [[nodiscard]] Sound& sound() noexcept { return sound_; }
    /// For reading the state and for integrity probes. Its changes are the world's to poll.
    [[nodiscard]] Automaton& automaton() noexcept { return *automaton_; }
    [[nodiscard]] WorldStats stats() const noexcept;
    /// Where the player stands after the last tick.
    [[nodiscard]] const std::optional<Roi>& roi() const noexcept { return roi_; }
    /// Null: nobody.
    void watch(WorldWatcher* watcher) noexcept { watcher_ = watcher; }

private:
    /// What is known of a generation when its changes arrive.
    struct Ticked {
        std::uint32_t generation = 0;
        std::optional<Roi> roi;
        std::uint64_t start = 0;
    };
    static constexpr std::size_t kUnderWay = 64;

    World(std::unique_ptr<Automaton> automaton, const WorldConfig& config, EventReader reader, Sound sound);
    void collect();

    std::unique_ptr<Automaton> automaton_;
    EventReader reader_;
    Sound sound_;
    std::optional<Roi> first_roi_;
    std::optional<Roi> roi_;
    std::vector<Stamp> stamps_; // of the next tick
    std::vector<Move> moves_;
    std::array<Ticked, kUnderWay> ticked_{};
    WorldStats stats_;
    WorldWatcher* watcher_ = nullptr;
};

} // namespace quern::life
