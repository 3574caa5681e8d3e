// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/offline_render.hpp"
#include "quern/formats/ride_constants.hpp"

namespace quern::formats {

/// A ride as the engine takes it: one control frame every 1/rate_hz seconds, frame k at k/rate_hz.
/// Either `frames` (a board) or `drive` (the generic mode) holds them; the other is empty.
struct Ride {
    std::string name;      ///< file name without folder and extension, or the script's own name
    double rate_hz = 60.0; ///< control frames per second: 60 or 30
    std::vector<bed::RiderState> frames;
    std::vector<bed::DriveState> drive;
    std::vector<std::string>
        notes; ///< what was repaired, limited or left out, each with its place in the file

    [[nodiscard]] bool generic() const noexcept { return !drive.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return generic() ? drive.size() : frames.size(); }
    /// For render_offline; borrows.
    [[nodiscard]] Motions motions() const noexcept { return {frames, drive, rate_hz}; }
    [[nodiscard]] double seconds() const noexcept { return static_cast<double>(size()) / rate_hz; }
};

/// What a ride file looks like inside. `automatic`: by extension, else by content.
enum class RideFormat { automatic, csv, gpx, script };

struct RideOptions {
    double control_rate_hz = 60.0; ///< 60 or 30
    double speed_scale = 1.0;      ///< > 0, at most 100
    std::optional<std::string>
        surface;                ///< every wheel that touches something touches this; see `surface_named`
    std::optional<double> to_s; ///< first second left out; the frames before it are those of the whole ride
    const bed::Tuning* tuning = nullptr; ///< for surface names and materials; null: the compiled-in tuning
    RideConstants constants = default_ride_constants();
    RideFormat format = RideFormat::automatic;
};

inline constexpr double kMaxInputHours = 24.0; ///< longest span of time a ride file may cover
inline constexpr double kMaxRideHours =
    4.0; ///< most that is turned into frames, from the start; see RideOptions::to_s
inline constexpr std::size_t kMaxRideBytes = std::size_t{512} << 20; ///< largest ride file
inline constexpr std::size_t kMaxRideRows = 2'000'000;               ///< most CSV rows or GPX points

/// Reads a ride. `path` is a file, "-" for standard input, or the name of a compiled-in ride ("demo",
/// "acceptance/ollie"; ./demo is a file of that name). Formats: docs/rides.md.
/// Errors: Error::Code::io when the file can't be read, bad_input with `file:line[:column]` when it makes no
/// ride, usage when an option is out of range.
Result<Ride> read_ride(const std::string& path, const RideOptions& options = {});

/// The same for text in memory. `name` is how messages call it; its extension counts as that of a file.
Result<Ride> read_ride_text(std::string_view text, const std::string& name, const RideOptions& options = {});

/// How many control frames begin before a time; at least one.
std::size_t frames_before(double seconds, double rate_hz);

/// A ride as CSV with a column for every field. Reading it at the same rate gives the same frames bit for
/// bit.
std::string write_ride_csv(const Ride& ride);

} // namespace quern::formats
