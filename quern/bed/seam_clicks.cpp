// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/seam_clicks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quern::bed {
namespace {

constexpr double kHalfTrack = 0.1;    // m, wheels beside the middle of the board
constexpr double kHalfBase = 0.3;     // m, wheels before and behind it
constexpr double kHeadingSpeed = 0.1; // m/s; slower boards keep their heading
constexpr float kFullSpeedWord = 10000.0f;
constexpr int kSmoothAsphalt = 3;
constexpr int kGridMode = 1;
constexpr int kDistanceMode = 2;

} // namespace

void SeamClicks::carry(const LayerContext& context) noexcept
{
    const RiderState& state = context.state;
    const double vx = static_cast<double>(state.board_velocity.x);
    const double vz = static_cast<double>(state.board_velocity.z);
    const double dt = static_cast<double>(state.dt);
    if (const double along = std::hypot(vx, vz); along > kHeadingSpeed) {
        heading_x_ = vx / along;
        heading_z_ = vz / along;
    } else if (state.heading_rate != 0.0f) {
        const double angle = static_cast<double>(state.heading_rate) * dt; // to the right: from +z towards +x
        const double x = heading_x_ * std::cos(angle) + heading_z_ * std::sin(angle);
        const double z = heading_z_ * std::cos(angle) - heading_x_ * std::sin(angle);
        const double length = std::hypot(x, z);
        heading_x_ = x / length;
        heading_z_ = z / length;
    }
    const bool still =
        state.board_position.x == last_position_.x && state.board_position.z == last_position_.z;
    if (still) {
        carried_x_ += heading_x_ * static_cast<double>(state.ground_speed) * dt;
        carried_z_ += heading_z_ * static_cast<double>(state.ground_speed) * dt;
    }
    last_position_ = state.board_position;
}

bool SeamClicks::crosses_grid(std::size_t index, const SeamRow& row, bool fresh,
                              const LayerContext& context) noexcept
{
    Wheel& wheel = wheels_[index];
    const double side = index % 2 == 0 ? -kHalfTrack : kHalfTrack; // left, right
    const double along = index < 2 ? kHalfBase : -kHalfBase;       // front, back
    const double x = static_cast<double>(context.state.board_position.x) + carried_x_ + heading_x_ * along +
                     heading_z_ * side;
    const double z = static_cast<double>(context.state.board_position.z) + carried_z_ + heading_z_ * along -
                     heading_x_ * side;
    const double angle = static_cast<double>(row.angle_deg) * (std::numbers::pi / 180.0);
    const bool smooth_asphalt =
        surface_of(context.state.wheel_material[index], context.tuning) == kSmoothAsphalt;
    const float grid_m =
        smooth_asphalt && row.grid_smooth_asphalt_m > 0.0f ? row.grid_smooth_asphalt_m : row.grid_m;
    const double grid = std::max(static_cast<double>(grid_m), 0.01);
    const auto cell = [grid](double metres) { return static_cast<std::int64_t>(std::floor(metres / grid)); };
    const std::int64_t cell_x = cell(x * std::cos(angle) - z * std::sin(angle));
    const std::int64_t cell_z = cell(x * std::sin(angle) + z * std::cos(angle));
    const bool moved = cell_x != wheel.cell_x || cell_z != wheel.cell_z;
    wheel.cell_x = cell_x;
    wheel.cell_z = cell_z;
    return moved && !fresh;
}

bool SeamClicks::crosses(std::size_t index, const SeamRow& row, const LayerContext& context) noexcept
{
    Wheel& wheel = wheels_[index];
    const int pattern = context.state.seam_pattern[index];
    const bool fresh = pattern != wheel.pattern;
    wheel.pattern = pattern;
    if (row.mode == kGridMode)
        return crosses_grid(index, row, fresh, context);
    if (row.mode != kDistanceMode)
        return false;
    // The rear wheels start half a board behind, and then keep the same spacing.
    const bool rear = index >= 2;
    if (fresh)
        wheel.travelled_cm = rear ? -static_cast<double>(context.tuning.layers.seam_rear_cm) : 0.0;
    wheel.travelled_cm += static_cast<double>(context.speed() * context.state.dt) * 100.0;
    const double spacing = std::max(static_cast<double>(row.spacing_cm), 1.0);
    if (wheel.travelled_cm < spacing)
        return false;
    wheel.travelled_cm = std::fmod(wheel.travelled_cm, spacing);
    return true;
}

void SeamClicks::step(const LayerContext& context) noexcept
{
    carry(context);
    const RiderState& state = context.state;
    const LayerTuning& layers = context.tuning.layers;
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
        Wheel& wheel = wheels_[i];
        const int pattern = std::clamp(state.seam_pattern[i], 0, kSeamPatterns - 1);
        const SeamRow& row = context.tuning.seams[static_cast<std::size_t>(pattern)];
        const bool rolls = state.wheel_contact[i] && context.speed() >= layers.seam_min_speed;
        const bool crossed = crosses(i, row, context); // keeps count in the air too
        bool changed = false;
        if (state.wheel_contact[i] && state.wheel_material[i] != kNoMaterial) {
            changed = wheel.material >= 0 && state.wheel_material[i] != wheel.material;
            wheel.material = state.wheel_material[i];
        }
        LayerEvent event;
        event.layer = Layer::seam;
        event.index = static_cast<std::uint8_t>(i);
        event.pattern = crossed ? pattern : 0;
        event.soft = state.soft_wheels;
        event.gain = crossed ? row.gain : 1.0f;
        event.surface = surface_of(state.wheel_material[i], context.tuning);
        event.speed =
            word_of((context.speed() - layers.seam_start_mps) * layers.seam_per_mps, kFullSpeedWord);
        const bool fires = rolls && (crossed || changed);
        if (fires && !wheel.posted) {
            context.emit(event);
        } else if (!fires && wheel.posted) {
            event.kind = LayerEvent::Kind::release;
            context.emit(event);
        }
        wheel.posted = fires;
    }
}

} // namespace quern::bed
