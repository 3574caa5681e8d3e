// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Writes the native rendering to standard output as 32-bit floats, for run.mjs to compare with.
#include <cstdio>

#include "tests/wasm/short_ride.hpp"

int main()
{
    const auto samples = quern::test::short_ride();
    return samples.empty() ||
           std::fwrite(samples.data(), sizeof(float), samples.size(), stdout) != samples.size();
}
