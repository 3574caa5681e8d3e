// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/grain/pool_form.hpp"
#include "quern/grain/window_curves.hpp"

/// One grain of a pool, and the formula of a plain one, value by value: the reference (docs/spec/pool.md §3).
namespace quern::grain {

/// Heads farther out than this stay there; nothing that far away can be heard.
inline constexpr float kFarthestOffset = 0x1p62f;

/// A grain in its place. Frames count on the pool's clock, but those of the source. One cache line.
struct alignas(64) Grain {
    static constexpr std::uint8_t kNoWindow = 255;
    enum Flags : std::uint8_t {
        rich = 1,     ///< not plain: RichGrain of the same place says how
        turns = 2,    ///< ping-pong before its turn
        reversed = 4, ///< steps given to it count backwards
        fades = 8,    ///< cut at `end`: its last value fades over the bridge
        faded = 16,   ///< that value has been read
        anchors = 32, ///< its anchor moves up to the head every kAnchoredFrames
        hermite = 64, ///< plain, and not linear
    };
    std::int64_t anchor = 0; ///< source frame below the read head at frame `since`
    std::int64_t since = 0;  ///< from which frame on `step` holds
    std::int64_t birth = 0;  ///< first frame
    std::int64_t end = 0;    ///< the one after the last
    float step = 0.0f;
    float origin = 0.0f;     ///< read head above `anchor` at frame `since`
    std::int32_t length = 1; ///< of the window
    std::int32_t owner = 0;
    float gain_left = 0.0f;
    float gain_right = 0.0f;
    float step_before = 0.0f;        ///< that held until `since`
    std::uint8_t window = kNoWindow; ///< place in the window cache
    std::uint8_t channel = 0;        ///< of a plain grain
    std::uint8_t shape = 0;
    std::uint8_t flags = 0;

    [[nodiscard]] bool is(Flags flag) const noexcept QUERN_RT { return (flags & flag) != 0; }
    [[nodiscard]] Interpolation interpolation() const noexcept QUERN_RT // of a plain grain
    {
        return is(hermite) ? Interpolation::hermite : Interpolation::linear;
    }
    void set(Flags flag, bool on) noexcept QUERN_RT
    {
        flags = static_cast<std::uint8_t>(on ? flags | flag : flags & ~flag);
    }
};

/// A read head: a whole source frame, relative to the anchor, and what is left in [0, 1].
struct Head {
    std::int64_t frame;
    float fraction;
};
/// As a frame: in no source.
inline constexpr Head kNowhere{-1, 0.0f};
/// `offset` must lie within kFarthestOffset.
[[nodiscard]] inline Head split(float offset) noexcept QUERN_RT
{
    auto frame = static_cast<std::int64_t>(offset);
    auto whole = static_cast<float>(frame);
    if (whole > offset) { // truncated towards 0; the floor of a library is a call on a plain x86-64
        frame -= 1;
        whole -= 1.0f;
    }
    return {frame, offset - whole};
}
[[nodiscard]] inline bool is_near(float offset) noexcept QUERN_RT
{
    return offset > -kFarthestOffset && offset < kFarthestOffset;
}

/// Sample between two neighbours; 0 for a frame outside [0, frames), 0 as the neighbour after the last.
[[nodiscard]] inline float read_linear(const float* source, std::int64_t frames, std::int64_t frame,
                                       float fraction) noexcept QUERN_RT
{
    if (frame < 0 || frame >= frames)
        return 0.0f;
    const float a = source[frame];
    const float b = frame + 1 < frames ? source[frame + 1] : 0.0f;
    return a + (b - a) * fraction;
}

/// A cubic between two neighbours, with the slopes of their neighbours (docs/spec/pool.md §7).
[[nodiscard]] inline float hermite(float before, float near, float far, float after,
                                   float fraction) noexcept QUERN_RT
{
    const float slope = 0.5f * (far - before);
    const float bend = near - far;
    const float lift = slope + bend;
    const float cubic = lift + bend + 0.5f * (after - near);
    const float square = lift + cubic;
    return ((cubic * fraction - square) * fraction + slope) * fraction + near;
}

/// The same of a source; 0 for a frame outside [0, frames), and neighbours out there count as 0.
[[nodiscard]] inline float read_hermite(const float* source, std::int64_t frames, std::int64_t frame,
                                        float fraction) noexcept QUERN_RT
{
    if (frame < 0 || frame >= frames)
        return 0.0f;
    const float before = frame > 0 ? source[frame - 1] : 0.0f;
    const float far = frame + 1 < frames ? source[frame + 1] : 0.0f;
    const float after = frame + 2 < frames ? source[frame + 2] : 0.0f;
    return hermite(before, source[frame], far, after, fraction);
}

/// What a plain grain reads at frame `run` since its anchor.
[[nodiscard]] inline float read_plain(Interpolation interpolation, const float* source, std::int64_t frames,
                                      std::int64_t anchor, float origin, float step,
                                      std::int32_t run) noexcept QUERN_RT
{
    const float offset = origin + step * static_cast<float>(run);
    if (!is_near(offset)) // infinite too
        return 0.0f;
    const Head head = split(offset);
    if (interpolation == Interpolation::hermite)
        return read_hermite(source, frames, anchor + head.frame, head.fraction);
    return read_linear(source, frames, anchor + head.frame, head.fraction);
}

} // namespace quern::grain
