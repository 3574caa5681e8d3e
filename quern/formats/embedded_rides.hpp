// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string_view>

namespace quern::formats {

struct EmbeddedRide {
    std::string_view name; ///< path below data/rides without extension: "demo", "acceptance/ollie"
    std::string_view toml;
};

/// The rides of data/rides, compiled in, in alphabetical order.
std::span<const EmbeddedRide> embedded_rides() noexcept;
/// The text of one of them.
std::optional<std::string_view> embedded_ride(std::string_view name) noexcept;
/// data/rides.toml, compiled in.
std::string_view embedded_ride_constants() noexcept;

} // namespace quern::formats
