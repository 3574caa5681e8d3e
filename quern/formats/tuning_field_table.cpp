// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The list of everything a tuning file may hold. Ranges keep the arithmetic finite (no divisor reaches zero)
// and refuse what is surely a slip of the pen; they are wider than good taste.
#include <array>
#include <type_traits>

#include "quern/formats/tuning_fields.hpp"

namespace quern::formats {
namespace {

using bed::CurveTuning;
using bed::LayerTuning;
using bed::LevelRamp;
using bed::OwnerTuning;
using bed::SeamRow;
using bed::SurfaceRow;
using bed::SurfaceTuning;
using bed::Tuning;
using bed::WobbleTuning;
using grain::PlayerParams;

template <class Row> Row& row_of(Tuning& tuning, int row)
{
    const auto index = static_cast<std::size_t>(row);
    if constexpr (std::is_same_v<Row, SurfaceTuning>)
        return row == 0 ? tuning.fallback : tuning.surface[index - 1];
    else if constexpr (std::is_same_v<Row, OwnerTuning>)
        return tuning.owner;
    else if constexpr (std::is_same_v<Row, SurfaceRow>)
        return tuning.surfaces[index];
    else if constexpr (std::is_same_v<Row, SeamRow>)
        return tuning.seams[index];
    else if constexpr (std::is_same_v<Row, CurveTuning>)
        return tuning.curves;
    else if constexpr (std::is_same_v<Row, LayerTuning>)
        return tuning.layers;
    else
        return tuning;
}

template <class T> std::span<T> span_of(T& value)
{
    return {&value, 1};
}
template <class T, std::size_t N> std::span<T> span_of(std::array<T, N>& values)
{
    return values;
}

template <class Row, class Value> Row row_type(Value Row::*);

template <auto First, auto... Rest> auto& reach(auto& object)
{
    if constexpr (sizeof...(Rest) == 0)
        return object.*First;
    else
        return reach<Rest...>(object.*First);
}

/// A field by the member, or the member's member, that holds it; kind and count follow from its type.
template <auto First, auto... Rest>
constexpr TuningField field(std::string_view table, std::string_view name, std::string_view unit, float min,
                            float max, std::string_view text)
{
    using Row = decltype(row_type(First));
    using Span = decltype(span_of(reach<First, Rest...>(std::declval<Row&>())));
    using Element = typename Span::element_type;
    using Holder = std::remove_reference_t<decltype(reach<First, Rest...>(std::declval<Row&>()))>;
    constexpr TuningKind kind = std::is_same_v<Element, float>         ? TuningKind::number
                                : std::is_same_v<Element, bool>        ? TuningKind::flag
                                : std::is_same_v<Element, bed::Member> ? TuningKind::recording
                                                                       : TuningKind::whole;
    return {table,
            name,
            unit,
            min,
            max,
            text,
            kind,
            static_cast<int>(sizeof(Holder) / sizeof(Element)),
            [](Tuning& tuning, int row) -> TuningSlot {
                return span_of(reach<First, Rest...>(row_of<Row>(tuning, row)));
            }};
}

/// How a player cuts its recording into grains: five fields of the PlayerParams at `Path`.
template <auto Path>
constexpr std::array<TuningField, 5> player_fields(std::string_view table,
                                                   std::array<std::string_view, 5> names)
{
    return {
        field<Path, &PlayerParams::attack>(table, names[0], "s", 0.001f, 10.0f, "fade-in of a grain"),
        field<Path, &PlayerParams::sustain>(table, names[1], "s", 0.0f, 60.0f,
                                            "full gain of a grain; runs at the pitch's rate"),
        field<Path, &PlayerParams::release>(table, names[2], "s", 0.001f, 10.0f,
                                            "fade-out; overlaps the next grain's fade-in"),
        field<Path, &PlayerParams::window>(
            table, names[3], "s", 0.01f, 60.0f,
            "stretch of recording after the read position where grains are drawn"),
        field<Path, &PlayerParams::drift>(table, names[4], "of the recording", 0.001f, 10.0f,
                                          "a larger move of the read position cuts a grain short"),
    };
}

/// The random walk of gain around 1: four fields of the WobbleTuning at `Path`.
template <auto Path> constexpr std::array<TuningField, 4> wobble_fields(std::array<std::string_view, 4> names)
{
    return {
        field<Path, &WobbleTuning::ms_low>("owner", names[0], "ms", 1.0f, 10000.0f, "shortest segment"),
        field<Path, &WobbleTuning::ms_high>("owner", names[1], "ms", 2.0f, 10001.0f,
                                            "segments stay below this; above ms_low"),
        field<Path, &WobbleTuning::low>("owner", names[2], "", 0.0f, 1.0f, "smallest step away from gain 1"),
        field<Path, &WobbleTuning::high>("owner", names[3], "", 0.0f, 2.0f,
                                         "steps stay below this; at least 0.02 above gain_low"),
    };
}

/// A level over speed: three fields of the LevelRamp at `Path`.
template <auto Path>
constexpr std::array<TuningField, 3> ramp_fields(std::array<std::string_view, 3> names, std::string_view text)
{
    return {
        field<Path, &LevelRamp::rest_mb>("mix", names[0], "mB", -10000.0f, 0.0f, text),
        field<Path, &LevelRamp::rise_mb>("mix", names[1], "mB", -10000.0f, 5000.0f, "added up to full_kmh"),
        field<Path, &LevelRamp::full_kmh>("mix", names[2], "km/h", 0.1f, 300.0f, "end of that rise"),
    };
}

constexpr std::array kSurface{
    field<&SurfaceTuning::max_kmh>("surface", "max_kmh", "km/h", 1.0f, 300.0f,
                                   "speed at which the fast end of the recording is reached"),
    field<&SurfaceTuning::position>(
        "surface", "position", "", -1.0f, 2.0f,
        "Bezier points P0..P3: read position (0 slow, 1 fast end) over speed / max_kmh"),
    field<&SurfaceTuning::turn_cap>("surface", "turn_cap", "", 0.0f, 1.0f,
                                    "most of the sound that turning hands from player A to player B"),
    field<&SurfaceTuning::turn_rise>("surface", "turn_rise_per_call", "", 0.0f, 1.0f,
                                     "rising step of that share per control call"),
    field<&SurfaceTuning::turn_fall>("surface", "turn_fall_per_call", "", 0.0f, 1.0f,
                                     "falling step of that share per control call"),
    field<&SurfaceTuning::special_gain>("surface", "special_gain", "", 0.0f, 4.0f,
                                        "factor on A in manuals and air tricks"),
    field<&SurfaceTuning::special_shift_hz>("surface", "special_shift_hz", "Hz", -2000.0f, 2000.0f,
                                            "frequency shift of A in manuals and air tricks"),
    field<&SurfaceTuning::slope_gain>("surface", "slope_gain", "", 0.0f, 10.0f,
                                      "downhill: how much of A's gain B adds"),
    field<&SurfaceTuning::slope_ramp_kmh>("surface", "slope_ramp_kmh", "km/h", 0.0f, 300.0f,
                                          "the downhill gain grows up to this speed; 0 = full at once"),
    field<&SurfaceTuning::a_shift_per_slope_hz>("surface", "a_shift_per_slope_hz", "Hz", -2000.0f, 2000.0f,
                                                "frequency shift of A at full downhill"),
    field<&SurfaceTuning::b_base_shift_hz>("surface", "b_base_shift_hz", "Hz", -2000.0f, 2000.0f,
                                           "frequency shift of B, always"),
    field<&SurfaceTuning::b_shift_per_slope_hz>("surface", "b_shift_per_slope_hz", "Hz", -2000.0f, 2000.0f,
                                                "frequency shift of B at full downhill"),
    field<&SurfaceTuning::push_ramp_kmh>("surface", "push_ramp_kmh", "km/h", 1.0f, 300.0f,
                                         "from the slow to the fast peak of a push"),
    field<&SurfaceTuning::push_scale_slow>("surface", "push_scale_slow", "", 0.1f, 4.0f,
                                           "a push multiplies the speed: peak factor at walking pace"),
    field<&SurfaceTuning::push_scale_fast>("surface", "push_scale_fast", "", 0.1f, 4.0f,
                                           "peak factor at push_ramp_kmh"),
    field<&SurfaceTuning::push_shift_slow_hz>("surface", "push_shift_slow_hz", "Hz", -2000.0f, 2000.0f,
                                              "a push detunes both players: peak at walking pace"),
    field<&SurfaceTuning::push_shift_fast_hz>("surface", "push_shift_fast_hz", "Hz", -2000.0f, 2000.0f,
                                              "peak at push_ramp_kmh"),
    field<&SurfaceTuning::push_scale_ms>("surface", "push_scale_ms", "ms", 0.0f, 10000.0f,
                                         "rise, hold and return of the speed factor"),
    field<&SurfaceTuning::push_shift_ms>("surface", "push_shift_ms", "ms", 0.0f, 10000.0f,
                                         "rise, hold and return of the frequency shift"),
    field<&SurfaceTuning::slope_down>("surface", "slope_down", "", -1000.0f, -0.1f, "slope of full downhill"),
    field<&SurfaceTuning::slope_up>("surface", "slope_up", "", 0.1f, 1000.0f, "slope of full uphill"),
    field<&SurfaceTuning::level_db>("surface", "level_db", "dB", -60.0f, 24.0f,
                                    "a designer's trim on both players"),
};
constexpr auto kPlayerA = player_fields<&SurfaceTuning::player_a>(
    "surface", {"player_a.attack_s", "player_a.sustain_s", "player_a.release_s", "player_a.window_s",
                "player_a.drift_position"});
constexpr auto kPlayerB = player_fields<&SurfaceTuning::player_b>(
    "surface", {"player_b.attack_s", "player_b.sustain_s", "player_b.release_s", "player_b.window_s",
                "player_b.drift_position"});

constexpr std::array kOwner{
    field<&OwnerTuning::send_start_kmh>("owner", "send_start_kmh", "km/h", 0.0f, 300.0f,
                                        "send from graph 1 to graph 3: nothing below"),
    field<&OwnerTuning::send_end_kmh>("owner", "send_end_kmh", "km/h", 0.0f, 300.0f, "send_max from here up"),
    field<&OwnerTuning::send_max>("owner", "send_max", "", 0.0f, 16.0f, "largest send, linear"),
    field<&OwnerTuning::clip_level>("owner", "clip_level", "", 0.001f, 100.0f, "clip of graph 3, linear"),
    field<&OwnerTuning::shelf_hz>("owner", "shelf_hz", "Hz", 20.0f, 24000.0f,
                                  "corner of graph 3's high shelf"),
    field<&OwnerTuning::shelf_gain>("owner", "shelf_gain", "", 0.01f, 10.0f,
                                    "its gain above the corner, linear"),
    field<&OwnerTuning::level_start_kmh>("owner", "level_start_kmh", "km/h", 0.0f, 300.0f,
                                         "level ramp of graph 1: 1 here; below, the last value stays"),
    field<&OwnerTuning::level_end_kmh>("owner", "level_end_kmh", "km/h", 0.0f, 300.0f,
                                       "level_floor from here up"),
    field<&OwnerTuning::level_floor>("owner", "level_floor", "", 0.0f, 1.0f, "end of the level ramp, linear"),
    field<&OwnerTuning::wobble_start_kmh>("owner", "wobble_start_kmh", "km/h", 0.0f, 300.0f,
                                          "gain wobble: none below"),
    field<&OwnerTuning::wobble_end_kmh>("owner", "wobble_end_kmh", "km/h", 0.0f, 300.0f, "full from here up"),
    field<&OwnerTuning::brake_step>("owner", "brake_step_per_call", "", 0.0f, 1.0f,
                                    "step of the brake's share per control call"),
    field<&OwnerTuning::turn_per_mps>("owner", "turn_per_mps", "per m/s", 0.0f, 10.0f,
                                      "turning share per speed of the rider's body"),
    field<&OwnerTuning::b_behind_a>("owner", "b_behind_a_position", "of the recording", 0.0f, 1.0f,
                                    "player B reads this far behind A"),
    field<&OwnerTuning::rocket_start_kmh>("owner", "rocket_start_kmh", "km/h", 0.0f, 300.0f,
                                          "the rocket layer sounds above this"),
    field<&OwnerTuning::rocket_top_kmh>("owner", "rocket_top_kmh", "km/h", 0.0f, 300.0f,
                                        "and reaches the end of its recording here"),
    field<&OwnerTuning::rocket_gain_word>("owner", "rocket_gain_word", "", 0.0f, 32767.0f,
                                          "gain of the rocket layer; 32767 = unity"),
};
constexpr auto kWobbleA = wobble_fields<&OwnerTuning::wobble_a>(
    {"wobble_a.ms_low", "wobble_a.ms_high", "wobble_a.gain_low", "wobble_a.gain_high"});
constexpr auto kWobbleB = wobble_fields<&OwnerTuning::wobble_b>(
    {"wobble_b.ms_low", "wobble_b.ms_high", "wobble_b.gain_low", "wobble_b.gain_high"});
constexpr auto kRocket =
    player_fields<&OwnerTuning::rocket>("owner", {"rocket.attack_s", "rocket.sustain_s", "rocket.release_s",
                                                  "rocket.window_s", "rocket.drift_position"});

constexpr std::array kMap{
    field<&Tuning::surface_of_material>("map", "surface_of_material", "", 0.0f, 14.0f,
                                        "rolling surface of materials 0..94; 14 silences the truck"),
};
constexpr std::array kMapSurface{
    field<&SurfaceRow::grain>("map.surface", "grain", "", 0.0f, 1.0f,
                              "whether the surface plays a recording (else the patch `selector`)"),
    field<&SurfaceRow::soft>("map.surface", "soft", "", 0.0f, 0.0f, "recording with soft wheels"),
    field<&SurfaceRow::hard>("map.surface", "hard", "", 0.0f, 0.0f, "recording with hard wheels"),
    field<&SurfaceRow::slots_soft>("map.surface", "slots_soft", "", 0.0f, 25.0f,
                                   "the original's slots of players A and B for the soft recording"),
    field<&SurfaceRow::slots_hard>("map.surface", "slots_hard", "", 0.0f, 25.0f,
                                   "the original's slots of players A and B for the hard recording"),
    field<&SurfaceRow::fallback_tuning>("map.surface", "fallback_tuning", "", 0.0f, 1.0f,
                                        "plays with surface.default instead of the recording's own table"),
    field<&SurfaceRow::selector>("map.surface", "selector", "", -1.0f, 15.0f,
                                 "rolling patch of a surface without grains; -1 = none"),
    field<&SurfaceRow::nearest>("map.surface", "nearest", "", -1.0f, 13.0f,
                                "surface that may lend its recordings to one without grains; -1 = none"),
};

constexpr std::array kSeam{
    field<&SeamRow::gain_low>("seam", "gain_low", "", 0.0f, 4.0f,
                              "gain of the bed on this pattern, first bound (may be the larger)"),
    field<&SeamRow::gain_high>("seam", "gain_high", "", 0.0f, 4.0f, "other bound; 1 and 1 = no change"),
    field<&SeamRow::ms_low>("seam", "ms_low", "ms", 0.0f, 10000.0f, "time to reach that gain, first bound"),
    field<&SeamRow::ms_high>("seam", "ms_high", "ms", 0.0f, 10000.0f, "other bound"),
    field<&SeamRow::mode>("seam", "mode", "", 0.0f, 2.0f,
                          "clicks: 0 never, 1 at the lines of a world grid, 2 by travelled distance"),
    field<&SeamRow::grid_m>("seam", "grid_m", "m", 0.0f, 100.0f, "mode 1: distance of the lines"),
    field<&SeamRow::grid_smooth_asphalt_m>("seam", "grid_smooth_asphalt_m", "m", 0.0f, 100.0f,
                                           "mode 1 on rolling surface 3; 0 = grid_m"),
    field<&SeamRow::spacing_cm>("seam", "spacing_cm", "cm", 0.0f, 10000.0f, "mode 2: travel between clicks"),
    field<&SeamRow::angle_deg>("seam", "angle_deg", "degrees", -360.0f, 360.0f,
                               "mode 1: rotation of the grid"),
    field<&SeamRow::gain>("seam", "click_gain", "", 0.0f, 4.0f, "gain of one click, linear"),
};

constexpr std::array kMix{
    field<&CurveTuning::gate_fall_per_s>("mix", "gate_fall_per_s", "per second", 0.1f, 1000.0f,
                                         "contact gate: linear fall when no wheel touches"),
    field<&CurveTuning::gate_rise_ms>("mix", "gate_rise_ms", "ms", 0.1f, 10000.0f,
                                      "times after contact of the rise's points, increasing"),
    field<&CurveTuning::gate_rise>("mix", "gate_rise", "", 0.0f, 1.0f, "amplitude at those times"),
    field<&CurveTuning::near_m>("mix", "near_m", "m", 0.0f, 10000.0f,
                                "full level up to here: listener ahead, right, behind, left"),
    field<&CurveTuning::far_m>("mix", "far_m", "m", 0.1f, 32767.0f, "silent from here; above near_m"),
    field<&CurveTuning::start_kmh>("mix", "start_kmh", "km/h", 0.1f, 100.0f,
                                   "fades in from rest; full level from here up"),
    field<&CurveTuning::level_a_mb>("mix", "level_a_mb", "mB", -10000.0f, 0.0f,
                                    "level of player A at rest; 100 mB = 1 dB"),
    field<&CurveTuning::level_a_rise_mb>("mix", "level_a_rise_mb", "mB", -10000.0f, 5000.0f,
                                         "added up to level_a_full_kmh"),
    field<&CurveTuning::level_a_full_kmh>("mix", "level_a_full_kmh", "km/h", 0.1f, 300.0f,
                                          "end of that rise"),
    field<&CurveTuning::level_b>("mix", "level_b", "", 0.0f, 4.0f, "level of player B, linear"),
    field<&CurveTuning::pitch_mps>("mix", "pitch_mps", "m/s", 0.0f, 100.0f,
                                   "speeds of the pitch points, increasing"),
    field<&CurveTuning::pitch_word>("mix", "pitch_word", "", 256.0f, 16384.0f,
                                    "playback rate at those speeds; 4096 = unity"),
    field<&CurveTuning::doppler>("mix", "doppler_mps", "m/s", 0.0f, 10000.0f,
                                 "speed of sound for a moving listener; 0 = no shift"),
    field<&CurveTuning::camera_back_m>("mix", "camera_back_m", "m", 0.0f, 100.0f,
                                       "the ear stands this far behind the camera"),
    field<&CurveTuning::jump_mps>("mix", "jump_mps", "m/s", 1.0f, 10000.0f,
                                  "a faster change of the listener's distance is a cut and bends no pitch"),
    field<&CurveTuning::low_pass_hz>("mix", "low_pass_hz", "Hz", 20.0f, 25000.0f, "low-pass of both players"),
    field<&CurveTuning::high_pass_hz>("mix", "high_pass_hz", "Hz", 1.0f, 25000.0f, "high-pass, local rider"),
    field<&CurveTuning::high_pass_other_hz>("mix", "high_pass_other_hz", "Hz", 1.0f, 25000.0f,
                                            "high-pass, other skaters"),
    field<&CurveTuning::env_send>("mix", "env_send", "", 0.0f, 4.0f, "send to the environment, linear"),
    field<&CurveTuning::flange_send_a>("mix", "flange_send_a", "", 0.0f, 4.0f,
                                       "send of A to the flanger, linear"),
    field<&CurveTuning::flange_send_b>("mix", "flange_send_b", "", 0.0f, 4.0f,
                                       "send of B to the flanger, linear"),
    field<&CurveTuning::rocket_level_word>("mix", "rocket_level_word", "", 0.0f, 32767.0f,
                                           "level of the rocket layer, also in the air; 32767 = full"),
    field<&CurveTuning::rocket_pitch_word>("mix", "rocket_pitch_word", "", 256.0f, 16384.0f,
                                           "playback rate of the rocket layer; 4096 = unity"),
    field<&CurveTuning::pause_fall_ms>("mix", "pause_fall_ms", "ms", 1.0f, 10000.0f, "fade-out when paused"),
    field<&CurveTuning::pause_rise_ms>("mix", "pause_rise_ms", "ms", 1.0f, 10000.0f, "fade-in after a pause"),
    field<&CurveTuning::speed_rattle_level_word>("mix", "speed_rattle_level_word", "", 0.0f, 32767.0f,
                                                 "level of the speed rattle; 32767 = full"),
    field<&CurveTuning::wind_start_kmh>("mix", "wind_start_kmh", "km/h", 0.0f, 300.0f,
                                        "body speed at which the wind has wind_start_word"),
    field<&CurveTuning::wind_top_kmh>("mix", "wind_top_kmh", "km/h", 0.0f, 300.0f,
                                      "wind_top_word from here up"),
    field<&CurveTuning::wind_start_word>("mix", "wind_start_word", "", 0.0f, 32767.0f,
                                         "level of slow wind; 32767 = full"),
    field<&CurveTuning::wind_top_word>("mix", "wind_top_word", "", 0.0f, 32767.0f, "level of fast wind"),
    field<&CurveTuning::slide_level_word>("mix", "slide_level_word", "", 0.0f, 32767.0f,
                                          "mix level of a loose board; 32767 = full"),
    field<&CurveTuning::slide_send_word>("mix", "slide_send_word", "", 0.0f, 32767.0f,
                                         "its send to the environment"),
    field<&CurveTuning::slide_low_pass_hz>("mix", "slide_low_pass_hz", "Hz", 20.0f, 25000.0f, "its low-pass"),
};
constexpr auto kRattleLevel = ramp_fields<&CurveTuning::rattle_level>(
    {"rattle_level.rest_mb", "rattle_level.rise_mb", "rattle_level.full_kmh"}, "level of the rattle at rest");
constexpr auto kRattleSend = ramp_fields<&CurveTuning::rattle_send>(
    {"rattle_send.rest_mb", "rattle_send.rise_mb", "rattle_send.full_kmh"}, "send of the rattle at rest");
constexpr auto kLayer0 = ramp_fields<&CurveTuning::layer0_level>(
    {"layer0_level.rest_mb", "layer0_level.rise_mb", "layer0_level.full_kmh"},
    "level of held layer 0 at rest");
constexpr auto kLayer3 = ramp_fields<&CurveTuning::layer3_level>(
    {"layer3_level.rest_mb", "layer3_level.rise_mb", "layer3_level.full_kmh"},
    "level of held layer 3 at rest");
constexpr auto kLayer5 = ramp_fields<&CurveTuning::layer5_level>(
    {"layer5_level.rest_mb", "layer5_level.rise_mb", "layer5_level.full_kmh"},
    "level of the cracked-ground layer at rest");

constexpr std::array kLayers{
    field<&LayerTuning::patch_max_kmh>("layers", "patch_max_kmh", "km/h", 1.0f, 300.0f,
                                       "full speed word of a rolling patch, by selector 0..15"),
    field<&LayerTuning::rattle_start_mps>("layers", "rattle_start_mps", "m/s", 0.0f, 100.0f,
                                          "rattle of a push: speed word 0 here"),
    field<&LayerTuning::rattle_ramp_kmh>("layers", "rattle_ramp_kmh", "km/h", 0.1f, 300.0f,
                                         "full this much above it"),
    field<&LayerTuning::seam_start_mps>("layers", "seam_start_mps", "m/s", 0.0f, 100.0f,
                                        "seam clicks: speed word 0 here"),
    field<&LayerTuning::seam_per_mps>("layers", "seam_per_mps", "per m/s", 0.0f, 10.0f,
                                      "share of the full speed word above that"),
    field<&LayerTuning::seam_min_speed>("layers", "seam_min_speed_mps", "m/s", 0.0f, 100.0f,
                                        "slower wheels never click"),
    field<&LayerTuning::seam_rear_cm>("layers", "seam_rear_cm", "cm", 0.0f, 10000.0f,
                                      "distance patterns: the rear wheels click this much later"),
    field<&LayerTuning::spin_length_s>("layers", "spin_length_s", "s", 0.0f, 600.0f,
                                       "wheel spin: a slow wheel starts this far into its recording"),
    field<&LayerTuning::spin_top_kmh>("layers", "spin_top_kmh", "km/h", 1.0f, 300.0f,
                                      "a wheel this fast starts at the beginning"),
    field<&LayerTuning::spin_gain>("layers", "spin_gain", "", 0.0f, 4.0f, "its gain in the air, linear"),
    field<&LayerTuning::spin_balance_gain>("layers", "spin_balance_gain", "", 0.0f, 4.0f,
                                           "its gain in a manual, linear"),
    field<&LayerTuning::squeak_tilt_rad>("layers", "squeak_tilt_rad", "rad", 0.0f, 3.2f,
                                         "a deck that leans further squeaks"),
    field<&LayerTuning::speed_rattle_start_kmh>("layers", "speed_rattle_start_kmh", "km/h", 0.0f, 300.0f,
                                                "speed rattle: silent below"),
    field<&LayerTuning::speed_rattle_top_kmh>("layers", "speed_rattle_top_kmh", "km/h", 0.0f, 300.0f,
                                              "full from here up"),
    field<&LayerTuning::wind_start_kmh>("layers", "wind_start_kmh", "km/h", 0.0f, 300.0f,
                                        "wind: silent below"),
    field<&LayerTuning::wind_top_kmh>("layers", "wind_top_kmh", "km/h", 0.0f, 300.0f, "full from here up"),
    field<&LayerTuning::wind_bail_start_kmh>("layers", "wind_bail_start_kmh", "km/h", 0.0f, 300.0f,
                                             "wind while bailing: silent below"),
    field<&LayerTuning::wind_bail_top_kmh>("layers", "wind_bail_top_kmh", "km/h", 0.0f, 300.0f,
                                           "full from here up"),
    field<&LayerTuning::slide_start_mps>("layers", "slide_start_mps", "m/s", 0.0f, 100.0f,
                                         "loose board sliding: speed word 0 here"),
    field<&LayerTuning::slide_ramp_kmh>("layers", "slide_ramp_kmh", "km/h", 0.1f, 300.0f,
                                        "full this much above it"),
    field<&LayerTuning::slide_level_word>("layers", "slide_level_word", "", 0.0f, 32767.0f,
                                          "level sent with the slide event; 32767 = full"),
};

template <std::size_t... Sizes> constexpr auto joined(const std::array<TuningField, Sizes>&... parts)
{
    std::array<TuningField, (Sizes + ...)> all{};
    std::size_t next = 0;
    const auto append = [&](const auto& part) {
        for (const TuningField& one : part)
            all[next++] = one;
    };
    (append(parts), ...);
    return all;
}

constexpr auto kFields =
    joined(kSurface, kPlayerA, kPlayerB, kOwner, kWobbleA, kWobbleB, kRocket, kMap, kMapSurface, kSeam, kMix,
           kRattleLevel, kRattleSend, kLayer0, kLayer3, kLayer5, kLayers);

} // namespace

std::span<const TuningField> tuning_fields() noexcept
{
    return kFields;
}

} // namespace quern::formats
