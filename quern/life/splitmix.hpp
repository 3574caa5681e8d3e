// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern::life {

/// What splitmix64 adds to its state in each step.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15u;

/// What splitmix64 makes of its state: a bijection of 64 bits in which every bit depends on every other.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) noexcept QUERN_RT
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/// The generator splitmix64: any state is a good one, and the n-th draw after it can be computed alone.
class SplitMix {
public:
    explicit constexpr SplitMix(std::uint64_t state) noexcept : state_(state) {}
    /// The one that chooses among the events of a generation (docs/spec/life.md §5).
    [[nodiscard]] static constexpr SplitMix of_generation(std::uint64_t seed,
                                                          std::uint32_t generation) noexcept QUERN_RT
    {
        return SplitMix(mix64(seed ^ mix64(generation + kSplitMixStep)));
    }
    constexpr std::uint64_t draw() noexcept QUERN_RT { return mix64(state_ += kSplitMixStep); }
    /// Uniform in 0 ... bound - 1, without bias: products of the upper 32 bits, and those refused that would
    /// make some results likelier (docs/spec/life.md §5). The bound is at least 1.
    constexpr std::uint32_t below(std::uint32_t bound) noexcept QUERN_RT
    {
        std::uint64_t product = (draw() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t least = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < least)
                product = (draw() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    std::uint64_t state_;
};

} // namespace quern::life
