// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern {

/// The step of splitmix64 from state to state: 2^64 over the golden ratio, made odd.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15u;

/// The output of splitmix64 for a state: every bit of it decides about every bit of the result. Chances that
/// must not depend on the order of draws are taken from numbers instead of from a generator by it.
[[nodiscard]] constexpr std::uint64_t split_mix(std::uint64_t state) noexcept QUERN_RT
{
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    state = (state ^ state >> 27) * 0x94D049BB133111EBu;
    return state ^ state >> 31;
}

} // namespace quern
