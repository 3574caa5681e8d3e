// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/birth_stamps.hpp"

#include "quern/life/birth_kernels.hpp"

namespace quern::life {
namespace {

/// Generations after which stamps are looked at: with the 255 that an old one keeps, below 2^16.
constexpr std::uint32_t kClampEvery = 1u << 15;

} // namespace

void BirthStamps::advance(const std::uint64_t* changed, const std::uint64_t* alive,
                          std::uint32_t now) noexcept
{
    if (now % kClampEvery == 0)
        clamp(now);
    birth_kernels().stamp(changed, alive, stamps_.size() / 64, static_cast<std::uint16_t>(now),
                          stamps_.data());
}

/// Makes the oldest 255 generations old, before 16 bits lose count of them.
void BirthStamps::clamp(std::uint32_t now) noexcept
{
    for (std::size_t cell = 0; cell < stamps_.size(); ++cell)
        set_age(cell, age(cell, now), now);
}

} // namespace quern::life
