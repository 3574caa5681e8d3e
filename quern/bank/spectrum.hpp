// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <vector>

namespace quern::bank {

/// Power of each bin 0..size/2 of a real signal, zero-padded to `size` frames (a power of two, not below the
/// signal's length). Not scaled.
std::vector<double> power_spectrum(std::span<const double> signal, std::size_t size);

/// Autocorrelation at lags 0..signal.size()-1, scaled to 1 at lag 0; zeros for silence.
std::vector<double> autocorrelation(std::span<const double> signal);

/// Half a cosine wave up and down: the window that keeps a loud low note out of the far bins.
std::vector<double> hann_window(std::size_t size);

} // namespace quern::bank
