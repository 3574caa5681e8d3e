// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <vector>

#include <benchmark/benchmark.h>

namespace quern::bench {

/// CPU time of the calling thread: other work on the machine is not in it.
inline double thread_seconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Clock cycles a nanosecond, by multiplications that wait for each other: three cycles each.
inline double clock_ghz()
{
    constexpr int kSteps = 200000;
    double best = 1e9;
    for (int round = 0; round < 20; ++round) {
        std::uint64_t value = 3;
        const double begin = thread_seconds();
        for (int i = 0; i < kSteps; ++i) {
            value *= 0x9E3779B97F4A7C15u;
            benchmark::DoNotOptimize(value);
        }
        best = std::min(best, thread_seconds() - begin);
    }
    return 3.0 * kSteps / (best * 1e9);
}

/// Of at least one value.
inline double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

} // namespace quern::bench
