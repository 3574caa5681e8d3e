// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "quern/formats/xma/tables.hpp"

namespace quern::formats::xma {

using Spectrum = std::array<double, kBlockSize>;

/// Windowed transform of 256 samples, hop 128 (docs/formats/xma.md, "Transform"):
/// X[k] = -sum w[n] x[n] cos(pi/128 (n + 64.5)(k + 0.5)), w[n] = sin(pi/256 (n + 0.5)).
/// Doubles in a fixed order of additions, factors from our own series: the same bits on every machine.
Spectrum forward(std::span<const double, 2 * kBlockSize> samples) noexcept;

} // namespace quern::formats::xma
