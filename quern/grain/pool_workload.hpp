// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/grain/pool.hpp"
#include "quern/grain/window_curves.hpp"

namespace quern::grain {

/// The work that pools are measured with (docs/spec/pool.md §8): grains at even distances, at 48 kHz, from
/// anywhere in 20 s of noise, steps evenly spread over [0.5, 2], Hann, a random place between left and right.
class PoolWorkload {
public:
    struct Shape {
        std::string_view name;
        double grains_per_second;
        std::int32_t shortest; ///< frames
        std::int32_t longest;
        std::int32_t overlap; ///< grains that sound at a time, rounded up
        Interpolation interpolation = Interpolation::linear;
    };
    /// W1 ... W5, mixed, cubic, sinc, empty.
    [[nodiscard]] static std::optional<Shape> named(std::string_view name);

    explicit PoolWorkload(const Shape& shape);

    /// Noise through a one-pole low pass, peak 0.5. The same numbers each time.
    [[nodiscard]] static std::vector<float> source();
    /// A pool with room for all grains.
    [[nodiscard]] PoolConfig config(bool cached_windows) const;
    /// Starts the grains of the next `frames` frames. Returns how many frames they will sound in all.
    std::int64_t start(Pool& pool, std::int32_t frames) noexcept QUERN_RT;

private:
    Shape shape_;
    std::vector<GrainStart> grains_; // come again and again
    std::size_t next_ = 0;
    double until_next_ = 0.0; // frames
};

} // namespace quern::grain
