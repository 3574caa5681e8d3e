// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/texture.hpp"

namespace quern::bank {
namespace {

float unit_of(std::uint64_t bits) noexcept
{
    return static_cast<float>(bits & 0xFFFFFFu) * 0x1p-24f;
}

/// Mostly ordinary, rarely high: the fourth power of a uniform value spends little time near one.
float height_of(float u, float tail) noexcept
{
    return 0.4f + 0.6f * u + tail * (u * u) * (u * u) * (u * u);
}

} // namespace

std::uint64_t random_bits(std::uint64_t stream, std::uint64_t index) noexcept
{
    // Weyl step in each argument, then an invertible mix: multiply and fold, twice.
    std::uint64_t z = stream * 0xD1342543DE82EF95u + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93u;
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93u;
    return z ^ (z >> 32);
}

AsperityTrack::AsperityTrack(const Texture& texture, const Path& path, double start_m) noexcept
    : texture_(texture), path_(path)
{
    const double cells = (start_m - path.behind_m) / static_cast<double>(texture.spacing_m);
    cell_ = static_cast<std::int64_t>(cells) - 2;
    do
        advance();
    while (hit_.place_m < start_m);
}

void AsperityTrack::advance() noexcept
{
    ++cell_;
    const std::uint64_t ground = random_bits(path_.ground, static_cast<std::uint64_t>(cell_));
    const std::uint64_t own = random_bits(path_.own, static_cast<std::uint64_t>(cell_));
    const double jitter = static_cast<double>(texture_.spread * (unit_of(ground) - 0.5f));
    hit_.place_m = (static_cast<double>(cell_) + 0.5 + jitter) * static_cast<double>(texture_.spacing_m) +
                   path_.behind_m;
    const float shared = height_of(unit_of(ground >> 24), texture_.tail);
    const float alone = height_of(unit_of(own >> 24), texture_.tail);
    const float sign = (ground >> 63) != 0 ? -1.0f : 1.0f;
    hit_.height = sign * texture_.gain * (0.7f * shared + 0.3f * alone);
}

} // namespace quern::bank
