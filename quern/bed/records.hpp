// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "quern/bed/tuning.hpp"
#include "quern/grain/player_params.hpp"

namespace quern::bed {

/// What the records of one truck's two players are made from. Words are those of the mix provider.
struct RecordInputs {
    float speed = 0.0f;      ///< m/s, magnitude
    bool pushing = false;    ///< the push scale runs
    float push_scale = 1.0f; ///< used while pushing
    float intensity = 0.0f;  ///< turn, 0..1
    float brake = 0.0f;      ///< 0..1
    float down = 0.0f;       ///< D, 0..1
    bool special = false;    ///< manual or trick latch
    bool seam_active = false;
    float seam_gain = 1.0f; ///< used while seam_active
    int level_a = 0;        ///< 15-bit words
    int level_b = 0;
    int pitch = 4096; ///< 4096 = unity
    float b_behind_a = 0.1f;
};

/// `speed` as a fraction of the surface's top speed, 0..1.
float speed_fraction(float speed, float max_kmh) noexcept;
/// Read position of player A: a cubic Bezier over the speed fraction. May leave [0, 1] slightly.
float position_a(float fraction, const std::array<float, 4>& points) noexcept;
/// Read position of player B, `behind` A and never below 0.
float position_b(float a, float behind) noexcept;
/// Records of A and B (docs/spec/control.md §11). `surface` is the truck's own tuning, `primary` the primary
/// truck's.
std::array<grain::PlayerRecord, 2> make_records(const RecordInputs& in, const SurfaceTuning& surface,
                                                const SurfaceTuning& primary) noexcept;

} // namespace quern::bed
