// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/bank/texture.hpp"

namespace quern::bank {

/// Frames rendered at one speed and one set of filters.
inline constexpr std::size_t kStepFrames = 128;

/// Way that a wheel rolls in one turn: 52 mm across. The four of a board differ by some hundredths of a
/// millimetre.
inline constexpr double kWheelTurnM = 0.164;

/// Four wheels on a stretch of ground: turns the way rolled into a train of impulses, one per asperity met,
/// and into the momentary strength of the scraping that goes with them.
class Board {
public:
    struct Ground {
        Texture grit, stones, joints;
        float wobble = 0.0f; ///< see Character::wobble
    };
    using Step = std::array<float, kStepFrames>;

    Board(const Ground& ground, std::uint64_t seed, double rate_hz);
    /// Rolls on for one step. `impulses` are signed; `scraping` is not, and decays over the length of a
    /// contact.
    void roll(double speed_mps, Step& impulses, Step& scraping) noexcept;
    /// Asperities met so far.
    [[nodiscard]] std::uint64_t hits() const noexcept { return hits_; }

private:
    struct Track {
        AsperityTrack asperities;
        std::size_t wheel;
        float sign;
    };
    void add(const Texture& texture, std::uint64_t stream, bool across, double edge_m, float sign);
    [[nodiscard]] float pressure(std::size_t wheel, double place_m, float wobble) const noexcept;

    std::vector<Track> tracks_;
    double place_m_ = 0.0;
    double seconds_per_frame_;
    float wobble_;
    float scraping_ = 0.0f;
    std::array<float, kStepFrames + 1> struck_{}, stirred_{}; // last element: spills into the next step
    std::uint64_t hits_ = 0;
};

} // namespace quern::bank
