// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "quern/core/rt.hpp"

namespace quern::dsp {

/// Which instructions the sound is computed with. All give the same bits. `emulated` and `scalar` take one
/// value at a time: with fused steps computed in double, and with the processor's own instruction where it
/// has one.
enum class SimdTarget : std::uint8_t { emulated, scalar, sse4, avx2, avx512, neon, wasm };

/// All of them, and those that compute in vectors; narrow before wide. A build has code for the vector
/// targets of its processor family.
inline constexpr std::array kTargets{SimdTarget::emulated, SimdTarget::scalar, SimdTarget::sse4,
                                     SimdTarget::avx2,     SimdTarget::avx512, SimdTarget::neon,
                                     SimdTarget::wasm};
inline constexpr std::span kVectorTargets = std::span(kTargets).subspan<2>();

/// Whether this build holds code for the target and this processor runs it.
[[nodiscard]] bool is_available(SimdTarget target) noexcept QUERN_RT;
/// The widest one available. In force until another is selected.
[[nodiscard]] SimdTarget best_target() noexcept QUERN_RT;
/// Chooses for the whole process, from the next block on. False, and nothing changes, where the target is not
/// available.
bool select_target(SimdTarget target) noexcept QUERN_RT;
[[nodiscard]] SimdTarget selected_target() noexcept QUERN_RT;

/// `scalar`, `sse4`, `avx2`, `avx512`, `neon`, `wasm`, or `best` for the widest available; nothing for any
/// other name.
[[nodiscard]] std::optional<SimdTarget> target_named(std::string_view name) noexcept QUERN_RT;
[[nodiscard]] std::string_view name_of(SimdTarget target) noexcept QUERN_RT;
/// Whether the processor has a fused multiply-add that this build can use.
[[nodiscard]] bool has_fused_instruction() noexcept QUERN_RT;
/// Whether `avx512` is available with what came after its first processors: VBMI, VBMI2, VPOPCNTDQ, BITALG,
/// VAES, VPCLMULQDQ.
[[nodiscard]] bool has_later_avx512() noexcept QUERN_RT;

} // namespace quern::dsp
