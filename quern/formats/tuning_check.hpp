// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "quern/bed/tuning.hpp"
#include "quern/formats/tuning_fields.hpp"

namespace quern::formats {

/// A value that may not stand: `field` and, where two values disagree, `partner` are full field names.
struct TuningComplaint {
    std::string field;
    std::string partner;
    std::string message; ///< "surface.wood_ramp_hard.max_kmh: found -3, expected 1 to 300 km/h"
};

/// The first value outside its range, non-finite, or at odds with another (a ramp that ends before it
/// starts). For tunings made by a program; read_tuning has done it already.
std::optional<TuningComplaint> check_tuning(const bed::Tuning& tuning);

/// Whether one value of `field` is allowed.
bool in_range(const TuningField& field, float value) noexcept;

} // namespace quern::formats
