// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <charconv>
#include <chrono>
#include <cmath>
#include <numbers>
#include <optional>

#include <pugixml.hpp>

#include "quern/formats/ride.hpp"
#include "quern/formats/ride_gpx_track.hpp"

namespace quern::formats {
namespace {

constexpr double kEarthRadius = 6371008.8; // m, mean
constexpr double kHighest = 12000.0;       // m; no road is higher

/// A name without its namespace prefix.
std::string_view local_name(const pugi::xml_node& node)
{
    const std::string_view name = node.name();
    return name.substr(name.find(':') + 1);
}

pugi::xml_node child_named(const pugi::xml_node& node, std::string_view name)
{
    for (pugi::xml_node child : node.children()) {
        if (local_name(child) == name)
            return child;
    }
    return {};
}

double number_of(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return kUnknown;
    text = text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
    double value = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = fault == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    return whole ? value : kUnknown;
}

/// Reads digits off the front of `text`.
bool take_digits(std::string_view& text, std::size_t count, int& value)
{
    if (text.size() < count)
        return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return true;
}

bool take(std::string_view& text, char c)
{
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

/// `+02:00`, `-0130` or `Z` in seconds; nothing for anything else. No zone at all counts as UTC.
std::optional<double> zone_of(std::string_view text)
{
    if (text.empty() || text == "Z" || text == "z")
        return 0.0;
    const double sign = text.front() == '-' ? -1.0 : 1.0;
    if (!take(text, '+') && !take(text, '-'))
        return std::nullopt;
    int hours = 0;
    int minutes = 0;
    if (!take_digits(text, 2, hours))
        return std::nullopt;
    take(text, ':');
    if (!take_digits(text, 2, minutes) || !text.empty())
        return std::nullopt;
    return sign * (hours * 3600.0 + minutes * 60.0);
}

/// Seconds since 1970 of an ISO 8601 date and time, NaN when it is none.
double time_of(std::string_view text)
{
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ')
        text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ')
        text.remove_suffix(1);
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    const bool date = take_digits(text, 4, year) && take(text, '-') && take_digits(text, 2, month) &&
                      take(text, '-') && take_digits(text, 2, day);
    const bool clock = date && (take(text, 'T') || take(text, ' ')) && take_digits(text, 2, hour) &&
                       take(text, ':') && take_digits(text, 2, minute) && take(text, ':') &&
                       take_digits(text, 2, second);
    const std::chrono::year_month_day calendar{std::chrono::year{year},
                                               std::chrono::month{static_cast<unsigned>(month)},
                                               std::chrono::day{static_cast<unsigned>(day)}};
    if (!clock || !calendar.ok() || hour > 23 || minute > 59 || second > 60)
        return kUnknown;
    double fraction = 0.0;
    if (text.starts_with('.')) {
        const auto digits = text.find_first_not_of("0123456789", 1);
        const auto end = digits == std::string_view::npos ? text.size() : digits;
        fraction = number_of(text.substr(0, end));
        text.remove_prefix(end);
    }
    const auto zone = zone_of(text);
    if (!zone || std::isnan(fraction))
        return kUnknown;
    const auto days = std::chrono::sys_days{calendar}.time_since_epoch().count();
    return static_cast<double>(days) * 86400.0 + hour * 3600.0 + minute * 60.0 + second + fraction - *zone;
}

/// GPX 1.0 has <speed> in the point, 1.1 in some extension.
double speed_of(const pugi::xml_node& node)
{
    if (const auto speed = child_named(node, "speed"))
        return number_of(speed.text().get());
    const auto extensions = child_named(node, "extensions");
    if (const auto speed = child_named(extensions, "speed"))
        return number_of(speed.text().get());
    for (pugi::xml_node extension : extensions.children()) {
        if (const auto speed = child_named(extension, "speed"))
            return number_of(speed.text().get());
    }
    return kUnknown;
}

class Parser {
public:
    Parser(std::string_view text, const std::string& file, NoteBook& notes)
        : text_(text), lines_(text), file_(file), notes_(notes)
    {
    }

    Result<GpxDocument> parse()
    {
        pugi::xml_document document;
        const auto parsed =
            document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_auto);
        if (!parsed)
            return error_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)),
                            std::string("not well-formed XML: ") + parsed.description());
        const pugi::xml_node root = document.document_element();
        if (local_name(root) != "gpx")
            return error_at(0, "found <" + std::string(root.name()).substr(0, 40) + ">, expected <gpx>");
        GpxDocument gpx;
        for (const char* kind : {"trk", "rte"}) {
            for (pugi::xml_node track : root.children()) {
                if (local_name(track) == kind && !read_track(track, gpx))
                    return error_at(0, "found more than " + std::to_string(kMaxRideRows) + " points");
            }
            if (points_ > 0)
                break;
        }
        return gpx;
    }

private:
    bool read_track(const pugi::xml_node& track, GpxDocument& gpx)
    {
        if (gpx.name.empty())
            gpx.name = child_named(track, "name").text().get();
        if (local_name(track) == "rte")
            return read_segment(track, "rtept", gpx);
        for (pugi::xml_node segment : track.children()) {
            if (local_name(segment) == "trkseg" && !read_segment(segment, "trkpt", gpx))
                return false;
        }
        return true;
    }

    bool read_segment(const pugi::xml_node& segment, std::string_view kind, GpxDocument& gpx)
    {
        GpxSegment points;
        for (pugi::xml_node node : segment.children()) {
            if (local_name(node) != kind)
                continue;
            if (++points_ > kMaxRideRows)
                return false;
            read_point(node, points);
        }
        if (!points.empty())
            gpx.segments.push_back(std::move(points));
        return true;
    }

    void read_point(const pugi::xml_node& node, GpxSegment& points)
    {
        GpxPoint point;
        point.line =
            lines_.line_of(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)));
        point.latitude_deg = number_of(node.attribute("lat").value());
        point.longitude_deg = number_of(node.attribute("lon").value());
        if (!(std::abs(point.latitude_deg) <= 90.0 && std::abs(point.longitude_deg) <= 360.0)) {
            notes_.add("no valid lat and lon, point left out", place(point));
            return;
        }
        if (const auto elevation = child_named(node, "ele")) {
            point.elevation_m = number_of(elevation.text().get());
            if (!(std::abs(point.elevation_m) <= kHighest)) {
                notes_.add("no valid elevation, taken from its neighbours", place(point));
                point.elevation_m = kUnknown;
            }
        }
        if (const auto time = child_named(node, "time")) {
            point.time_s = time_of(time.text().get());
            if (std::isnan(point.time_s))
                notes_.add("no valid time", place(point), time.text().get());
        }
        point.speed_mps = speed_of(node);
        points.push_back(point);
    }

    [[nodiscard]] std::string place(const GpxPoint& point) const
    {
        return file_ + ":" + std::to_string(point.line);
    }
    [[nodiscard]] Error error_at(std::size_t offset, const std::string& message) const
    {
        return {Error::Code::bad_input, file_ + ":" + std::to_string(lines_.line_of(offset)), message};
    }

    std::string_view text_;
    LineIndex lines_;
    const std::string& file_;
    NoteBook& notes_;
    std::size_t points_ = 0;
};

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

} // namespace

double distance_m(const GpxPoint& a, const GpxPoint& b)
{
    const double half_dlat = radians(b.latitude_deg - a.latitude_deg) / 2.0;
    const double half_dlon = radians(b.longitude_deg - a.longitude_deg) / 2.0;
    const double h = std::sin(half_dlat) * std::sin(half_dlat) +
                     std::cos(radians(a.latitude_deg)) * std::cos(radians(b.latitude_deg)) *
                         std::sin(half_dlon) * std::sin(half_dlon);
    return 2.0 * kEarthRadius * std::asin(std::min(1.0, std::sqrt(h)));
}

double bearing_rad(const GpxPoint& a, const GpxPoint& b)
{
    const double dlon = radians(b.longitude_deg - a.longitude_deg);
    const double from = radians(a.latitude_deg);
    const double to = radians(b.latitude_deg);
    return std::atan2(std::sin(dlon) * std::cos(to),
                      std::cos(from) * std::sin(to) - std::sin(from) * std::cos(to) * std::cos(dlon));
}

Result<GpxDocument> parse_gpx(std::string_view text, const std::string& file, NoteBook& notes)
{
    return Parser(text, file, notes).parse();
}

} // namespace quern::formats
