// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/grain/cloud_params.hpp"

namespace quern::formats {

struct CloudPoint {
    double time_s = 0.0;
    double value = 0.0;
};

/// How a value goes from one point to the next.
enum class CloudRamp : std::uint8_t {
    linear,
    exponential, ///< in equal ratios; all points are positive
    smooth,      ///< level at both ends
    step,        ///< stays, and jumps at the next point
};

/// One parameter over time: a single point is a constant.
struct CloudLane {
    grain::CloudParam param{};
    CloudRamp ramp = CloudRamp::linear;
    std::vector<CloudPoint> points; ///< at least one, in the order of their times; two at one time are a jump
    /// Constant before the first point and behind the last.
    [[nodiscard]] float at(double seconds) const noexcept;
};

/// What a cloud is set to; parameters that are not named keep their defaults.
struct CloudPatch {
    std::string description;
    std::vector<CloudLane> lanes; ///< at most one a parameter
};

/// Reads a patch: `description`, and a table `[parameters]` of `id = number`, `id = [[seconds, value], ...]`
/// or `id = { points = [[seconds, value], ...], ramp = "step" }`. Errors stand at `name:line:column`: unknown
/// keys, values out of their parameter's range, times below 0 or before the last one, more than 10,000
/// points.
Result<CloudPatch> parse_cloud_patch(std::string_view text, const std::string& name);
/// `parse_cloud_patch` on a file, or standard input for "-".
Result<CloudPatch> read_cloud_patch(const std::string& path);

/// A lane of `overlay` takes the place of the same parameter's in `base`.
void overlay_cloud_patch(CloudPatch& base, const CloudPatch& overlay);

struct CloudPreset {
    std::string_view name;
    std::string_view toml;
};
/// The presets of data/cloud, compiled in, in alphabetical order.
std::span<const CloudPreset> cloud_presets() noexcept;
std::optional<std::string_view> cloud_preset(std::string_view name) noexcept;

} // namespace quern::formats
