// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The exports of the WebAssembly proof: render once, then read the samples from memory.
#include <cstddef>

#include "tests/wasm/short_ride.hpp"

extern "C" {

[[clang::export_name("short_ride_samples")]] const float* short_ride_samples()
{
    return quern::test::short_ride().data();
}

[[clang::export_name("short_ride_size")]] std::size_t short_ride_size()
{
    return quern::test::short_ride().size();
}
}
