// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/ride.hpp"

/// Any text as a CSV ride: refused, or frames that its own CSV gives back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    quern::formats::RideOptions options;
    options.format = quern::formats::RideFormat::csv;
    options.to_s = 5.0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto ride = quern::formats::read_ride_text(text, "fuzz.csv", options);
    if (!ride || ride->size() < 2)
        return 0;
    const std::string written = quern::formats::write_ride_csv(*ride);
    const auto again = quern::formats::read_ride_text(written, "again.csv", options);
    if (!again || quern::formats::write_ride_csv(*again) != written)
        std::abort();
    return 0;
}
