// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/seam_gain.hpp"

#include <cmath>

namespace quern::bed {
namespace {

constexpr float kStep = 0.01f; // gains are drawn in hundredths

float draw_gain(const SeamRow& row, Generator& generator, bool low_draw) noexcept
{
    const float span = (row.gain_high - row.gain_low) * 100.0f;
    // The original cuts the span and draws below it, so the far bound is out of reach (0.62 of 0.8..0.6).
    // Without the quirk the span is rounded and its end can be drawn.
    const auto range = static_cast<std::int32_t>(low_draw ? span : std::round(span));
    if (range == 0)
        return row.gain_low;
    const std::uint32_t count = static_cast<std::uint32_t>(range < 0 ? -range : range) + (low_draw ? 0u : 1u);
    const float away = static_cast<float>(generator.draw() % count) * kStep;
    return range < 0 ? row.gain_low - away : row.gain_low + away;
}

float draw_ms(const SeamRow& row, Generator& generator) noexcept
{
    const auto first = static_cast<std::int32_t>(row.ms_low);
    const auto span = static_cast<std::int32_t>(row.ms_high) - first;
    if (span == 0)
        return static_cast<float>(first);
    const auto count = static_cast<std::uint32_t>(span < 0 ? -span : span);
    return static_cast<float>(first + static_cast<std::int32_t>(generator.draw() % count));
}

} // namespace

bool SeamGain::look(int pattern, const SeamRow& row, Generator& generator, const Fidelity& fidelity) noexcept
{
    if (pattern == pattern_)
        return false;
    pattern_ = pattern;
    active_ = row.gain_low != 1.0f || row.gain_high != 1.0f;
    if (active_) {
        const float gain = draw_gain(row, generator, fidelity.seam_low_draw != 0);
        const float ms = draw_ms(row, generator);
        envelope_.reset();
        envelope_.add(1.0f, gain, ms);
    }
    return true;
}

} // namespace quern::bed
