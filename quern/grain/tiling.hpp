// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// A stretch of a recording, in seconds.
struct Window {
    float start = -1.0f;
    float end = -1.0f;
};

/// Most windows that one search offers.
inline constexpr std::size_t kMaxCandidates = 64;

/// Fills `out` with back-to-back windows of `length` seconds that lie in the gap [lo, hi] and in the region
/// [low, high] (docs/spec/grain.md §2). Single precision throughout: a window that fits on paper may round
/// out. Returns how many were written, at most `out.size()`. Values that are not finite give no window or
/// capped ones.
std::size_t tile(float lo, float hi, float length, float low, float high,
                 std::span<Window> out) noexcept QUERN_RT;

} // namespace quern::grain
