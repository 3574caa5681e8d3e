// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "quern/grain/pool.hpp"

namespace quern::grain::test {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTukey = 3.0; // a shape: flat but for an eighth at either end

/// A flat grain on the left side.
inline GrainStart grain_of(double start, double step, double length)
{
    GrainStart grain;
    grain.start = start;
    grain.step = step;
    grain.length = length;
    grain.shape = kTukey;
    grain.gain_right = 0.0;
    return grain;
}

/// A pool, a source and cleared accumulators of one frame or one block.
struct PoolRig {
    explicit PoolRig(const PoolConfig& config, std::vector<float> samples = std::vector<float>(4096, 1.0f))
        : pool(std::move(Pool::create(config)).value()),
          table(std::move(samples)),
          left(static_cast<std::size_t>(config.owners)),
          right(static_cast<std::size_t>(config.owners))
    {
    }
    /// One frame into accumulators that were cleared before.
    std::int32_t frame()
    {
        std::fill(left.begin(), left.end(), 0.0f);
        std::fill(right.begin(), right.end(), 0.0f);
        return pool.render_frame(GrainSource::mono(table), left, right);
    }
    void frames(int count)
    {
        for (int i = 0; i < count; ++i)
            frame();
    }
    /// Frames of owner 0's left side.
    std::vector<float> listen(int count)
    {
        std::vector<float> heard;
        for (int i = 0; i < count; ++i) {
            frame();
            heard.push_back(left[0]);
        }
        return heard;
    }

    Pool pool;
    std::vector<float> table;
    std::vector<float> left;
    std::vector<float> right;
};

/// 0, 1, 2, ...: what is heard says which frame was read.
inline std::vector<float> ramp(std::size_t frames)
{
    std::vector<float> values(frames);
    for (std::size_t k = 0; k < frames; ++k)
        values[k] = static_cast<float>(k);
    return values;
}

} // namespace quern::grain::test
