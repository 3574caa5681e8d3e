// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/core/rt.hpp"

namespace quern::dsp {

struct SinePair {
    float sine;
    float cosine;
};

/// Sine and cosine of a filter angle: the C library's in double, each rounded once. Real-time safe.
[[nodiscard]] SinePair sine_pair(float angle) noexcept QUERN_RT;

} // namespace quern::dsp
