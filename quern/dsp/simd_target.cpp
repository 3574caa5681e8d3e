// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/simd_target.hpp"

#include <array>
#include <atomic>
#include <cstddef>

#include "quern/dsp/kernel_builds.hpp"

namespace quern::dsp {
namespace {

constexpr std::array<std::string_view, 7> kNames{"emulated", "scalar", "sse4", "avx2",
                                                 "avx512",   "neon",   "wasm"};
constexpr int kUnset = -1;

// Unset until first use: no constructor runs, so static objects of other files may use kernels too.
constinit std::atomic<int> selected{kUnset};

} // namespace

bool has_fused_instruction() noexcept QUERN_RT
{
#if defined(__x86_64__)
    QUERN_RT_TRUSTED_BEGIN // reads the processor's feature words
    __builtin_cpu_init();
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
    QUERN_RT_TRUSTED_END
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

bool is_available(SimdTarget target) noexcept QUERN_RT
{
    if (target == SimdTarget::emulated || target == SimdTarget::scalar)
        return true;
#if QUERN_SIMD && defined(__x86_64__)
    QUERN_RT_TRUSTED_BEGIN // reads the processor's feature words
    __builtin_cpu_init();
    const bool sse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                      __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
                      __builtin_cpu_supports("pclmul");
    const bool avx2 =
        sse4 && has_fused_instruction() && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    QUERN_RT_TRUSTED_END
    return (target == SimdTarget::sse4 && sse4) || (target == SimdTarget::avx2 && avx2) ||
           (target == SimdTarget::avx512 && avx512);
#elif QUERN_SIMD && defined(__aarch64__)
    return target == SimdTarget::neon; // part of the architecture
#elif QUERN_SIMD && defined(__wasm_simd128__)
    return target == SimdTarget::wasm; // a host without it refuses the module
#else
    return false;
#endif
}

bool has_later_avx512() noexcept QUERN_RT
{
#if defined(__x86_64__)
    if (!is_available(SimdTarget::avx512)) {
        return false;
    }
    QUERN_RT_TRUSTED_BEGIN // reads the processor's feature words
        return __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("vaes") &&
        __builtin_cpu_supports("vpclmulqdq");
    QUERN_RT_TRUSTED_END
#else
    return false;
#endif
}

SimdTarget best_target() noexcept QUERN_RT
{
    SimdTarget best = SimdTarget::scalar;
    for (const SimdTarget target : kVectorTargets) {
        if (is_available(target))
            best = target;
    }
    return best;
}

SimdTarget selected_target() noexcept QUERN_RT
{
    int target = selected.load(std::memory_order_relaxed);
    if (target == kUnset) {
        target = static_cast<int>(best_target()); // every thread finds the same one
        selected.store(target, std::memory_order_relaxed);
    }
    return static_cast<SimdTarget>(target);
}

bool select_target(SimdTarget target) noexcept QUERN_RT
{
    if (!is_available(target))
        return false;
    selected.store(static_cast<int>(target), std::memory_order_relaxed);
    return true;
}

std::optional<SimdTarget> target_named(std::string_view name) noexcept QUERN_RT
{
    if (name == "best")
        return best_target();
    for (std::size_t i = 1; i < kNames.size(); ++i) { // the emulation is for tests
        if (name == kNames[i])
            return static_cast<SimdTarget>(i);
    }
    return std::nullopt;
}

std::string_view name_of(SimdTarget target) noexcept QUERN_RT
{
    return kNames[static_cast<std::size_t>(target)];
}

} // namespace quern::dsp
