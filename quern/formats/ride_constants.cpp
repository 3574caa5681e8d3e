// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_constants.hpp"

#include <cassert>

#include "quern/formats/embedded_rides.hpp"
#include "quern/formats/ride_text.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

template <class Section> struct Constant {
    std::string_view name;
    double Section::*field;
    double low;
    double high;
};

constexpr Constant<GpxConstants> kGpx[] = {
    {"smooth_s", &GpxConstants::smooth_s, 0.0, 60.0},
    {"max_kmh", &GpxConstants::max_kmh, 1.0, 400.0},
    {"jump_mps2", &GpxConstants::jump_mps2, 1.0, 100.0},
    {"accelerate_mps2", &GpxConstants::accelerate_mps2, 0.1, 50.0},
    {"brake_mps2", &GpxConstants::brake_mps2, 0.1, 50.0},
    {"rest_mps", &GpxConstants::rest_mps, 0.0, 5.0},
    {"jitter_mps", &GpxConstants::jitter_mps, 0.0, 10.0},
    {"heading_min_m", &GpxConstants::heading_min_m, 0.0, 100.0},
    {"turn_dead_deg_s", &GpxConstants::turn_dead_deg_s, 0.0, 90.0},
    {"turn_full_deg_s", &GpxConstants::turn_full_deg_s, 1.0, 720.0},
    {"grade_window_m", &GpxConstants::grade_window_m, 1.0, 10000.0},
    {"grade_limit_percent", &GpxConstants::grade_limit_percent, 0.0, 100.0},
    {"max_pause_s", &GpxConstants::max_pause_s, 0.1, 3600.0},
    {"long_gap_s", &GpxConstants::long_gap_s, 1.0, 86400.0},
    {"assumed_kmh", &GpxConstants::assumed_kmh, 1.0, 200.0},
};

constexpr Constant<ScriptConstants> kScript[] = {
    {"rolling_mps2", &ScriptConstants::rolling_mps2, 0.0, 10.0},
    {"air_per_m", &ScriptConstants::air_per_m, 0.0, 1.0},
    {"brake_mps2", &ScriptConstants::brake_mps2, 0.1, 50.0},
    {"grind_mps2", &ScriptConstants::grind_mps2, 0.0, 50.0},
    {"push_s", &ScriptConstants::push_s, 0.05, 5.0},
    {"push_cadence_s", &ScriptConstants::push_cadence_s, 0.1, 60.0},
    {"push_gain_kmh", &ScriptConstants::push_gain_kmh, 0.0, 50.0},
    {"wheelbase_m", &ScriptConstants::wheelbase_m, 0.01, 20.0},
    {"turn_full_deg_s", &ScriptConstants::turn_full_deg_s, 1.0, 720.0},
    {"lateral_max_mps2", &ScriptConstants::lateral_max_mps2, 0.1, 50.0},
    {"turn_ease_s", &ScriptConstants::turn_ease_s, 0.01, 10.0},
    {"slope_ease_s", &ScriptConstants::slope_ease_s, 0.01, 60.0},
    {"camera_height_m", &ScriptConstants::camera_height_m, 0.0, 100.0},
};

template <class Section, std::size_t Count>
void read_section(TomlFields& top, const char* key, const Constant<Section> (&constants)[Count],
                  Section& into, const std::string& name, std::optional<Error>& fault)
{
    const toml::table* table = top.table(key);
    if (table == nullptr)
        return;
    TomlFields fields(*table, std::string("[") + key + "]", name, fault);
    for (const auto& constant : constants)
        into.*constant.field =
            fields.number(constant.name, constant.low, constant.high).value_or(into.*constant.field);
    fields.refuse_unknown();
}

Result<RideConstants> read_over(RideConstants constants, std::string_view text, const std::string& name)
{
    auto parsed = parse_ride_toml(text, name);
    if (!parsed)
        return parsed.error();
    std::optional<Error> fault;
    TomlFields top(*parsed, "ride constants", name, fault);
    constants.slope_per_percent =
        top.number("slope_per_percent", 0.0, 10.0).value_or(constants.slope_per_percent);
    read_section(top, "gpx", kGpx, constants.gpx, name, fault);
    read_section(top, "script", kScript, constants.script, name, fault);
    if (constants.gpx.turn_full_deg_s <= constants.gpx.turn_dead_deg_s)
        top.refuse("gpx", "[gpx]: 'turn_full_deg_s' must be above 'turn_dead_deg_s'");
    top.refuse_unknown();
    if (fault)
        return *fault;
    return constants;
}

} // namespace

const RideConstants& default_ride_constants()
{
    static const RideConstants constants = [] {
        auto read = read_over({}, embedded_ride_constants(), "data/rides.toml");
        assert(read.ok() && "data/rides.toml is wrong; its test says where");
        return read.ok() ? *read : RideConstants{};
    }();
    return constants;
}

Result<RideConstants> read_ride_constants_text(std::string_view text, const std::string& name)
{
    return read_over(default_ride_constants(), text, name);
}

Result<RideConstants> read_ride_constants(const std::string& path)
{
    auto text = read_ride_bytes(path);
    if (!text)
        return text.error();
    return read_ride_constants_text(*text, path);
}

} // namespace quern::formats
