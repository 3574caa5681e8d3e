// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Limits every sample to [-level, level]; a level of 100 and above, or NaN, passes the block unchanged
/// (docs/spec/signal.md §4.12). Real-time safe.
void clip(std::span<float> io, float level) noexcept QUERN_RT;

} // namespace quern::dsp
