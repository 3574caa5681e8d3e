// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/life/rule.hpp"

namespace quern::life {

/// A field as bits, one plane for each thing known of a cell: bit i of word y * row_words + t is the cell
/// (64 t + i, y). Private to the CPU back end. kPlanePadding words before and behind every plane may be read;
/// what they hold does not matter. Planes of one set do not overlap.
struct PlaneSet {
    std::size_t row_words; ///< 1 ... kMaxRowWords
    std::size_t rows;      ///< at least 1
    std::uint64_t* alive;
    std::uint64_t* changed;
    std::uint64_t* births;
    std::uint64_t* deaths;
    std::uint64_t* team_low; ///< bit 0 of the team; like the next two, 0 for dead cells
    std::uint64_t* team_high;
    std::uint64_t* tag;
};
inline constexpr std::size_t kPlanePadding = 8;
inline constexpr std::size_t kMaxRowWords = 64;

/// A rule as kernels take it.
struct PlaneRule {
    /// Word n of `birth`: all ones where a dead cell with n neighbours comes alive. Of `differs`: where dead
    /// and living cells do not fare alike.
    std::array<std::uint64_t, 9> birth;
    std::array<std::uint64_t, 9> differs;
    bool is_conway;      ///< B3/S23, which has code of its own
    bool has_odd_births; ///< with other than three parents

    [[nodiscard]] static PlaneRule of(Rule rule) noexcept;
};

/// Loops over planes for one SimdTarget. All give the same bits. Each works in place: the planes hold the
/// generation before, then the one after.
struct PlaneKernels {
    /// `alive` alone.
    void (*step)(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT;
    /// `alive`; `changed` is where it differs from before.
    void (*step_changed)(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT;
    /// `alive`; `births` and `deaths`.
    void (*step_masks)(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT;
    /// Teams and tags after `step_changed`: those of the dead are cleared, and newborn cells inherit from
    /// three parents each. What a newborn cell with more or fewer parents gets does not matter.
    void (*inherit)(const PlaneSet& planes) noexcept QUERN_RT;
    /// `step_changed` and `inherit` in one pass.
    void (*step_full)(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT;
};

/// Those of the selected target.
[[nodiscard]] const PlaneKernels& plane_kernels() noexcept QUERN_RT;

extern const PlaneKernels kScalarPlaneKernels;
#if QUERN_SIMD
/// The build for a vector target of this processor family; null for other targets.
const PlaneKernels* vector_plane_kernels(dsp::SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::life
