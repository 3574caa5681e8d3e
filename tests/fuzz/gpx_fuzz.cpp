// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/ride.hpp"

/// Any text as a GPX track: refused, or frames that a board can have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    quern::formats::RideOptions options;
    options.format = quern::formats::RideFormat::gpx;
    options.control_rate_hz = 30.0;
    options.to_s = 60.0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto ride = quern::formats::read_ride_text(text, "fuzz.gpx", options);
    if (!ride)
        return 0;
    for (const auto& frame : ride->frames) {
        const bool sane = frame.ground_speed >= 0.0f && frame.ground_speed <= 150.0f &&
                          std::abs(frame.turn) <= 1.0f && std::isfinite(frame.slope) &&
                          std::isfinite(frame.heading_rate) && std::isfinite(frame.board_position.y);
        if (!sane)
            std::abort();
    }
    return 0;
}
