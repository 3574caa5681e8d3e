// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_stream.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quern/core/elementary.hpp"

namespace quern::grain {
namespace {

constexpr double kPerWord = 1.0 / 4294967296.0;
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kGridSlack = 1e-9; // a line that rounding has put just behind the block's edge

} // namespace

void CloudStream::begin(std::uint32_t seed, std::uint32_t number) noexcept QUERN_RT
{
    // The golden ratio's bits spread neighbouring numbers over all seeds.
    QUERN_RT_TRUSTED_BEGIN // sixty-four draws, nothing else
        generator_ = Generator::seeded(seed + number * 0x9E3779B9u);
    QUERN_RT_TRUSTED_END
    wait_ = 0.0;
    fresh_ = true;
}

void CloudStream::enter(const CloudClock& clock, std::size_t offset) noexcept QUERN_RT
{
    const double from = static_cast<double>(offset);
    const bool fresh = std::exchange(fresh_, false);
    if (!clock.on_grid) {
        on_grid_ = false;
        next_ = from + wait_ / clock.rate;
        return;
    }
    if (!std::exchange(on_grid_, true) || fresh || clock.new_grid)
        line_ = std::ceil(clock.line + clock.rate * from - kGridSlack);
    next_ = std::max((line_ - clock.line) / clock.rate, from);
}

CloudChance CloudStream::take(const CloudClock& clock) noexcept QUERN_RT
{
    const double u = (static_cast<double>(generator_.draw()) + 1.0) * kPerWord; // 0 < u <= 1
    if (clock.on_grid) {
        line_ += 1.0;
        next_ = std::max((line_ - clock.line) / clock.rate, 0.0);
    } else {
        const double random = clock.irregularity > 0.0 ? -kLn2 * log2_of(u) : 0.0;
        next_ += (1.0 + clock.irregularity * (random - 1.0)) / clock.rate;
    }
    const auto unit = [this]() noexcept QUERN_RT {
        return static_cast<double>(generator_.draw()) * kPerWord;
    };
    CloudChance chance;
    chance.spray = 2.0 * unit() - 1.0;
    chance.pitch = 2.0 * unit() - 1.0;
    chance.pan = 2.0 * unit() - 1.0;
    chance.reverse = unit();
    chance.shape = unit();
    return chance;
}

void CloudStream::leave(std::size_t frames, const CloudClock& clock) noexcept QUERN_RT
{
    if (!clock.on_grid)
        wait_ = std::max(next_ - static_cast<double>(frames), 0.0) * clock.rate;
}

} // namespace quern::grain
