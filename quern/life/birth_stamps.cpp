// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/birth_stamps.hpp"

#include <bit>

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
    const auto stamp = static_cast<std::uint16_t>(now);
    const std::size_t words = stamps_.size() / 64;
    for (std::size_t word = 0; word < words; ++word) {
        std::uint16_t* const stamps = stamps_.data() + 64 * word;
        for (std::uint64_t born = changed[word] & alive[word]; born != 0; born &= born - 1)
            stamps[std::countr_zero(born)] = stamp;
    }
}

/// Makes the oldest 255 generations old, before 16 bits lose count of them.
void BirthStamps::clamp(std::uint32_t now) noexcept
{
    for (std::size_t cell = 0; cell < stamps_.size(); ++cell)
        set_age(cell, age(cell, now), now);
}

} // namespace quern::life
