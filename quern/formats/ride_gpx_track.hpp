// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/ride_constants.hpp"
#include "quern/formats/ride_text.hpp"

namespace quern::formats {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// One point of a track as the file has it; what is missing is NaN.
struct GpxPoint {
    double latitude_deg = 0.0;
    double longitude_deg = 0.0;
    double elevation_m = kUnknown;
    double time_s = kUnknown;    ///< since 1970
    double speed_mps = kUnknown; ///< of a <speed> element
    std::size_t line = 0;
    bool after_jump = false; ///< set by the repair: the way from the point before is not counted
};

using GpxSegment = std::vector<GpxPoint>;

/// A GPX document: its tracks' segments in order (its routes, when there is no track).
struct GpxDocument {
    std::string name;
    std::vector<GpxSegment> segments;
};

/// Parses GPX 1.0 or 1.1. Points without a valid place are left out and noted.
Result<GpxDocument> parse_gpx(std::string_view text, const std::string& file, NoteBook& notes);

/// Metres between two points on a sphere.
double distance_m(const GpxPoint& a, const GpxPoint& b);
/// Direction from a to b, radians clockwise from north.
double bearing_rad(const GpxPoint& a, const GpxPoint& b);

/// A point on the repaired time line.
struct TrackKnot {
    double time_s = 0.0; ///< from 0, strictly growing
    double way_m = 0.0;  ///< along the track, never falling
    double elevation_m = kUnknown;
    double speed_mps = kUnknown;
    double bearing_rad = kUnknown; ///< towards the next knot, where that is far enough away
    std::size_t line = 0;
};

/// Makes one time line of all segments: times that are missing, equal or run backwards, jumps of the
/// position, jitter at rest, pauses. Every repair is noted. Errors when fewer than two points remain.
Result<std::vector<TrackKnot>> repair_track(std::vector<GpxSegment> segments, const std::string& file,
                                            const GpxConstants& constants, NoteBook& notes);

} // namespace quern::formats
