// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/core/rt.hpp"

namespace quern::grain {

/// A division that has stayed as it is for so long stands still; before that it glides.
inline constexpr double kCloudDivisionSettles = 0.1; // seconds

/// The lines on which grains start while `division` is above 0, one grid for all notes. They lie on equal
/// parts of the beat, counted from the first frame.
///
/// A division that jumps takes the lines of its own parts at once. One that glides keeps the place that the
/// grid has reached and moves on from there at the new rate, since the parts of two divisions that hardly
/// differ lie anywhere to each other some beats on; when it stands still again, its lines move to the nearest
/// parts of the beat, by half a part at most. A change glides when it comes within `kCloudDivisionSettles` of
/// the one before, or is less than a 32nd of the division and ends on no whole number. Real-time safe.
class CloudGrid {
public:
    /// A block begins. True when its lines have nothing to do with those of the block before.
    bool enter(double division) noexcept QUERN_RT;
    /// Place of the block's first frame on the grid; lines stand at whole numbers.
    [[nodiscard]] double line() const noexcept QUERN_RT { return beat_ * division_ + offset_; }
    /// The block ends so many beats and seconds on.
    void leave(double beats, double seconds) noexcept QUERN_RT;

private:
    void settle() noexcept QUERN_RT;

    double beat_ = 0.0;
    double division_ = 0.0;
    double offset_ = 0.0;  // of the lines, in parts; whole when they lie on parts of the beat
    double still_s_ = 0.0; // since the division changed
};

} // namespace quern::grain
