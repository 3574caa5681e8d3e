// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// What a cloud can be told. The order is that of `cloud_params()`.
enum class CloudParam : std::uint8_t {
    density,
    irregularity,
    tempo,
    division,
    position,
    spray,
    scan,
    freeze,
    pitch,
    pitch_spray,
    duration,
    shape,
    reverse,
    interpolation,
    spread,
    gain,
    exponent,
    attack,
    decay,
    sustain,
    release,
};
inline constexpr std::size_t kCloudParams = 21;

/// How a control travels over the range, and in which measure its value is smoothed.
enum class CloudCurve : std::uint8_t {
    linear,
    exponential, ///< equal ratios; the range is positive
    square,      ///< low + (high - low)·t²: fine steps near the low end; smoothed as linear
    decibel,     ///< linear in dB; smoothed as the amplitude that it stands for
    step,        ///< takes effect at once: it only says what grains that start later do
};

/// One parameter as command lines, documents and user interfaces show it.
struct CloudParamInfo {
    CloudParam param;
    std::string_view id;   ///< "pitch_spray"
    std::string_view name; ///< "Pitch spray"
    std::string_view unit; ///< "semitones"; empty for a plain number
    float low;
    float high;
    float initial;
    CloudCurve curve;
    std::string_view meaning; ///< one sentence
};

/// All parameters: the one list that everything else reads.
std::span<const CloudParamInfo, kCloudParams> cloud_params() noexcept QUERN_RT;
const CloudParamInfo& info_of(CloudParam param) noexcept QUERN_RT;
/// By id; nothing for any other name.
std::optional<CloudParam> cloud_param_named(std::string_view id) noexcept;
/// "linear", "exponential", "square", "decibel" or "step".
std::string_view name_of(CloudCurve curve) noexcept;

/// A change moves to its new value with this time constant: 63 % after it, 99 % after five.
inline constexpr double kCloudSmoothingSeconds = 0.02;

/// A value for each parameter.
using CloudValues = std::array<float, kCloudParams>;
CloudValues initial_cloud_values() noexcept QUERN_RT;

/// The parameters on their way to what they were set to: one step a block, the same on every machine.
class CloudSmoother {
public:
    enum class Taken : std::uint8_t { as_is, clamped, refused };

    CloudSmoother() noexcept QUERN_RT;

    /// Where a parameter shall go. Out of range: the nearest end. Not a number or infinite: nothing changes.
    Taken aim(CloudParam param, float value) noexcept QUERN_RT;
    /// All parameters are where they shall go, at once.
    void jump() noexcept QUERN_RT;
    /// One block of `frames` at 48 kHz on.
    void advance(std::size_t frames) noexcept QUERN_RT;

    [[nodiscard]] float operator[](CloudParam param) const noexcept QUERN_RT
    {
        return value_[static_cast<std::size_t>(param)];
    }

private:
    CloudValues target_;
    CloudValues value_;
    std::array<double, kCloudParams> travel_{}; // the value in its curve's measure
    std::array<double, kCloudParams> goal_{};
    std::array<bool, kCloudParams> moving_{};
};

} // namespace quern::grain
