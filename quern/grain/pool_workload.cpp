// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_workload.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace quern::grain {
namespace {

constexpr double kRate = 48000.0;
constexpr std::size_t kSourceFrames = 20 * 48000;
constexpr std::size_t kGrains = 8192;

/// A linear congruential generator: numbers for measuring, not for listening.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : state_(seed) {}
    /// [0, 1)
    double next()
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

constexpr std::array<PoolWorkload::Shape, 9> kShapes{
    {{"W1", 160.0, 4800, 4800, 16},
     {"W2", 1280.0, 4800, 4800, 128},
     {"W3", 10240.0, 4800, 4800, 1024},
     {"W4", 2000.0, 384, 384, 16},
     {"W5", 20000.0, 384, 384, 160},
     {"mixed", 1248.78, 240, 9600, 128},
     {"cubic", 1280.0, 4800, 4800, 128, Interpolation::hermite},
     {"sinc", 1280.0, 4800, 4800, 128, Interpolation::sinc},
     {"empty", 0.0, 1, 1, 1}}};

} // namespace

std::optional<PoolWorkload::Shape> PoolWorkload::named(std::string_view name)
{
    const auto found =
        std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& shape) { return shape.name == name; });
    if (found == kShapes.end())
        return std::nullopt;
    return *found;
}

PoolWorkload::PoolWorkload(const Shape& shape) : shape_(shape), grains_(kGrains)
{
    Numbers numbers(2);
    for (GrainStart& grain : grains_) {
        grain.start = numbers.next() * static_cast<double>(kSourceFrames);
        grain.step = 0.5 + 1.5 * numbers.next();
        grain.length = shape.shortest + numbers.next() * (shape.longest - shape.shortest + 1);
        grain.shape = static_cast<double>(WindowShape::hann);
        grain.form.interpolation = shape.interpolation;
        grain.gain_left = numbers.next() / std::sqrt(static_cast<double>(shape.overlap));
        grain.gain_right = 1.0 / std::sqrt(static_cast<double>(shape.overlap)) - grain.gain_left;
    }
}

std::vector<float> PoolWorkload::source()
{
    Numbers numbers(1);
    std::vector<float> samples(kSourceFrames);
    double state = 0.0;
    float peak = 0.0f;
    for (float& sample : samples) {
        state += 0.3 * (2.0 * numbers.next() - 1.0 - state);
        sample = static_cast<float>(state);
        peak = std::max(peak, std::abs(sample));
    }
    for (float& sample : samples)
        sample *= 0.5f / peak;
    return samples;
}

PoolConfig PoolWorkload::config(bool cached_windows) const
{
    PoolConfig config;
    // Lengths spread, so that more than the mean sounds at times.
    config.capacity = std::min(kMaxPoolGrains, shape_.overlap + shape_.overlap / 2 + 16);
    config.cached_windows = cached_windows ? config.cached_windows : 0;
    return config;
}

std::int64_t PoolWorkload::start(Pool& pool, std::int32_t frames) noexcept QUERN_RT
{
    if (shape_.grains_per_second <= 0.0)
        return 0;
    const double distance = kRate / shape_.grains_per_second;
    std::int64_t sounding = 0;
    for (; until_next_ < frames; until_next_ += distance) {
        GrainStart& grain = grains_[next_];
        next_ = next_ + 1 == grains_.size() ? 0 : next_ + 1;
        grain.offset = static_cast<std::int32_t>(until_next_);
        if (pool.start(grain) >= 0)
            sounding += static_cast<std::int64_t>(grain.length);
    }
    until_next_ -= frames;
    return sounding;
}

} // namespace quern::grain
