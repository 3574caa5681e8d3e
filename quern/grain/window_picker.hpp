// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quern/core/generator.hpp"
#include "quern/core/rt.hpp"
#include "quern/grain/player_params.hpp"
#include "quern/grain/tiling.hpp"

namespace quern::grain {

/// What the picker chose.
struct Pick {
    float start = 0.0f; ///< seconds into the recording, before any clamp; -1 for the window past the last
    std::uint8_t candidates =
        0; ///< windows there were to choose from; 0: start is the region's edge, nothing drawn

    [[nodiscard]] bool drew() const noexcept QUERN_RT { return candidates != 0; }
};

/// Length of one grain at pitch 1, in seconds, in the order of summation that the picks are exact with.
constexpr float grain_length(const PlayerParams& params) noexcept QUERN_RT
{
    return (params.sustain + params.release) + params.attack;
}

/// The index that a draw means among `count` candidates. Draws at the very top of the range round up, so it
/// can be `count` itself (docs/spec/grain.md §2).
std::size_t drawn_index(std::uint32_t draw, std::size_t count) noexcept QUERN_RT;

/// Shuffle bag over the windows around the read position: each is played once before any is played again, and
/// a refilled bag never offers the window just played (docs/spec/grain.md §2). Fixed storage, bounded work.
class WindowPicker {
public:
    static constexpr std::size_t kRecent = 16;
    static constexpr int kAttempts = 4;

    WindowPicker() noexcept QUERN_RT { reset(); }

    /// Forgets every window played. The next pick takes any window of the region's own tiling, all alike.
    void reset() noexcept QUERN_RT;

    /// Chooses where the next grain starts, for a recording of `duration` seconds read at `position` (0 slow
    /// end, 1 fast end). Draws once, or not at all when the region holds no window. A search window longer
    /// than the recording is cut to it.
    Pick pick(const PlayerParams& params, float duration, float position,
              Generator& generator) noexcept QUERN_RT;

    /// Windows played since the bag was last emptied, sorted by start; after `reset()` a sentinel before 0.
    [[nodiscard]] std::span<const Window> recent() const noexcept QUERN_RT
    {
        return {recent_.data(), recent_count_};
    }
    /// Windows inserted since the bag was last emptied.
    [[nodiscard]] std::size_t inserted() const noexcept QUERN_RT { return inserted_; }
    /// What the last pick chose from, in the order tiled; empty when nothing was drawn.
    [[nodiscard]] std::span<const Window> candidates() const noexcept QUERN_RT
    {
        return {candidates_.data(), candidate_count_};
    }

private:
    void find_candidates(float length, float duration, float low, float high) noexcept QUERN_RT;
    void collapse() noexcept QUERN_RT;
    void insert(const Window& window) noexcept QUERN_RT;

    std::array<Window, kRecent> recent_{};
    std::size_t recent_count_ = 0;
    std::size_t inserted_ = 0;
    Window last_{}; // most recently inserted
    std::array<Window, kMaxCandidates> candidates_{};
    std::size_t candidate_count_ = 0;
};

} // namespace quern::grain
