// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// The shapes of a grain's window, by the index that `Pool` takes (docs/spec/pool.md §2).
enum class WindowShape : std::uint8_t {
    hann,        ///< 0, and every index that names no shape: smooth at both ends
    triangular,  ///< 1
    gaussian,    ///< 2: narrower than Hann, its ends lowered to 0
    tukey,       ///< 3: flat, with cosine edges of an eighth of the length each
    exponential, ///< 4: struck and dying away by 60 dB, behind a short cosine edge
};

inline constexpr std::size_t kWindowShapes = 5;
inline constexpr std::size_t kWindowPoints = 512;

/// The index that a shape given as a number stands for: floored; NaN and what lies outside [0, 5) are 0.
[[nodiscard]] inline std::size_t window_index(double shape) noexcept QUERN_RT
{
    // False for NaN too. Truncation is the floor here.
    return shape >= 0.0 && shape < static_cast<double>(kWindowShapes)
               ? static_cast<std::size_t>(static_cast<std::int32_t>(shape))
               : 0;
}
[[nodiscard]] std::string_view name_of(WindowShape shape) noexcept QUERN_RT;

/// All five at 512 points each, from 0 to 0 with a peak of 1. Behind the last point stand copies of it, for
/// the neighbour of the last one and for vector loads; from kSlopes on, how much each point differs from
/// the next, padded alike.
class WindowCurves {
public:
    static constexpr std::size_t kPadding = 64;
    static constexpr std::size_t kSlopes = kWindowPoints + kPadding;
    using Curve = std::array<float, 2 * kSlopes>;

    /// Renders them: sines and exponentials, so not on the audio thread.
    WindowCurves();

    [[nodiscard]] const Curve& operator[](std::size_t index) const noexcept QUERN_RT
    {
        return curves_[index];
    }

private:
    std::array<Curve, kWindowShapes> curves_{};
};

/// A curve at age/length * 511, for 0 <= age < length, by linear interpolation; each step rounded to single.
[[nodiscard]] inline float window_at(const float* curve, float age, float length) noexcept QUERN_RT
{
    const float t = age / length * static_cast<float>(kWindowPoints - 1);
    const auto q = static_cast<std::int32_t>(t);
    return curve[q] + (curve[q + 1] - curve[q]) * (t - static_cast<float>(q));
}
[[nodiscard]] inline float window_at(const float* curve, std::int32_t age,
                                     std::int32_t length) noexcept QUERN_RT
{
    return window_at(curve, static_cast<float>(age), static_cast<float>(length));
}

} // namespace quern::grain
