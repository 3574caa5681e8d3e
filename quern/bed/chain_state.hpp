// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "quern/bed/envelope.hpp"
#include "quern/bed/fidelity.hpp"
#include "quern/bed/frame.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/generator.hpp"

namespace quern::bed {

/// A random walk of gain in drawn segments of alternating sign.
class Wobble {
public:
    void reset() noexcept { *this = Wobble{}; }
    /// Draws a new segment when the last one has ended (and does not move that frame), else moves on by `dt`.
    void step(float dt, const WobbleTuning& tuning, Generator& generator) noexcept;

    [[nodiscard]] const Envelope& envelope() const noexcept { return envelope_; }
    [[nodiscard]] float value() const noexcept { return envelope_.value(); }

private:
    Envelope envelope_;
    float target_ = 0.0f;
};

/// Graph-3 send, graph-1 level ramp and gain wobbles of a local board's chains, with the original's posting
/// rules (docs/spec/control.md §4): each is a switch of Fidelity.
class ChainState {
public:
    struct Gains {
        float graph1 = 1.0f;
        float graph3 = 1.0f;
    };

    void reset() noexcept { *this = ChainState{}; }
    /// A bind rebuilt this truck's chains: gains back to 1 until the next posted change, send posted.
    void rebuilt(std::size_t truck, const Fidelity& fidelity) noexcept;
    /// One frame at `speed` m/s. `exists[t]`: truck t has chains to post to.
    void step(float speed, float dt, const std::array<bool, kTrucks>& exists, const OwnerTuning& tuning,
              Generator& generator, const Fidelity& fidelity) noexcept;

    [[nodiscard]] float send() const noexcept { return send_; }
    [[nodiscard]] float level() const noexcept { return level_; }
    [[nodiscard]] const Wobble& wobble(std::size_t player) const noexcept { return wobble_[player]; }
    [[nodiscard]] const Gains& gains(std::size_t truck, std::size_t player) const noexcept
    {
        return gains_[truck][player];
    }
    /// The send that this truck's chains were told last.
    [[nodiscard]] float posted_send(std::size_t truck) const noexcept { return posted_send_[truck]; }
    /// How often the send was posted so far.
    [[nodiscard]] std::uint64_t send_posts() const noexcept { return send_posts_; }

private:
    void ramp(float kmh, const OwnerTuning& tuning, const Fidelity& fidelity) noexcept;
    void post_send(const std::array<bool, kTrucks>& exists, bool changed, const Fidelity& fidelity) noexcept;
    void post_gains(std::size_t player, Gains now, const std::array<bool, kTrucks>& exists,
                    const Fidelity& fidelity) noexcept;

    float send_ = 0.0f;
    float level_ = 1.0f;
    std::array<Wobble, kPlayersPerTruck> wobble_{};
    std::array<std::array<Gains, kPlayersPerTruck>, kTrucks> gains_{};
    std::array<Gains, kPlayersPerTruck> now_{};
    // Compared with before posting. One value for both trucks in the original; per truck with
    // second_truck_wobble.
    std::array<std::array<float, kPlayersPerTruck>, kTrucks> last_{{{1.0f, 1.0f}, {1.0f, 1.0f}}};
    std::array<float, kTrucks> posted_send_{};
    std::uint64_t send_posts_ = 0;
};

} // namespace quern::bed
