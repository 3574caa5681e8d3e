// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/kernels.hpp"

#include <atomic>

#include "quern/dsp/kernel_builds.hpp"

namespace quern::dsp {
namespace {

// Null until first use: no constructor runs, so static objects of other files may use kernels too.
constinit std::atomic<const Kernels*> chosen{nullptr};

const Kernels* fastest() noexcept QUERN_RT
{
#if QUERN_HARDWARE_KERNELS
    if (has_fused_instruction())
        return &kHardwareKernels;
#endif
    return &kEmulatedKernels;
}

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

const Kernels& kernels() noexcept QUERN_RT
{
    const Kernels* table = chosen.load(std::memory_order_relaxed);
    if (table == nullptr) {
        table = fastest(); // every thread finds the same one
        chosen.store(table, std::memory_order_relaxed);
    }
    return *table;
}

void select_kernels(FusedPath path) noexcept QUERN_RT
{
    chosen.store(path == FusedPath::emulated ? &kEmulatedKernels : fastest(), std::memory_order_relaxed);
}

} // namespace quern::dsp
