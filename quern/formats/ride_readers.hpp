// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quern/formats/ride.hpp"
#include "quern/formats/ride_surface.hpp"

namespace quern::formats {

/// What every reader needs, with the options checked and resolved.
struct RideContext {
    std::string name; ///< as messages call the text
    const RideOptions& options;
    const bed::Tuning& tuning;
    std::optional<SurfaceChoice> surface; ///< RideOptions::surface, understood

    /// Frames per second.
    [[nodiscard]] double rate() const { return options.control_rate_hz; }
    /// An error at the file as a whole.
    [[nodiscard]] Error error(const std::string& message) const
    {
        return {Error::Code::bad_input, name, message};
    }
};

/// How many frames a ride that lasts from 0 to `last_s` has, cut at RideOptions::to_s. Refuses spans beyond
/// kMaxInputHours and what is still longer than kMaxRideHours.
Result<std::size_t> frame_count(double last_s, const RideContext& context);

/// Rides, cut and with the surface override applied; names of rides are set by the caller.
Result<Ride> read_csv_ride(std::string_view text, const RideContext& context);
Result<Ride> read_gpx_ride(std::string_view text, const RideContext& context);
Result<Ride> read_script_ride(std::string_view text, const RideContext& context);

} // namespace quern::formats
