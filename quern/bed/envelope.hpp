// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>

namespace quern::bed {

/// A value that moves along linear segments of given lengths (docs/spec/control.md §4). Idle it holds its
/// last end. Control side; single precision, the interpolation is fused.
class Envelope {
public:
    static constexpr std::size_t kMaxSegments = 4;

    /// Idle at 0, no segments.
    void reset() noexcept { *this = Envelope{}; }
    /// Appends a segment from `start` to `end`; the first one sets the value to `start`. A length of 0 or
    /// less becomes 10 ms. False when all segments are in use.
    bool add(float start, float end, float ms) noexcept;
    /// Appends a segment that starts where the last one ends.
    bool append(float end, float ms) noexcept;
    /// Moves on by `dt` seconds. A call that passes a segment's end gives exactly that end.
    void advance(float dt) noexcept;

    [[nodiscard]] float value() const noexcept { return value_; }
    [[nodiscard]] bool done() const noexcept { return current_ >= count_; }
    /// Of the running segment, or of the one that ended last: end value and length in seconds.
    [[nodiscard]] float target() const noexcept;
    [[nodiscard]] float duration() const noexcept;

private:
    struct Segment {
        float start = 0.0f;
        float end = 0.0f;
        float seconds = 0.0f;
    };
    [[nodiscard]] const Segment& shown() const noexcept;

    std::array<Segment, kMaxSegments> segments_{};
    std::size_t count_ = 0;
    std::size_t current_ = 0; // count_ when done
    float elapsed_ = 0.0f;
    float value_ = 0.0f;
};

} // namespace quern::bed
