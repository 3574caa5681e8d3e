// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// The frequency shifter's sine and cosine (docs/spec/signal.md §4.13): reduction to one turn, eleven Taylor
/// terms, fused. Within 6e-7 of the true values for a few turns. Powers of the reduced angle that are too
/// small to change a result are taken as zero, so no subnormal arises and all targets agree. Same lengths.
/// Real-time safe.
void sin_cos(std::span<const float> angle, std::span<float> sine, std::span<float> cosine) noexcept QUERN_RT;

} // namespace quern::dsp
