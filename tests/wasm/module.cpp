// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The exports of the WebAssembly proof: render once, then read the samples from memory.
#include <cstddef>

#include "tests/wasm/short_ride.hpp"

namespace {

std::span<const float> rendered()
{
    static const std::span<const float> samples = quern::test::short_ride();
    return samples;
}

} // namespace

extern "C" {

[[clang::export_name("short_ride_samples")]] const float* short_ride_samples()
{
    return rendered().data();
}

[[clang::export_name("short_ride_size")]] std::size_t short_ride_size()
{
    return rendered().size();
}
}
