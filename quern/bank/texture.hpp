// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace quern::bank {

/// One scale of a surface's roughness: asperities strewn along the ground, on average one every `spacing_m`.
struct Texture {
    float spacing_m = 0.0f; ///< mean distance between two asperities; 0 = this scale is absent
    float spread = 1.0f;    ///< 0 = an exact grid, 1 = anywhere in its cell
    float gain = 0.0f;      ///< height of an ordinary asperity
    float tail = 0.0f;      ///< how much higher the rare high ones are
};

/// 64 random bits that depend on nothing but their two arguments: ground does not change when looked at
/// again.
std::uint64_t random_bits(std::uint64_t stream, std::uint64_t index) noexcept;

/// Uniform noise in [-1, 1), period 2^32 - 1.
class Noise {
public:
    explicit Noise(std::uint32_t seed) noexcept : state_(seed | 1u) {}
    float next() noexcept
    {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return static_cast<float>(static_cast<std::int32_t>(state_)) * 0x1p-31f;
    }

private:
    std::uint32_t state_;
};

/// An asperity under a wheel.
struct Hit {
    double place_m = 0.0; ///< where the board's front axle is when this wheel meets it
    float height = 0.0f;  ///< signed
};

/// The asperities one wheel meets, in order. The ground is a function of place: two wheels on the same stream
/// meet the same stones, the rear one a wheelbase later, and each adds what only its own path holds.
class AsperityTrack {
public:
    struct Path {
        std::uint64_t ground = 0; ///< stream shared by the wheels of this side
        std::uint64_t own = 0;    ///< stream of this wheel alone
        double behind_m = 0.0;    ///< how far the wheel runs behind the front axle
    };

    AsperityTrack(const Texture& texture, const Path& path, double start_m) noexcept;
    /// The next asperity ahead. Never behind the one before.
    [[nodiscard]] const Hit& ahead() const noexcept { return hit_; }
    void advance() noexcept;

private:
    Texture texture_;
    Path path_;
    std::int64_t cell_;
    Hit hit_;
};

} // namespace quern::bank
