// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "quern/core/result.hpp"
#include "quern/life/automaton.hpp"
#include "quern/life_gpu/readback_pool.hpp"

namespace quern::life {

struct GpuConfig {
    /// True: a context of its own, without window or screen, that is current only inside calls; whatever was
    /// current on the thread before is so again afterwards. False: the EGL context of OpenGL ES that is
    /// current where it is made, which must be current at every later call too and at its end; what a call
    /// changes in it, it puts back.
    bool own_context = true;
    ReadbackPoolConfig readback{};
    /// `advance` waits until its own changes have arrived, so that who polls once a generation misses none:
    /// for gates and offline rendering. Otherwise nothing but `settle` and `read` ever waits.
    bool wait = false;
    /// Fences of another make than the driver's: for tests. Kept as long as the automaton.
    std::shared_ptr<FenceSource> fences{};
    /// Asked once a generation, besides the driver: true means that the device was lost. For tests.
    std::function<bool()> device_lost{};
};

/// A field in the memory of a GPU, in OpenGL ES 3.0 by way of EGL: a texel a cell, and a pass of its own that
/// packs the changes of 64 cells into one texel (docs/spec/life.md §7). The same bits as the other back ends.
/// Errors: no EGL or no OpenGL ES on the machine, a driver without surfaceless contexts or without OpenGL ES
/// 3.0, no current context where one was to be used, textures that cannot be as large as the field, or a
/// build without this back end; all of code `unsupported`. A size or a pool that is out of range: `usage`.
///
/// A call that finds the device lost is an error, as is every one after it; nothing hangs.
[[nodiscard]] Result<std::unique_ptr<Automaton>> make_gpu(GridSize size, Rule rule,
                                                          const GpuConfig& config = {});

/// The renderer and version that `make_gpu` would work with, such as `llvmpipe (LLVM 15.0.6, 256 bits),
/// OpenGL ES 3.2 Mesa 22.3.6`; its errors.
[[nodiscard]] Result<std::string> describe_gpu(const GpuConfig& config = {});

} // namespace quern::life
