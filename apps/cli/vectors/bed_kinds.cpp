// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "apps/cli/vectors/bed_cells.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/bed/envelope.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/rocket.hpp"
#include "quern/core/units.hpp"

namespace quern::vectors {
namespace {

std::string plain(float value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    return text;
}

// position
// ----------------------------------------------------------------------------------------------------------

Status recompute_position(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const bed::SurfaceTuning* tuning = tuning_named(in.text("surface"));
        if (tuning == nullptr)
            return in_row({Error::Code::bad_input, {}, "found no surface '" + in.text("surface") + "'"}, row,
                          "surface");
        const float speed = mps_of_kmh(in.decimal("kmh"));
        if (in.error())
            return *in.error();
        const float t = bed::speed_fraction(speed, tuning->max_kmh);
        const float a = bed::position_a(t, tuning->position);
        const float b = bed::position_b(a, bed::default_tuning().owner.b_behind_a);
        const std::pair<std::string_view, float> results[]{
            {"speed", speed}, {"t", t}, {"posA", a}, {"posB", b}};
        for (const auto& [name, value] : results) {
            table.set(row, std::string(name) + "_bits", hex(value));
            table.set(row, name, plain(value));
        }
    }
    return Ok{};
}

Table make_position()
{
    Table table{"position",
                {},
                {"surface", "kmh", "speed_bits", "t_bits", "t", "posA_bits", "posA", "posB_bits", "posB"},
                {}};
    for (std::string_view surface : tuning_names()) {
        for (int half = 0; half <= 160; ++half) {
            const float kmh = static_cast<float>(half) * 0.5f;
            table.rows.push_back({std::string(surface), plain(kmh), "", "", "", "", "", "", ""});
        }
    }
    return table;
}

// tuning
// ------------------------------------------------------------------------------------------------------------

struct TuningColumn {
    std::string_view name;
    float (*of)(const bed::SurfaceTuning&);
};
using Surface = bed::SurfaceTuning;
constexpr std::array<TuningColumn, 16> kTuningColumns{{
    {"max_kmh", [](const Surface& s) { return s.max_kmh; }},
    {"P0", [](const Surface& s) { return s.position[0]; }},
    {"P1", [](const Surface& s) { return s.position[1]; }},
    {"P2", [](const Surface& s) { return s.position[2]; }},
    {"P3", [](const Surface& s) { return s.position[3]; }},
    {"turn_cap", [](const Surface& s) { return s.turn_cap; }},
    {"rise", [](const Surface& s) { return s.turn_rise; }},
    {"fall", [](const Surface& s) { return s.turn_fall; }},
    {"special_gain", [](const Surface& s) { return s.special_gain; }},
    {"special_shift", [](const Surface& s) { return s.special_shift_hz; }},
    {"slope_gain", [](const Surface& s) { return s.slope_gain; }},
    {"slope_ramp_kmh", [](const Surface& s) { return s.slope_ramp_kmh; }},
    {"A_shift_per_slope", [](const Surface& s) { return s.a_shift_per_slope_hz; }},
    {"B_base_shift", [](const Surface& s) { return s.b_base_shift_hz; }},
    {"B_shift_per_slope", [](const Surface& s) { return s.b_shift_per_slope_hz; }},
    {"push_shift_low", [](const Surface& s) { return s.push_shift_slow_hz; }},
}};

std::vector<std::string_view> tuning_columns()
{
    std::vector<std::string_view> names;
    for (const TuningColumn& column : kTuningColumns)
        names.push_back(column.name);
    return names;
}

/// The built-in numbers against those that the golden files were made with.
Status recompute_tuning(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const Surface* tuning = tuning_named(table.at(row, "surface"));
        if (tuning == nullptr)
            return in_row({Error::Code::bad_input, {}, "found no surface '" + table.at(row, "surface") + "'"},
                          row, "surface");
        for (const TuningColumn& column : kTuningColumns)
            table.set(row, column.name, hex(column.of(*tuning)));
    }
    return Ok{};
}

Table make_tuning()
{
    Table table{"tuning", {}, {"surface"}, {}};
    for (std::string_view column : tuning_columns())
        table.columns.emplace_back(column);
    for (std::string_view surface : tuning_names()) {
        table.rows.emplace_back(table.columns.size());
        table.rows.back().front() = surface;
    }
    return table;
}

// rocket
// ------------------------------------------------------------------------------------------------------------

Status recompute_rocket(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const float speed = mps_of_kmh(in.decimal("kmh"));
        const int level = in.whole("level", 0, 32767);
        const int pitch = in.whole("pitch", 0, 65535);
        if (in.error())
            return *in.error();
        const auto record = bed::rocket_record(speed, level, pitch, bed::default_tuning().owner);
        table.set(row, "speed_bits", hex(speed));
        table.set(row, "gain_bits", hex(record.gain));
        table.set(row, "pitch_bits", hex(record.pitch));
        table.set(row, "pos_bits", hex(record.position));
    }
    return Ok{};
}

Table make_rocket()
{
    Table table{
        "rocket", {}, {"kmh", "speed_bits", "level", "pitch", "gain_bits", "pitch_bits", "pos_bits"}, {}};
    for (int kmh = 0; kmh <= 80; ++kmh)
        table.rows.push_back({std::to_string(kmh), "", "20000", "4100", "", "", ""});
    return table;
}

// envelope
// ----------------------------------------------------------------------------------------------------------

/// The segments that the header gives to each case; "_30fps" and the like only change dt.
bool arm_case(std::string_view name, bed::Envelope& envelope)
{
    envelope.reset();
    if (name.starts_with("shift52")) {
        envelope.add(0.0f, -52.0f, 30.0f);
        envelope.append(-52.0f, 200.0f);
        envelope.append(0.0f, 600.0f);
    } else if (name.starts_with("scale14")) {
        envelope.add(1.0f, 1.4f, 35.0f);
        envelope.append(1.4f, 200.0f);
        envelope.append(1.0f, 600.0f);
    } else if (name.starts_with("zero_ms")) {
        envelope.add(1.0f, 2.0f, 0.0f);
    } else if (name.starts_with("small_dt")) {
        envelope.add(0.2f, -0.3f, 15.0f);
    } else {
        return false;
    }
    return true;
}

Status recompute_envelope(Table& table)
{
    bed::Envelope envelope;
    std::string running;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const int n = in.whole("n", -1, 1'000'000);
        const float dt = in.bits("dt");
        if (in.error())
            return *in.error();
        if (in.text("case") != running || n == -1) {
            running = in.text("case");
            if (!arm_case(running, envelope))
                return in_row({Error::Code::bad_input, {}, "found no case '" + running + "'"}, row, "case");
        }
        if (n >= 0)
            envelope.advance(dt);
        table.set(row, "value", hex(envelope.value()));
        table.set(row, "done", envelope.done() ? "1" : "0");
    }
    return Ok{};
}

Table make_envelope()
{
    Table table{"envelope", {}, {"case", "n", "dt", "value", "done"}, {}};
    const std::tuple<const char*, float, int> cases[]{{"shift52", 1.0f / 60.0f, 60},
                                                      {"shift52_30fps", 1.0f / 30.0f, 30},
                                                      {"scale14", 1.0f / 60.0f, 60},
                                                      {"zero_ms", 1.0f / 60.0f, 4},
                                                      {"small_dt", 0.001f, 20}};
    for (const auto& [name, dt, rows] : cases) {
        for (int n = -1; n < rows; ++n)
            table.rows.push_back({name, std::to_string(n), hex(dt), "", ""});
    }
    return table;
}

} // namespace

std::vector<Kind> bed_kinds()
{
    std::vector<Kind> kinds{
        {"position",
         {"speed_bits", "t_bits", "posA_bits", "posB_bits"},
         {},
         recompute_position,
         make_position},
        {"tuning", tuning_columns(), {}, recompute_tuning, make_tuning},
        {"rocket", {"speed_bits", "gain_bits", "pitch_bits", "pos_bits"}, {}, recompute_rocket, make_rocket},
        {"envelope", {"value", "done"}, {}, recompute_envelope, make_envelope},
    };
    for (auto part : {bed_record_kinds(), bed_chain_kinds(), bed_routing_kinds()}) {
        for (Kind& kind : part)
            kinds.push_back(std::move(kind));
    }
    return kinds;
}

} // namespace quern::vectors
