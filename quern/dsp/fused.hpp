// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// a*b + c with one rounding, from double arithmetic alone: the bits of a hardware fused multiply-add for
/// every input, subnormal results included (NaN payloads aside). For targets whose processors have no such
/// instruction.
inline float fused_emulated(float a, float b, float c) noexcept QUERN_RT
{
    // 24 x 24 bits fit a double: the product is exact, only the sum rounds.
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const double addend = static_cast<double>(c);
    double sum = product + addend;
    // A second rounding to single goes wrong only where the rounded double sits on a halfway point of the
    // singles, or below their normal range, where the halfway points lie elsewhere.
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum);
    constexpr std::uint64_t kTail = (std::uint64_t{1} << 29) - 1;
    constexpr std::uint64_t kHalfway = std::uint64_t{1} << 28;
    constexpr std::uint64_t kSmallestNormal = std::bit_cast<std::uint64_t>(0x1p-126);
    const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63);
    if ((bits & kTail) != kHalfway && (magnitude >= kSmallestNormal || magnitude == 0)) [[likely]]
        return static_cast<float>(sum);
    // What the sum lost, exactly (two-sum); then round to odd: an inexact even sum moves one step towards the
    // truth.
    const double back = sum - product;
    const double error = (product - (sum - back)) + (addend - back);
    if (error != 0.0 && (bits & 1) == 0) {
        const bool grows = (error > 0.0) == (sum > 0.0);
        sum = std::bit_cast<double>(grows ? bits + 1 : bits - 1);
    }
    return static_cast<float>(sum);
}

/// a*b + c with one rounding in code that runs a few times a block: the instruction where the build targets
/// it, else the emulation. Never the C library, whose version is slow on x86-64 and inexact on some
/// WebAssembly hosts.
inline float fused(float a, float b, float c) noexcept QUERN_RT
{
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_fmaf(a, b, c);
#else
    return fused_emulated(a, b, c);
#endif
}

} // namespace quern::dsp
