// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/records.hpp"

#include <algorithm>
#include <cmath>

#include "quern/bed/slope.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::bed {
namespace {

/// Share of the downhill layer that this speed lets through.
float downhill_ramp(float speed, float ramp_kmh) noexcept
{
    return ramp_kmh > 0.0f ? limited((speed / ramp_kmh) * kKmhPerMps, 0.0f, 1.0f) : 1.0f;
}

float trim_of(float level_db) noexcept
{
    return static_cast<float>(std::pow(10.0, static_cast<double>(level_db) / 20.0));
}

} // namespace

float speed_fraction(float speed, float max_kmh) noexcept
{
    return limited((speed / max_kmh) * kKmhPerMps, 0.0f, 1.0f);
}

float position_a(float fraction, const std::array<float, 4>& points) noexcept
{
    const float u = 1.0f - fraction;
    const float s = 1.0f - u; // not the fraction itself: 1 - (1 - t) rounds
    const float inner = dsp::fused(points[2], s, points[1] * u);
    const float middle = (inner * s) * u;
    const float ends = ((s * s) * s) * points[3];
    return dsp::fused((u * u) * u, points[0], dsp::fused(middle, 3.0f, ends));
}

float position_b(float a, float behind) noexcept
{
    const float b = a - behind;
    return b > 0.0f ? b : 0.0f;
}

std::array<grain::PlayerRecord, 2> make_records(const RecordInputs& in, const SurfaceTuning& surface,
                                                const SurfaceTuning& primary) noexcept
{
    const float speed = in.pushing ? in.speed * in.push_scale : in.speed;
    grain::PlayerRecord a;
    grain::PlayerRecord b;
    a.position = position_a(speed_fraction(speed, surface.max_kmh), surface.position);
    b.position = position_b(a.position, in.b_behind_a);
    a.pitch = b.pitch = static_cast<float>(in.pitch) / 4096.0f;

    // The order of the factors is part of the bits: special gain, then seam, then the downhill term.
    a.gain = (static_cast<float>(in.level_a) * kPerLevelWord) * (1.0f - std::max(in.intensity, in.brake));
    b.gain = in.intensity * (static_cast<float>(in.level_b) * kPerLevelWord);
    if (in.special)
        a.gain *= surface.special_gain;
    if (in.seam_active) {
        a.gain *= in.seam_gain;
        b.gain *= in.seam_gain;
    }
    if (in.down > 0.0f) {
        const float ramp = downhill_ramp(speed, primary.slope_ramp_kmh);
        b.gain = dsp::fused((in.down * ramp) * primary.slope_gain, a.gain, b.gain);
    }
    b.gain = std::min(b.gain, 1.0f);
    if (surface.level_db != 0.0f) {
        const float trim = trim_of(surface.level_db);
        a.gain *= trim;
        b.gain *= trim;
    }
    return {a, b};
}

} // namespace quern::bed
