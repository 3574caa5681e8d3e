// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/tuning_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace quern::formats {
namespace {

/// `high` must lie above `low`, element by element, by at least `gap`. The engine divides or draws by the
/// difference.
struct OrderRule {
    std::string_view table;
    std::string_view low;
    std::string_view high;
    float gap = 0.0f; ///< 0: strictly above
};
constexpr std::array kOrders{
    OrderRule{"owner", "send_start_kmh", "send_end_kmh"},
    OrderRule{"owner", "level_start_kmh", "level_end_kmh"},
    OrderRule{"owner", "wobble_start_kmh", "wobble_end_kmh"},
    OrderRule{"owner", "rocket_start_kmh", "rocket_top_kmh"},
    OrderRule{"owner", "wobble_a.ms_low", "wobble_a.ms_high"},
    OrderRule{"owner", "wobble_b.ms_low", "wobble_b.ms_high"},
    OrderRule{"owner", "wobble_a.gain_low", "wobble_a.gain_high", 0.02f}, // drawn in steps of 0.01
    OrderRule{"owner", "wobble_b.gain_low", "wobble_b.gain_high", 0.02f},
    OrderRule{"mix", "near_m", "far_m"},
    OrderRule{"mix", "wind_start_kmh", "wind_top_kmh"},
    OrderRule{"layers", "speed_rattle_start_kmh", "speed_rattle_top_kmh"},
    OrderRule{"layers", "wind_start_kmh", "wind_top_kmh"},
    OrderRule{"layers", "wind_bail_start_kmh", "wind_bail_top_kmh"},
};

/// Lists whose values must increase.
struct IncreasingRule {
    std::string_view table;
    std::string_view field;
};
constexpr std::array kIncreasing{
    IncreasingRule{"mix", "gate_rise_ms"},
    IncreasingRule{"mix", "pitch_mps"},
};

const TuningTable& table_named(std::string_view name)
{
    const auto tables = tuning_tables();
    return *std::find_if(tables.begin(), tables.end(), [&](const TuningTable& t) { return t.name == name; });
}

const TuningField& field_named(std::string_view table, std::string_view name)
{
    const auto fields = tuning_fields_of(table_named(table));
    return *std::find_if(fields.begin(), fields.end(), [&](const TuningField& f) { return f.name == name; });
}

std::string element_name(const TuningField& field, std::string name, std::size_t index)
{
    return field.count == 1 ? name : name + "[" + std::to_string(index) + "]";
}

std::string with_unit(const TuningField& field, float value)
{
    std::string text = number_text(value);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return field.unit.empty() ? text : text + " " + std::string(field.unit);
}

std::optional<TuningComplaint> check_range(bed::Tuning& tuning, const TuningField& field, int row,
                                           const std::string& name)
{
    const auto complaint = [&](std::size_t index, const std::string& found) {
        const std::string place = element_name(field, name, index);
        return TuningComplaint{name, "", place + ": found " + found + ", expected " + allowed_text(field)};
    };
    return std::visit(
        [&](auto values) -> std::optional<TuningComplaint> {
            using Element = typename decltype(values)::element_type;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if constexpr (std::is_same_v<Element, bed::Member>) {
                    if (static_cast<std::size_t>(values[i]) >= bed::kSurfaceMembers)
                        return complaint(i, "no surface recording");
                } else if constexpr (!std::is_same_v<Element, bool>) {
                    const auto value = static_cast<float>(values[i]);
                    if (!in_range(field, value))
                        return complaint(i, with_unit(field, value));
                }
            }
            return std::nullopt;
        },
        field.slot(tuning, row));
}

std::optional<TuningComplaint> check_order(bed::Tuning& tuning, const OrderRule& rule)
{
    const TuningField& low = field_named(rule.table, rule.low);
    const TuningField& high = field_named(rule.table, rule.high);
    const std::string prefix = std::string(rule.table) + ".";
    const auto number = [&](const TuningField& field, std::size_t i) {
        return std::visit([&](auto values) { return static_cast<float>(values[i]); }, field.slot(tuning, 0));
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(low.count); ++i) {
        const float from = number(low, i);
        const float to = number(high, i);
        if (rule.gap == 0.0f ? to > from : to - from >= rule.gap)
            continue;
        const std::string limit =
            rule.gap == 0.0f ? "above " : "at least " + with_unit(high, rule.gap) + " above ";
        return TuningComplaint{prefix + std::string(rule.high), prefix + std::string(rule.low),
                               element_name(high, prefix + std::string(rule.high), i) + ": found " +
                                   with_unit(high, to) + ", expected " + limit + std::string(rule.low) +
                                   " (" + with_unit(low, from) + ")"};
    }
    return std::nullopt;
}

std::optional<TuningComplaint> check_increasing(bed::Tuning& tuning, const IncreasingRule& rule)
{
    const TuningField& field = field_named(rule.table, rule.field);
    const std::string name = std::string(rule.table) + "." + std::string(rule.field);
    const auto values = std::get<std::span<float>>(field.slot(tuning, 0));
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (!(values[i] > values[i - 1]))
            return TuningComplaint{name, "",
                                   element_name(field, name, i) + ": found " + with_unit(field, values[i]) +
                                       ", expected above the value before it (" +
                                       with_unit(field, values[i - 1]) + ")"};
    }
    return std::nullopt;
}

/// A click pattern needs the distance that its mode measures by.
std::optional<TuningComplaint> check_seam(const bed::SeamRow& seam, int row)
{
    const std::string name = "seam." + std::to_string(row) + ".";
    if (seam.mode == 1 && seam.grid_m < 0.01f)
        return TuningComplaint{name + "grid_m", name + "mode",
                               name + "grid_m: found " + number_text(seam.grid_m) +
                                   " m, expected 0.01 to 100 m while mode = 1"};
    if (seam.mode == 2 && seam.spacing_cm < 1.0f)
        return TuningComplaint{name + "spacing_cm", name + "mode",
                               name + "spacing_cm: found " + number_text(seam.spacing_cm) +
                                   " cm, expected 1 to 10000 cm while mode = 2"};
    return std::nullopt;
}

} // namespace

bool in_range(const TuningField& field, float value) noexcept
{
    return std::isfinite(value) && value >= field.min && value <= field.max;
}

std::optional<TuningComplaint> check_tuning(const bed::Tuning& tuning)
{
    bed::Tuning copy = tuning;
    for (const TuningTable& table : tuning_tables()) {
        for (int row = 0; row < table.rows; ++row) {
            const std::string prefix = tuning_row_name(table, row) + ".";
            for (const TuningField& field : tuning_fields_of(table)) {
                if (auto complaint = check_range(copy, field, row, prefix + std::string(field.name)))
                    return complaint;
            }
        }
    }
    for (const OrderRule& rule : kOrders) {
        if (auto complaint = check_order(copy, rule))
            return complaint;
    }
    for (const IncreasingRule& rule : kIncreasing) {
        if (auto complaint = check_increasing(copy, rule))
            return complaint;
    }
    for (int row = 0; row < bed::kSeamPatterns; ++row) {
        if (auto complaint = check_seam(tuning.seams[static_cast<std::size_t>(row)], row))
            return complaint;
    }
    return std::nullopt;
}

} // namespace quern::formats
