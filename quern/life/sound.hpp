// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/life/events.hpp"

namespace quern::life {

inline constexpr std::size_t kMaxActions = 256; ///< player's actions that may wait in a Sound

/// Pitches of births: steps of an octave in cents, from 0 on, rising.
struct Scale {
    std::string_view name;
    std::vector<float> cents; ///< 1 ... 128 of them in [0, 1200)
    int octaves = 3;          ///< 1 ... 8
};
/// major_pentatonic (the default), minor_pentatonic, whole_tone, hirajoshi, chromatic.
[[nodiscard]] std::span<const Scale> scales();

/// How loud the grains of a batch are, N of them together.
enum class GainLaw : std::uint8_t {
    natural, ///< k / sqrt(max(N, 16)): few cells are quiet
    strict,  ///< k / sqrt(N): a lone glider is as loud as a soup
};

struct SoundConfig {
    GridSize size{};
    double tick_rate = 60.0; ///< generations a second, 1 ... 1000: how long a tick is at 48 kHz
    std::uint64_t seed = 0;  ///< of the onsets inside a tick
    double base_hz = 440.0;  ///< of the lowest birth, 20 ... 4000
    Scale scale{};           ///< without cents: the major pentatonic
    GainLaw law = GainLaw::natural;
    double level = 0.5;                    ///< k, 0 ... 4
    std::uint32_t max_events = kMaxEvents; ///< of a batch, 1 ... 65,536
    std::size_t batches = 8;               ///< that may wait, 2 ... 64
    bool limited = true;                   ///< false: what comes before the limiter, for measuring
};

/// Counted since creation.
struct SoundStats {
    std::uint64_t batches = 0; ///< begun
    std::uint64_t sounded = 0; ///< grains added, counted where they are added; by type below
    std::array<std::uint64_t, 4> by_type{};
    std::uint64_t late = 0;            ///< batches that came after their start, and began at once
    std::uint64_t refused_batches = 0; ///< too large, or the queue was full
    std::uint64_t refused_events = 0;  ///< all of those, events off the grid, actions with nowhere to wait
    float peak = 0.0f;                 ///< before the limiter
};

/// The ear of the house: every event one grain (docs/spec/life.md §6). Births are sine pings of 8 ms at the
/// pitch of their row, deaths band-passed noise of 6 ms, player deaths detuned pairs of 20 ms, player actions
/// chirps of 12 ms; columns are places between left and right. Whole grains are added into a ring when
/// their batch begins; what leaves the ring goes through 0.891 tanh(x / 0.891). Time is counted in frames at
/// 48 kHz since creation; the same posts, made before the frames they are meant for, give the same bytes for
/// every host block and every instruction set.
///
/// One thread posts, one thread calls `process`; neither waits for the other. Nothing is allocated after
/// `create`, but by `set_scale`.
class Sound {
public:
    [[nodiscard]] static Result<Sound> create(const SoundConfig& config);
    Sound(Sound&&) noexcept;
    Sound& operator=(Sound&&) noexcept;
    ~Sound();

    /// [control] The tick of this batch begins at frame `start` (or at once where that is past). Events sound
    /// at start + floor(u * frames of a tick), u from (seed, generation, event word). Batches begin in the
    /// order of their posts: one that is to begin before another that waits, waits for it. False, counted,
    /// and nothing sounds where it is refused. The events are copied, but those off the grid and of type 3.
    bool post(const EventBatch& batch, std::uint64_t start) noexcept QUERN_RT;
    /// [control] A player's shot or stamp at this place, at frame `start` or at once where that is past: half
    /// of `level`, whatever the law. kMaxActions may wait, in the order of their calls. False and counted
    /// where none can be taken, or the place is off the grid.
    bool act(std::int32_t x, std::int32_t y, std::uint64_t start) noexcept QUERN_RT;
    /// [control] Another scale and base from the next batch on. Allocates. An error where the numbers are out
    /// of range.
    Status set_scale(const Scale& scale, double base_hz);
    /// [control] Another length of a tick for batches posted from now on, in generations a second, 1 ...
    /// 1000.
    bool set_tick_rate(double rate) noexcept QUERN_RT;

    /// [audio] `frames` interleaved stereo frames, any number.
    void process(float* out, std::size_t frames) noexcept QUERN_RT;

    /// [audio, or any while nobody calls `process`]
    [[nodiscard]] SoundStats stats() const noexcept QUERN_RT;
    /// Frames rendered.
    [[nodiscard]] std::uint64_t clock() const noexcept QUERN_RT;

private:
    struct State;
    explicit Sound(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

} // namespace quern::life
