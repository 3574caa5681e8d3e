// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Which targets a file of vector code is compiled for, and how its tables are found. Included first by every
// such file; the macros are read anew in each of its passes.
#pragma once

// A file that defines QUERN_WANT_AVX3_DL beforehand has a second build for `avx512`, in which the bit
// operations of later processors (VBMI, VBMI2) are: QUERN_RETURN_TABLE prefers it where they run.
#if defined(QUERN_WANT_AVX3_DL)
#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS HWY_SSSE3
#else
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#endif
#if defined(__aarch64__)
#define TOOLCHAIN_MISS_SYS_AUXV_H // to Highway: no choice at run time, NEON is part of the architecture
#endif

/// Targets of four singles a vector.
#define QUERN_FOUR_LANES (HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_WASM)
/// Targets of 512 bits a vector, with masks and ternary logic.
#define QUERN_WIDE_AVX512 (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)
/// Targets that have code. Highway may pass over others, where a file is empty then.
#define QUERN_VECTOR_TARGET (QUERN_FOUR_LANES || HWY_TARGET == HWY_AVX2 || QUERN_WIDE_AVX512)
/// Targets without a fused multiply-add.
#define QUERN_EMULATED_FUSE (HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_WASM)

/// The body of a function that finds `table` for a SimdTarget: the address of the one in
/// HWY_NAMESPACE of that target, or null where this build has none. Used once per file, under HWY_ONCE, in
/// the namespace that HWY_NAMESPACE lies in.
#if defined(__x86_64__)
#if defined(QUERN_WANT_AVX3_DL)
#define QUERN_AVX512_TABLE(table) (quern::dsp::has_later_avx512() ? &N_AVX3_DL::table : &N_AVX3::table)
#else
#define QUERN_AVX512_TABLE(table) &N_AVX3::table
#endif
#define QUERN_RETURN_TABLE(target, table)                                                                    \
    switch (target) {                                                                                        \
    case quern::dsp::SimdTarget::avx512:                                                                     \
        return QUERN_AVX512_TABLE(table);                                                                    \
    case quern::dsp::SimdTarget::avx2:                                                                       \
        return &N_AVX2::table;                                                                               \
    case quern::dsp::SimdTarget::sse4:                                                                       \
        return &N_SSE4::table;                                                                               \
    default:                                                                                                 \
        return nullptr;                                                                                      \
    }
#elif defined(__aarch64__)
#define QUERN_RETURN_TABLE(target, table)                                                                    \
    return target == quern::dsp::SimdTarget::neon ? &N_NEON::table : nullptr
#else
#define QUERN_RETURN_TABLE(target, table)                                                                    \
    return target == quern::dsp::SimdTarget::wasm ? &N_WASM::table : nullptr
#endif
