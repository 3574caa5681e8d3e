// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/generator.hpp"
#include "quern/core/rt.hpp"

namespace quern::grain {

/// How densely grains follow each other during one block. Frames are those of the output.
struct CloudClock {
    double rate = 0.0;         ///< grains per frame, above 0
    double irregularity = 1.0; ///< 0 regular, 1 Poisson; not used on the grid
    bool on_grid = false;      ///< grains start on the lines of a grid instead
    bool new_grid = false;     ///< its lines are others than in the block before
    double line = 0.0;         ///< place of the block's first frame on the grid; lines stand at whole numbers
};

/// Chance of one grain: always the same draws in the same order, so that one parameter never changes what
/// another one draws.
struct CloudChance {
    double spray = 0.0;   ///< -1..1
    double pitch = 0.0;   ///< -1..1
    double pan = 0.0;     ///< -1..1
    double reverse = 0.0; ///< 0..1, below 1
    double shape = 0.0;   ///< 0..1, below 1
};

/// When the grains of one note start. Driven in blocks: `enter`, then `take` for each grain that `next`
/// announces, then `leave`. Real-time safe.
class CloudStream {
public:
    /// A new note, to be entered into its first block. `seed` and `number` choose its chances.
    void begin(std::uint32_t seed, std::uint32_t number) noexcept QUERN_RT;
    /// A block begins; for a new note at its frame `offset`, where the first grain is due, or else on the
    /// next line of the grid.
    void enter(const CloudClock& clock, std::size_t offset = 0) noexcept QUERN_RT;
    /// Frame of the current block at which the next grain is due; beyond the block when none is.
    [[nodiscard]] double next() const noexcept QUERN_RT { return next_; }
    /// Draws for the grain that is due, and goes on to the one after it.
    CloudChance take(const CloudClock& clock) noexcept QUERN_RT;
    void leave(std::size_t frames, const CloudClock& clock) noexcept QUERN_RT;

private:
    Generator generator_{};
    double next_ = 0.0; // frames from the start of the block
    double wait_ = 0.0; // mean intervals from the end of the last block
    double line_ = 0.0; // of the grid, next to be played
    bool on_grid_ = false;
    bool fresh_ = false;
};

} // namespace quern::grain
