// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/bed/rider_state.hpp"

namespace quern::bed {

/// Controllers of the mix, by the original's keys. The bed reads the outputs of the first two.
inline constexpr std::uint32_t kBoardController = 0x40010000;   ///< the board owner
inline constexpr std::uint32_t kSpeedController = 0x40010080;   ///< the sense of speed
inline constexpr std::uint32_t kPhysicsController = 0x60010000; ///< the rider's physics, inputs only

/// Inputs of the board owner (docs/spec/control.md §4). 0 or 32767 unless said otherwise.
enum class BoardInput : int {
    surface_pulse = 0, ///< a pulse of one frame: some truck's surface changed, and it had one
    skid = 1,
    downhill = 2, ///< 0..32767
    uphill = 3,   ///< 0..32767
    push = 4,     ///< a push foot stands on the ground
    heading = 5,  ///< heading rate
    metal = 6,    ///< truck 0 rolls on metal
};

/// Outputs of the board owner, with the accessor that reads each.
namespace board_output {
inline constexpr int azimuth = 0;       ///< raw
inline constexpr int level_a = 1;       ///< level; also the patch level
inline constexpr int level_b = 2;       ///< level
inline constexpr int grain_pitch = 3;   ///< pitch
inline constexpr int skid_level = 4;    ///< level
inline constexpr int squeak_level = 5;  ///< level
inline constexpr int rattle_level = 6;  ///< level
inline constexpr int layer0_level = 7;  ///< level
inline constexpr int layer_pitch = 8;   ///< pitch
inline constexpr int layer3_level = 9;  ///< level
inline constexpr int layer5_level = 10; ///< level
inline constexpr int low_pass = 11;     ///< filter
inline constexpr int high_pass = 12;    ///< filter
inline constexpr int env_send = 13;     ///< level
inline constexpr int rattle_low_pass = 14;
inline constexpr int rattle_high_pass = 15;
inline constexpr int rattle_send = 16; ///< level
inline constexpr int layer_low_pass = 17;
inline constexpr int layer_high_pass = 18;
inline constexpr int layer_send = 19;  ///< level
inline constexpr int skid_send = 20;   ///< level
inline constexpr int flange_a = 21;    ///< level
inline constexpr int flange_b = 22;    ///< level
inline constexpr int slide_pitch = 23; ///< pitch
inline constexpr int slide_level = 24; ///< level
inline constexpr int slide_low_pass = 25;
inline constexpr int slide_high_pass = 26;
inline constexpr int slide_send = 27; ///< level
} // namespace board_output

/// Outputs of the sense of speed.
namespace speed_output {
inline constexpr int azimuth = 0;      ///< raw
inline constexpr int rattle_level = 1; ///< level
inline constexpr int rattle_pitch = 2; ///< pitch
inline constexpr int rocket_pitch = 3; ///< pitch; also the wind's
inline constexpr int wind_level = 4;   ///< level
inline constexpr int rocket_level = 5; ///< level
} // namespace speed_output

/// The mixer above the bed: levels, pitch, filters and sends of each controller. Control side only; no call
/// allocates. Inputs written before a tick are seen by that tick.
class MixProvider {
public:
    virtual ~MixProvider() = default;

    /// Back to the state before the first tick.
    virtual void reset() noexcept = 0;
    /// A controller's integer input. Unknown controllers and ids are ignored.
    virtual void set_input(std::uint32_t controller, int id, std::int32_t value) noexcept = 0;
    /// One evaluation, `rider.dt` after the last. `rider` holds finite values in range.
    virtual void tick(const RiderState& rider) noexcept = 0;

    /// Gain or send, 0..32767.
    [[nodiscard]] virtual int level(std::uint32_t controller, int id) const noexcept = 0;
    /// Playback rate, 4096 = unity, 256..16384.
    [[nodiscard]] virtual int pitch(std::uint32_t controller, int id) const noexcept = 0;
    /// Angle, 0..65535 = 0..360 degrees clockwise from ahead.
    [[nodiscard]] virtual int raw(std::uint32_t controller, int id) const noexcept = 0;
    /// Corner frequency in Hz, 0..32767.
    [[nodiscard]] virtual int filter(std::uint32_t controller, int id) const noexcept = 0;
};

/// Writes the fifteen physics inputs of the mix from a rider's state (docs/spec/control.md §4).
void write_physics_inputs(MixProvider& provider, const RiderState& rider) noexcept;

} // namespace quern::bed
