// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

namespace quern::test {

/// Two seconds of a ride that passes through every part of the bed: both channels, 48 kHz, interleaved. The
/// same code makes the reference natively and runs as WebAssembly. Empty when the bed could not be made.
std::span<const float> short_ride();

} // namespace quern::test
