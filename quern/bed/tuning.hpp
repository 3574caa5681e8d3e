// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "quern/bed/members.hpp"
#include "quern/grain/player_params.hpp"

namespace quern::bed {

/// How one recording answers to the rider (docs/spec/control.md §2). One per surface member, and one
/// `fallback`.
struct SurfaceTuning {
    float max_kmh = 74.0f;           ///< speed at which the fast end is reached
    std::array<float, 4> position{}; ///< Bezier control points P0..P3 of the read position over speed
    float turn_cap = 0.8f;           ///< 0..1
    float turn_rise = 0.06f;         ///< per control call
    float turn_fall = 0.06f;         ///< per control call
    float special_gain = 0.65f;      ///< gain of A in manuals and air tricks
    float special_shift_hz = 150.0f;
    float slope_gain = 1.5f; ///< downhill gain of B
    float slope_ramp_kmh = 10.0f;
    float a_shift_per_slope_hz = -100.0f;
    float b_base_shift_hz = -10.0f;
    float b_shift_per_slope_hz = 50.0f;
    float push_ramp_kmh = 45.0f;  ///< from the slow to the fast peak
    float push_scale_slow = 1.4f; ///< peak of the speed scale at walking pace
    float push_scale_fast = 1.1f;
    float push_shift_slow_hz = -52.0f;
    float push_shift_fast_hz = -20.0f;
    std::array<float, 3> push_scale_ms{35.0f, 200.0f, 600.0f}; ///< rise, hold, return
    std::array<float, 3> push_shift_ms{30.0f, 200.0f, 600.0f};
    float slope_down = -10.0f; ///< slope at which D = 1
    float slope_up = 10.0f;    ///< slope at which U = 1
    grain::PlayerParams player_a{0.1f, 0.2f, 0.1f, 1.6f, 0.05f};
    grain::PlayerParams player_b{0.2f, 0.1f, 0.2f, 1.5f, 0.05f};
    float level_db = 0.0f; ///< a designer's trim on both players
};

/// A random walk of gain around 1: segments of ms_low..ms_high, magnitude low..high, alternating in sign.
struct WobbleTuning {
    int ms_low = 15;
    int ms_high = 30;
    float low = 0.0f;
    float high = 0.3f;
};

/// What belongs to the board, whatever it rolls on (docs/spec/control.md §3).
struct OwnerTuning {
    float send_start_kmh = 46.0f; ///< graph 1 to graph 3
    float send_end_kmh = 70.0f;
    float send_max = 3.0f;
    float clip_level = 0.09f;
    float shelf_hz = 5000.0f;
    float shelf_gain = 0.65f;
    float level_start_kmh = 52.0f; ///< graph-1 level ramp
    float level_end_kmh = 74.0f;
    float level_floor = 0.45f;
    float wobble_start_kmh = 42.0f;
    float wobble_end_kmh = 70.0f;
    WobbleTuning wobble_a{15, 30, 0.0f, 0.3f};
    WobbleTuning wobble_b{5, 15, 0.1f, 0.25f};
    float brake_step = 0.05f; ///< per control call
    float turn_per_mps = 0.24f;
    float b_behind_a = 0.1f; ///< position units B reads behind A
    float rocket_start_kmh = 35.0f;
    float rocket_top_kmh = 60.0f;
    float rocket_gain_word = 22000.0f;
    grain::PlayerParams rocket{0.1f, 0.4f, 0.1f, 2.4f, 0.1f};
};

inline constexpr int kMaterialMap = 95; ///< entries; materials 94..142 use the last
inline constexpr int kSurfaces = 15;    ///< rolling surfaces 0..14
inline constexpr int kNoContact = 14;   ///< the surface of a truck that rolls on nothing
inline constexpr int kSeamPatterns = 16;

/// Which recording or patch a rolling surface plays.
struct SurfaceRow {
    bool grain = false; ///< false: a neighbour-layer patch (or nothing) instead of grains
    Member soft = Member::asphalt_rough_hard; ///< valid while grain
    Member hard = Member::asphalt_rough_hard; ///< valid while grain
    std::array<int, 2> slots_soft{0, 1};      ///< owner slots of A, B in the original
    std::array<int, 2> slots_hard{0, 1};
    bool fallback_tuning = false; ///< plays with Tuning::fallback (surface 0)
    int selector = -1;            ///< patch selector of non-grain surfaces
    int nearest = -1; ///< non-grain surfaces: the rolling surface that may lend its recordings; -1 = none
};

/// How a crack or tile pattern in the ground is heard.
struct SeamRow {
    float gain_low = 1.0f; ///< seam gain envelope of the bed, first bound (may be the larger); {1, 1} = none
    float gain_high = 1.0f;
    float ms_low = 0.0f;
    float ms_high = 0.0f;
    int mode = 0;                       ///< clicks: 0 never, 1 world grid, 2 travelled distance
    float grid_m = 0.0f;                ///< mode 1
    float grid_smooth_asphalt_m = 0.0f; ///< mode 1 while the wheel is on rolling surface 3; 0 = grid_m
    float spacing_cm = 0.0f;            ///< mode 2
    float angle_deg = 0.0f;
    float gain = 0.0f; ///< of one click
};

/// A level that grows with speed, in millibel: `rest_mb` at rest, `rise_mb` more from `full_kmh` up.
struct LevelRamp {
    float rest_mb = 0.0f;
    float rise_mb = 0.0f;
    float full_kmh = 1.0f;
};

/// The default mix: levels, pitch, filters and sends without any file of the game (docs/spec/control.md §5).
struct CurveTuning {
    float gate_fall_per_s = 12.0f; ///< linear, when no wheel touches
    std::array<float, 4> gate_rise_ms{14.7f, 29.5f, 44.2f, 58.9f};
    std::array<float, 4> gate_rise{0.058f, 0.405f, 0.868f, 1.0f};
    std::array<float, 4> near_m{4.0f, 4.0f, 1.0f, 4.0f}; ///< ahead, right, behind, left
    std::array<float, 4> far_m{50.0f, 40.0f, 30.0f, 40.0f};
    float start_kmh = 5.0f;         ///< full level from here up
    float level_a_mb = -1301.0f;    ///< millibel at rest
    float level_a_rise_mb = 105.0f; ///< added up to level_a_full_kmh
    float level_a_full_kmh = 30.0f;
    float level_b = 0.70f; ///< linear
    std::array<float, 4> pitch_mps{0.0f, 1.0f, 5.0f, 6.0f};
    std::array<float, 4> pitch_word{3209.0f, 3500.0f, 4080.0f, 4096.0f}; ///< 4096 = unity
    float doppler = 275.0f;                                              ///< m/s, the map's constant c
    float camera_back_m = 0.25f;  ///< the ear stands this far behind the camera
    float jump_mps = 150.0f;      ///< a faster change of the listener's distance is a cut, not a motion
    float low_pass_hz = 24971.0f; ///< open
    float high_pass_hz = 77.0f;
    float high_pass_other_hz = 1109.0f; ///< non-local skaters
    float env_send = 0.0798f;
    float flange_send_a = 0.0f;
    float flange_send_b = 0.0f;
    float rocket_level_word = 5100.0f;
    float rocket_pitch_word = 4096.0f;
    float pause_fall_ms = 175.0f;
    float pause_rise_ms = 88.0f;
    // The sounds beside the grains; the ramps are gated by contact, distance and start like level A.
    LevelRamp rattle_level{-976.0f, 105.0f, 30.0f};
    LevelRamp rattle_send{-2620.0f, 105.0f, 30.0f};
    LevelRamp layer0_level{-818.0f, 0.0f, 1.0f};
    LevelRamp layer3_level{-1663.0f, 0.0f, 1.0f};
    LevelRamp layer5_level{-1351.0f, 339.0f, 40.0f}; ///< on cracked ground
    float speed_rattle_level_word = 832.0f;
    float wind_start_kmh = 15.0f; ///< of the body's speed: wind_start_word here,
    float wind_top_kmh = 55.0f;   ///< wind_top_word from here up
    float wind_start_word = 210.0f;
    float wind_top_word = 8091.0f;
    float slide_level_word = 7093.0f; ///< a loose board
    float slide_send_word = 3849.0f;
    float slide_low_pass_hz = 19456.0f;
};

inline constexpr int kPatchSelectors = 16;

/// What the sounds beside the grains follow: rolling patches, rattle, seams, wheel spins, wind, board slide
/// (docs/spec/control.md §9). They reach the outside as events; the numbers shape those events.
struct LayerTuning {
    std::array<float, kPatchSelectors> patch_max_kmh{}; ///< by patch selector: speed of the full speed word
    float rattle_start_mps = 1.0f;                      ///< a push's rattle: speed word 0 here
    float rattle_ramp_kmh = 30.0f;                      ///< and full this much above it
    float seam_start_mps = 0.5f;
    float seam_per_mps = 0.08f;       ///< share of the full speed word per m/s above the start
    float seam_min_speed = 0.05f;     ///< m/s; slower wheels never click
    float seam_rear_cm = 50.0f;       ///< mode 2: how much later the rear wheels click
    float spin_length_s = 14.0f;      ///< a resting wheel starts this far into its spin-down recording
    float spin_top_kmh = 50.0f;       ///< a wheel this fast starts at its beginning
    float spin_gain = 0.24f;          ///< of wheels that spin in the air,
    float spin_balance_gain = 0.264f; ///< and in a manual
    float squeak_tilt_rad = 0.2f;     ///< a deck that leans further squeaks
    float speed_rattle_start_kmh = 30.0f;
    float speed_rattle_top_kmh = 80.0f;
    float wind_start_kmh = 15.0f;
    float wind_top_kmh = 55.0f;
    float wind_bail_start_kmh = 1.0f; ///< while bailing
    float wind_bail_top_kmh = 10.0f;
    float slide_start_mps = 0.5f; ///< a loose board
    float slide_ramp_kmh = 15.0f;
    float slide_level_word = 15000.0f; ///< 32767 = full
};

/// Every number of the bed that a designer may change. Plain values; `default_tuning()` is generated from
/// data/.
struct Tuning {
    SurfaceTuning fallback{};
    std::array<SurfaceTuning, kSurfaceMembers> surface{}; ///< by Member
    OwnerTuning owner{};
    std::array<std::uint8_t, kMaterialMap> surface_of_material{};
    std::array<SurfaceRow, kSurfaces> surfaces{};
    std::array<SeamRow, kSeamPatterns> seams{};
    CurveTuning curves{};
    LayerTuning layers{};
};

/// The tuning compiled in: equal, bit for bit, to what the files of data/tuning read as.
const Tuning& default_tuning() noexcept;

} // namespace quern::bed
