// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cloud_patch.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "quern/core/elementary.hpp"
#include "quern/formats/ride_toml.hpp"
#include "quern/formats/text_file.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostPoints = 10000;
constexpr double kLatest = 1e6; // seconds
constexpr std::array<std::string_view, 4> kRamps{"linear", "exponential", "smooth", "step"};

double as_number(const toml::node* node)
{
    if (node != nullptr && node->is_floating_point())
        return node->as_floating_point()->get();
    if (node != nullptr && node->is_integer())
        return static_cast<double>(node->as_integer()->get());
    return std::nan("");
}

/// 0.1, where double precision has 0.10000000149011612.
std::string decimal(float value)
{
    std::array<char, 64> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
    return {digits.data(), end.ptr};
}

/// What stands in place of a point of two numbers.
std::string found_point(const toml::node& node, double seconds)
{
    const toml::array* list = node.as_array();
    if (list == nullptr)
        return found_text(node);
    if (list->size() != 2)
        return "a list of " + std::to_string(list->size());
    return std::isnan(seconds) ? found_text(*list->get(0)) + " seconds" : number_text(seconds) + " s";
}

/// Reads the values of one `[parameters]` table.
class LaneReader {
public:
    LaneReader(TomlFields& fields, const std::string& file, std::optional<Error>& fault)
        : fields_(fields), file_(file), fault_(fault)
    {
    }

    std::optional<CloudLane> read(const toml::node& node, const grain::CloudParamInfo& info)
    {
        CloudLane lane;
        lane.param = info.param;
        lane.ramp = info.curve == grain::CloudCurve::exponential ? CloudRamp::exponential : CloudRamp::linear;
        if (const toml::array* list = node.as_array()) {
            points(*list, info, lane);
        } else if (const toml::table* table = node.as_table()) {
            TomlFields of(*table, std::string(info.id), file_, fault_);
            const toml::array* named = of.array("points");
            ramp(of, info, lane);
            of.refuse_unknown();
            if (named != nullptr)
                points(*named, info, lane);
            else
                of.refuse("points", std::string(info.id) + ": 'points' is missing, expected a list");
        } else {
            value(node, info, 0.0, lane);
        }
        if (fault_)
            return std::nullopt;
        return lane;
    }

private:
    void ramp(TomlFields& of, const grain::CloudParamInfo& info, CloudLane& lane)
    {
        const std::optional<std::string> name = of.text("ramp");
        if (!name)
            return;
        const auto found = std::find(kRamps.begin(), kRamps.end(), *name);
        lane.ramp = static_cast<CloudRamp>(found - kRamps.begin());
        const bool ratios = info.low > 0.0f;
        if (found == kRamps.end() || (lane.ramp == CloudRamp::exponential && !ratios))
            of.refuse("ramp", std::string(info.id) + ": 'ramp': found '" + *name + "', expected linear, " +
                                  (ratios ? "exponential, " : "") + "smooth or step");
    }

    void points(const toml::array& list, const grain::CloudParamInfo& info, CloudLane& lane)
    {
        if (list.empty() || list.size() > kMostPoints)
            fields_.refuse_at(list, std::string(info.id) + ": found " + std::to_string(list.size()) +
                                        " points, expected 1 to " + std::to_string(kMostPoints));
        for (const toml::node& item : list) {
            const toml::array* pair = item.as_array();
            const double seconds =
                pair != nullptr && pair->size() == 2 ? as_number(pair->get(0)) : std::nan("");
            const double before = lane.points.empty() ? 0.0 : lane.points.back().time_s;
            if (!(seconds >= before && seconds <= kLatest)) {
                fields_.refuse_at(item, std::string(info.id) + ": found " + found_point(item, seconds) +
                                            ", expected a point [seconds, value], its seconds from " +
                                            number_text(before) + " to " + number_text(kLatest));
                return;
            }
            value(*pair->get(1), info, seconds, lane);
        }
    }

    void value(const toml::node& node, const grain::CloudParamInfo& info, double seconds, CloudLane& lane)
    {
        const double found = as_number(&node);
        const auto low = static_cast<double>(info.low);
        const auto high = static_cast<double>(info.high);
        // A decimal number that rounds to the end of the range in single precision is that end.
        const auto single = static_cast<double>(static_cast<float>(found));
        if (single >= low && single <= high) {
            lane.points.push_back({seconds, single});
            return;
        }
        fields_.refuse_at(node, std::string(info.id) + ": found " + found_text(node) +
                                    ", expected a number from " + decimal(info.low) + " to " +
                                    decimal(info.high));
    }

    TomlFields& fields_;
    const std::string& file_;
    std::optional<Error>& fault_;
};

} // namespace

float CloudLane::at(double seconds) const noexcept
{
    const auto next = std::upper_bound(points.begin(), points.end(), seconds,
                                       [](double time, const CloudPoint& p) { return time < p.time_s; });
    if (next == points.begin())
        return static_cast<float>(points.front().value);
    const CloudPoint& from = *std::prev(next);
    if (next == points.end() || ramp == CloudRamp::step)
        return static_cast<float>(from.value);
    double part = (seconds - from.time_s) / (next->time_s - from.time_s);
    if (ramp == CloudRamp::exponential)
        return static_cast<float>(between(from.value, next->value, part));
    if (ramp == CloudRamp::smooth)
        part = part * part * (3.0 - 2.0 * part);
    return static_cast<float>(from.value + (next->value - from.value) * part);
}

Result<CloudPatch> parse_cloud_patch(std::string_view text, const std::string& name)
{
    Result<toml::table> root = parse_ride_toml(text, name);
    if (!root)
        return root.error();
    std::optional<Error> fault;
    TomlFields fields(*root, "patch", name, fault);
    CloudPatch patch;
    patch.description = fields.text("description").value_or("");
    const toml::table* parameters = fields.table("parameters");
    fields.refuse_unknown();
    if (parameters != nullptr) {
        TomlFields of(*parameters, "parameters", name, fault);
        LaneReader reader(of, name, fault);
        for (const grain::CloudParamInfo& info : grain::cloud_params()) {
            const toml::node* node = of.node(info.id);
            if (node == nullptr)
                continue;
            if (std::optional<CloudLane> lane = reader.read(*node, info))
                patch.lanes.push_back(std::move(*lane));
        }
        of.refuse_unknown();
    }
    if (fault)
        return *fault;
    return patch;
}

Result<CloudPatch> read_cloud_patch(const std::string& path)
{
    const Result<std::string> text = read_text_file(path, kMostBytes, "a patch");
    if (!text)
        return text.error();
    return parse_cloud_patch(*text, path == "-" ? "standard input" : path);
}

void overlay_cloud_patch(CloudPatch& base, const CloudPatch& overlay)
{
    for (const CloudLane& lane : overlay.lanes) {
        std::erase_if(base.lanes, [&](const CloudLane& old) { return old.param == lane.param; });
        base.lanes.push_back(lane);
    }
}

} // namespace quern::formats
