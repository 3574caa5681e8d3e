// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "quern/core/result.hpp"

namespace quern::formats {

/// How positions and times of a GPX track become motion. Defaults: data/rides.toml, section [gpx].
struct GpxConstants {
    double smooth_s = 1.5;         ///< width of the smoothing of speed and heading
    double max_kmh = 250.0;        ///< faster between two points: a jump, the point is left out
    double jump_mps2 = 12.0;       ///< a change of speed above this between two points: a jump
    double accelerate_mps2 = 4.0;  ///< limit of the resulting speed curve, upwards
    double brake_mps2 = 8.0;       ///< limit of the resulting speed curve, downwards
    double rest_mps = 0.3;         ///< slower between two points: standing
    double jitter_mps = 1.5;       ///< a path slower than this that leads nowhere: standing
    double heading_min_m = 2.0;    ///< shorter steps have no heading of their own
    double turn_dead_deg_s = 6.0;  ///< heading rate up to which a road counts as straight
    double turn_full_deg_s = 60.0; ///< heading rate of full steering
    double grade_window_m = 60.0;  ///< length over which a grade is taken
    double grade_limit_percent = 25.0;
    double max_pause_s = 10.0; ///< pauses between segments are shortened to this
    double long_gap_s = 120.0; ///< a longer standstill inside a segment is shortened to max_pause_s
    double assumed_kmh = 20.0; ///< speed of a track without any times
};

/// The physics of scripted rides. Defaults: data/rides.toml, section [script].
struct ScriptConstants {
    double rolling_mps2 = 0.15; ///< deceleration by rolling
    double air_per_m = 0.0035;  ///< deceleration by air: this times speed squared
    double brake_mps2 = 3.0;
    double grind_mps2 = 1.0;       ///< deceleration on a rail
    double push_s = 0.35;          ///< how long the foot stands on the ground
    double push_cadence_s = 1.0;   ///< from plant to plant
    double push_gain_kmh = 4.0;    ///< speed won by one push
    double wheelbase_m = 0.36;     ///< front to back truck
    double turn_full_deg_s = 90.0; ///< heading rate of full steering
    double lateral_max_mps2 = 6.0; ///< sideways acceleration at which steering stops to tighten the turn
    double turn_ease_s = 0.25;     ///< into and out of a turn
    double slope_ease_s = 0.5;     ///< into another slope
    double camera_height_m = 1.5;  ///< of a pass-by
};

struct RideConstants {
    double slope_per_percent = 0.5; ///< RiderState::slope per percent of grade, uphill positive
    GpxConstants gpx{};
    ScriptConstants script{};
};

/// The constants compiled in from data/rides.toml.
const RideConstants& default_ride_constants();

/// Reads a replacement of data/rides.toml; what it does not mention keeps its compiled-in value.
/// Errors name `file:line:column`, the field, the value found and the range allowed.
Result<RideConstants> read_ride_constants(const std::string& path);
Result<RideConstants> read_ride_constants_text(std::string_view text, const std::string& name);

} // namespace quern::formats
