// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <gtest/gtest.h>

namespace quern::test {

/// What happened on this thread while a trap was armed.
struct RtCounts {
    std::uint64_t allocations = 0; ///< malloc, calloc, realloc, aligned forms and operator new
    std::uint64_t frees = 0;       ///< of a non-null pointer
    std::uint64_t locks = 0;       ///< mutex, read-write lock, condition wait
    [[nodiscard]] std::uint64_t total() const { return allocations + frees + locks; }
};

/// A piece of memory that was allocated while a trap was armed.
struct RtBlock {
    const void* data;
    std::size_t bytes;
};

/// Counts what an audio thread must not do, from construction to destruction, on this thread only. The
/// program that links this file has its C library calls replaced by counting ones. Under a sanitizer, which
/// replaces the same calls, nothing is counted: ask `works()` and skip.
class RtTrap {
public:
    RtTrap();
    ~RtTrap();
    RtTrap(const RtTrap&) = delete;
    RtTrap& operator=(const RtTrap&) = delete;

    [[nodiscard]] RtCounts counts() const;
    /// What has been allocated, the first of it, and not been freed. Valid as long as the trap.
    [[nodiscard]] std::span<const RtBlock> blocks() const;
    [[nodiscard]] static bool works();
};

/// Runs `work` in a trap: success when it allocated, freed and locked nothing.
testing::AssertionResult is_real_time_safe(const std::function<void()>& work);

} // namespace quern::test
