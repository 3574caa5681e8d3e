// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/ride_constants.hpp"
#include "quern/formats/ride_readers.hpp"
#include "quern/formats/ride_surface.hpp"

namespace quern::formats {

// The acts of a scripted ride, as a file names them (docs/rides.md §4). All speeds in m/s.

struct Accelerate {
    double to_mps = 0.0;
    double seconds = 0.0;
};
struct Push {
    int count = 1;
    double cadence_s = 0.0;
    double gain_mps = 0.0;
};
struct Coast { ///< also `turn` and `wait`
    double seconds = 0.0;
    bool drag = true;
};
struct Brake {
    double to_mps = 0.0;
    double mps2 = 0.0;
};
struct Ollie {
    double air_s = 0.0;
};
struct Manual {
    double seconds = 0.0;
    bool nose = false;
};
struct Grind {
    double seconds = 0.0;
};
struct Ground { ///< an instant: the front truck enters another surface
    SurfaceChoice surface;
};
struct Seam { ///< an instant: the front truck enters another pattern
    int pattern = 0;
};
struct Slope { ///< an instant: the road begins to rise or fall
    double percent = 0.0;
};
struct PassBy {
    double seconds = 0.0;
    double distance_m = 0.0;
    bool right = true; ///< the camera stands at the right edge of the road
};

struct Act {
    std::variant<Accelerate, Push, Coast, Brake, Ollie, Manual, Grind, Ground, Seam, Slope, PassBy> what;
    double turn = 0.0; ///< steering held during the act
};

struct Script {
    std::string name;
    SurfaceChoice surface; ///< under all wheels at the start
    double speed_mps = 0.0;
    bool soft = false;
    std::vector<Act> acts;
};

/// Reads the acts; errors at file:line:column.
Result<Script> parse_script(std::string_view text, const RideContext& context);

/// Rides the script through, one state per control frame from its start to its end. Stops after `most`
/// frames.
std::vector<bed::RiderState> play_script(const Script& script, const RideContext& context, std::size_t most);

} // namespace quern::formats
