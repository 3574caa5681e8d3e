// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"
#include "quern/mix/bus.hpp"

namespace quern::mix {

/// One block to interleaved stereo: 0.707 of the fronts, half of centre and surrounds, no low-frequency
/// channel; limited to [-1, 1] (docs/spec/signal.md §7). NaN would pass: nothing upstream may produce one.
/// Real-time safe.
void write_stereo(const SixBus& bus, std::span<float, 2 * kBlockFrames> out) noexcept QUERN_RT;

/// One block to six interleaved channels in file order FL FR FC LFE SL SR, limited to [-1, 1]. Real-time
/// safe.
void write_six(const SixBus& bus, std::span<float, 6 * kBlockFrames> out) noexcept QUERN_RT;

} // namespace quern::mix
