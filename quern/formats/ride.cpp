// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "quern/formats/embedded_rides.hpp"
#include "quern/formats/ride_readers.hpp"
#include "quern/formats/ride_text.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// "rides/morning.gpx" -> {"morning", "gpx"}
std::pair<std::string, std::string> stem_and_extension(const std::string& path)
{
    std::string file = path.substr(path.find_last_of("/\\") + 1);
    const std::size_t dot = file.find_last_of('.');
    if (dot == std::string::npos || dot == 0)
        return {file, ""};
    return {file.substr(0, dot), lower(std::string_view(file).substr(dot + 1))};
}

RideFormat format_of_extension(const std::string& extension)
{
    if (extension == "csv" || extension == "tsv")
        return RideFormat::csv;
    if (extension == "gpx")
        return RideFormat::gpx;
    return extension == "toml" ? RideFormat::script : RideFormat::automatic;
}

/// The first line with content that is no comment.
std::string_view first_line(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (!line.empty() && line.front() != '#')
            return line;
    }
    return {};
}

RideFormat format_of_content(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::string_view line = first_line(text);
    if (line.starts_with('<'))
        return RideFormat::gpx;
    if (line.find('=') != std::string_view::npos || line.starts_with('['))
        return RideFormat::script;
    return line.find("time_s") != std::string_view::npos ? RideFormat::csv : RideFormat::automatic;
}

Error usage(const std::string& message)
{
    return {Error::Code::usage, "", message};
}

std::optional<Error> check_options(const RideOptions& options)
{
    if (options.control_rate_hz != 60.0 && options.control_rate_hz != 30.0)
        return usage("control rate: found " + number_text(options.control_rate_hz) +
                     ", expected 60 or 30 Hz");
    if (!(options.speed_scale > 0.0 && options.speed_scale <= 100.0))
        return usage("speed scale: found " + number_text(options.speed_scale) +
                     ", expected above 0, at most 100");
    if (options.to_s && !(*options.to_s > 0.0))
        return usage("to: found " + number_text(*options.to_s) + " s, expected more than 0");
    return std::nullopt;
}

Result<Ride> read_as(RideFormat format, std::string_view text, const RideContext& context)
{
    switch (format) {
    case RideFormat::csv:
        return read_csv_ride(text, context);
    case RideFormat::gpx:
        return read_gpx_ride(text, context);
    case RideFormat::script:
        return read_script_ride(text, context);
    case RideFormat::automatic:
        break;
    }
    return context.error(
        "not a ride: expected a CSV with a header naming time_s, a GPX track or a TOML script; a sound is "
        "played with --recording");
}

void override_surface(Ride& ride, const SurfaceChoice& surface)
{
    for (bed::RiderState& frame : ride.frames) {
        for (int& material : frame.wheel_material) {
            if (material != bed::kNoMaterial)
                material = surface.material;
        }
        frame.soft_wheels = surface.soft.value_or(frame.soft_wheels);
    }
}

} // namespace

Result<std::size_t> frame_count(double last_s, const RideContext& context)
{
    const auto hours = [last_s] { return number_text(std::round(last_s / 360.0) / 10.0) + " h"; };
    if (!(last_s <= kMaxInputHours * 3600.0))
        return context.error("the ride lasts " + hours() + ", expected at most " +
                             number_text(kMaxInputHours) + " h");
    const double rate = context.rate();
    // The last instant belongs to the ride; the allowance keeps k/rate from falling under it by a rounding.
    auto count = static_cast<std::size_t>(std::floor(last_s * rate + 1e-6)) + 1;
    if (context.options.to_s)
        count = std::min(count, frames_before(*context.options.to_s, rate));
    if (static_cast<double>(count) > kMaxRideHours * 3600.0 * rate)
        return context.error("the ride lasts " + hours() + ", expected at most " +
                             number_text(kMaxRideHours) + " h, or --to to play that much of it");
    return count;
}

std::size_t frames_before(double seconds, double rate_hz)
{
    return static_cast<std::size_t>(std::max(1.0, std::ceil(std::min(seconds * rate_hz, 1e9) - 1e-6)));
}

Result<Ride> read_ride_text(std::string_view text, const std::string& name, const RideOptions& options)
{
    if (auto fault = check_options(options))
        return *fault;
    const bed::Tuning& tuning = options.tuning != nullptr ? *options.tuning : bed::default_tuning();
    RideContext context{name, options, tuning, std::nullopt};
    if (options.surface) {
        context.surface = surface_named(*options.surface, tuning);
        if (!context.surface)
            return usage("surface: found '" + *options.surface + "', expected " + surface_names(tuning));
    }
    if (text.size() > kMaxRideBytes)
        return context.error("larger than " + std::to_string(kMaxRideBytes >> 20) + " MiB, not a ride");
    const auto [stem, extension] = stem_and_extension(name);
    RideFormat format = options.format;
    if (format == RideFormat::automatic)
        format = format_of_extension(extension);
    if (format == RideFormat::automatic)
        format = format_of_content(text);
    auto ride = read_as(format, text, context);
    if (!ride)
        return ride;
    if (ride->name.empty())
        ride->name = stem;
    ride->rate_hz = options.control_rate_hz;
    if (context.surface)
        override_surface(*ride, *context.surface);
    return ride;
}

Result<Ride> read_ride(const std::string& path, const RideOptions& options)
{
    if (const auto embedded = embedded_ride(path)) {
        RideOptions script = options;
        script.format = RideFormat::script;
        return read_ride_text(*embedded, path, script);
    }
    auto bytes = read_ride_bytes(path);
    if (!bytes)
        return bytes.error();
    return read_ride_text(*bytes, path == "-" ? "standard input" : path, options);
}

} // namespace quern::formats
