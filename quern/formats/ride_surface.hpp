// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quern/bed/rider_state.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::formats {

/// What a wheel stands on, as a ride file names it.
struct SurfaceChoice {
    int material = bed::kNoMaterial; ///< 0..143
    std::optional<bool> soft;        ///< given by a name ending in _soft or _hard
};

/// Understands `wood_ramp`, `wood_ramp_soft` (a recording of the tuning's surfaces), `surface:4` (a rolling
/// surface 0..13), `tag:57` (a material plus one; tag 0 is nothing) and `none`. Nothing when the text names
/// no surface.
std::optional<SurfaceChoice> surface_named(std::string_view text, const bed::Tuning& tuning);

/// All that `surface_named` understands, for messages.
std::string surface_names(const bed::Tuning& tuning);

/// A material in a form that reads back to itself under every tuning: `tag:57` or `none`.
std::string material_text(int material);

} // namespace quern::formats
