// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::life {

/// The loop of BirthStamps for one SimdTarget. All write the same.
struct BirthKernels {
    /// Writes `now` for every cell that is born: bit i of word w of changed & alive is that of stamps[64 w +
    /// i].
    void (*stamp)(const std::uint64_t* changed, const std::uint64_t* alive, std::size_t words,
                  std::uint16_t now, std::uint16_t* stamps) noexcept QUERN_RT;
};

/// Those of the selected target.
[[nodiscard]] const BirthKernels& birth_kernels() noexcept QUERN_RT;

#if QUERN_SIMD
/// The build for a vector target of this processor family; null for other targets.
const BirthKernels* vector_birth_kernels(dsp::SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::life
