// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The exports of the WebAssembly proof: render once, then read the samples from memory.
#include <cstddef>
#include <vector>

#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
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

/// Samples whose bits are not the same with every target; all of them where a target is missing.
[[clang::export_name("short_ride_target_differences")]] std::size_t short_ride_target_differences()
{
    using quern::dsp::SimdTarget;
    const std::vector<float> best(rendered().begin(), rendered().end());
    std::size_t differences = 0;
    for (const SimdTarget target : {SimdTarget::emulated, SimdTarget::scalar, SimdTarget::wasm}) {
        if (!quern::dsp::select_target(target))
            return best.size();
        const auto samples = quern::test::short_ride();
        for (std::size_t k = 0; k < best.size(); ++k)
            differences += quern::to_bits(samples[k]) != quern::to_bits(best[k]);
    }
    return differences;
}
}
