// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/built_in.hpp"

#include <array>

namespace quern::bank {
namespace {

constexpr Mode kNone{};

/// The board on ground that does not ring itself: deck bending, trucks, wheels.
constexpr Modes kHardBoard{{
    {118.0f, 0.07f, 0.016f}, // deck
    {243.0f, 0.06f, 0.018f},
    {391.0f, 0.05f, 0.016f},
    {652.0f, 0.045f, 0.014f},
    {967.0f, 0.035f, 0.014f}, // trucks
    {1480.0f, 0.03f, 0.014f},
    {2260.0f, 0.024f, 0.012f},
    {3370.0f, 0.018f, 0.010f},
    {1210.0f, 0.012f, 0.020f}, // wheels
    kNone,
    kNone,
    kNone,
}};

/// A plywood ramp: a box of air and a skin that booms, struck through the same board.
constexpr Modes kHollowWood{{
    {97.0f, 0.24f, 0.010f}, // skin and cavity
    {151.0f, 0.21f, 0.016f},
    {223.0f, 0.18f, 0.020f},
    {312.0f, 0.15f, 0.022f},
    {437.0f, 0.12f, 0.026f},
    {603.0f, 0.09f, 0.016f},
    {858.0f, 0.07f, 0.014f},
    {1290.0f, 0.026f, 0.024f},
    {1730.0f, 0.022f, 0.030f},
    {2410.0f, 0.022f, 0.010f}, // trucks
    {1110.0f, 0.012f, 0.016f}, // wheels
    kNone,
}};

/// A steel plate: many inharmonic modes that outlast the blow by a second.
constexpr Modes kRingingMetal{{
    {174.0f, 0.95f, 0.0016f},
    {311.0f, 1.25f, 0.0026f},
    {487.0f, 1.15f, 0.0034f},
    {742.0f, 1.10f, 0.0038f},
    {1103.0f, 1.00f, 0.0042f},
    {1574.0f, 0.90f, 0.0042f},
    {2191.0f, 0.80f, 0.0042f},
    {2883.0f, 0.70f, 0.0040f},
    {3742.0f, 0.60f, 0.0036f},
    {4910.0f, 0.50f, 0.0030f},
    {243.0f, 0.06f, 0.012f},  // deck
    {1320.0f, 0.03f, 0.012f}, // trucks
}};

/// Softer wheels swallow what rings: shorter, and weaker the higher it lies.
constexpr Modes muffled(Modes modes)
{
    for (Mode& mode : modes) {
        mode.t60_s *= 0.75f;
        mode.gain *= 1000.0f / (1000.0f + 0.45f * mode.hz);
    }
    return modes;
}

/// The same ground under softer wheels: `quieter_db` less, the contact's corner at two thirds, small stones
/// swallowed.
constexpr Character softened(Character hard, float slow_dbfs, float fast_dbfs)
{
    hard.level_slow_dbfs = slow_dbfs;
    hard.level_fast_dbfs = fast_dbfs;
    hard.corner_slow_hz *= 0.68f;
    hard.corner_fast_hz *= 0.66f;
    hard.scrape *= 0.7f;
    hard.edge *= 0.4f;
    hard.stones.gain *= 0.75f;
    hard.joints.gain *= 0.8f;
    hard.low_cut_slow_hz *= 0.7f;
    hard.low_cut_fast_hz *= 0.7f;
    hard.modes = muffled(hard.modes);
    return hard;
}

constexpr Character kAsphaltRough{
    .level_slow_dbfs = -23.2f,
    .level_fast_dbfs = -13.2f,
    .grit = {0.011f, 0.95f, 1.0f, 2.0f},
    .stones = {0.17f, 0.9f, 2.0f, 2.0f},
    .joints = {},
    .scrape = 1.6f,
    .hiss = 0.12f,
    .edge = 0.03f,
    .corner_slow_hz = 1150.0f,
    .corner_fast_hz = 2300.0f,
    .low_cut_slow_hz = 260.0f,
    .low_cut_fast_hz = 480.0f,
    .wobble = 0.48f,
    .modes = kHardBoard,
};
constexpr Character kAsphaltSmooth{
    .level_slow_dbfs = -25.3f,
    .level_fast_dbfs = -12.9f,
    .grit = {0.006f, 0.95f, 1.0f, 1.2f},
    .stones = {0.26f, 0.9f, 2.0f, 2.0f},
    .joints = {},
    .scrape = 1.8f,
    .hiss = 0.12f,
    .edge = 0.022f,
    .corner_slow_hz = 1300.0f,
    .corner_fast_hz = 2900.0f,
    .low_cut_slow_hz = 320.0f,
    .low_cut_fast_hz = 650.0f,
    .wobble = 0.48f,
    .modes = kHardBoard,
};
constexpr Character kConcreteAggregate{
    .level_slow_dbfs = -22.9f,
    .level_fast_dbfs = -13.1f,
    .grit = {0.016f, 0.9f, 1.0f, 2.4f},
    .stones = {0.13f, 0.9f, 2.0f, 2.0f},
    .joints = {3.05f, 0.04f, 3.0f, 0.0f},
    .scrape = 1.2f,
    .hiss = 0.18f,
    .edge = 0.026f,
    .corner_slow_hz = 1100.0f,
    .corner_fast_hz = 2350.0f,
    .low_cut_slow_hz = 240.0f,
    .low_cut_fast_hz = 460.0f,
    .wobble = 0.48f,
    .modes = kHardBoard,
};
constexpr Character kConcreteRough{
    .level_slow_dbfs = -22.8f,
    .level_fast_dbfs = -13.6f,
    .grit = {0.009f, 0.95f, 1.0f, 2.0f},
    .stones = {0.15f, 0.9f, 2.0f, 2.0f},
    .joints = {2.44f, 0.04f, 3.5f, 0.0f},
    .scrape = 1.5f,
    .hiss = 0.15f,
    .edge = 0.026f,
    .corner_slow_hz = 1150.0f,
    .corner_fast_hz = 2500.0f,
    .low_cut_slow_hz = 280.0f,
    .low_cut_fast_hz = 560.0f,
    .wobble = 0.48f,
    .modes = kHardBoard,
};
constexpr Character kConcreteSmooth{
    .level_slow_dbfs = -26.2f,
    .level_fast_dbfs = -14.6f,
    .grit = {0.005f, 0.95f, 1.0f, 1.0f},
    .stones = {0.31f, 0.9f, 2.0f, 2.0f},
    .joints = {1.52f, 0.03f, 4.0f, 0.0f},
    .scrape = 1.8f,
    .hiss = 0.12f,
    .edge = 0.003f,
    .corner_slow_hz = 1225.0f,
    .corner_fast_hz = 2280.0f,
    .low_cut_slow_hz = 680.0f,
    .low_cut_fast_hz = 1340.0f,
    .wobble = 0.48f,
    .modes = kHardBoard,
};
constexpr Character kMetalSmooth{
    .level_slow_dbfs = -24.6f,
    .level_fast_dbfs = -14.0f,
    .grit = {0.007f, 0.95f, 1.0f, 1.5f},
    .stones = {0.28f, 0.9f, 1.8f, 1.8f},
    .joints = {2.1f, 0.04f, 3.2f, 0.0f},
    .scrape = 1.2f,
    .hiss = 0.2f,
    .edge = 0.03f,
    .corner_slow_hz = 2400.0f,
    .corner_fast_hz = 4500.0f,
    .low_cut_slow_hz = 300.0f,
    .low_cut_fast_hz = 600.0f,
    .wobble = 0.48f,
    .modes = kRingingMetal,
};
constexpr Character kWoodRamp{
    .level_slow_dbfs = -24.2f,
    .level_fast_dbfs = -13.6f,
    .grit = {0.010f, 0.95f, 1.0f, 1.2f},
    .stones = {0.24f, 0.85f, 2.0f, 2.0f},
    .joints = {1.22f, 0.03f, 4.0f, 0.0f},
    .scrape = 0.9f,
    .hiss = 0.12f,
    .edge = 0.001f,
    .corner_slow_hz = 485.0f,
    .corner_fast_hz = 1620.0f,
    .low_cut_slow_hz = 365.0f,
    .low_cut_fast_hz = 1140.0f,
    .wobble = 0.75f,
    .modes = kHollowWood,
};
constexpr Character kJet{
    .level_slow_dbfs = -34.2f,
    .level_fast_dbfs = -18.9f,
    .grit = {0.008f, 0.95f, 1.0f, 1.5f},
    .stones = {0.22f, 0.9f, 2.0f, 2.0f},
    .joints = {},
    .scrape = 1.4f,
    .hiss = 0.12f,
    .edge = 0.015f,
    .corner_slow_hz = 900.0f,
    .corner_fast_hz = 2400.0f,
    .low_cut_slow_hz = 300.0f,
    .low_cut_fast_hz = 600.0f,
    .wobble = 0.75f,
    .modes = kHardBoard,
    .roar = 2.0f,
    .tone = 0.12f,
};

constexpr std::array<MemberSpec, 14> kSpecs{{
    {"asphalt_rough_hard", 44100, 860080, kAsphaltRough},
    {"asphalt_rough_soft", 48000, 956100, softened(kAsphaltRough, -26.6f, -16.4f)},
    {"asphalt_smooth_hard", 44100, 968807, kAsphaltSmooth},
    {"asphalt_smooth_soft", 44100, 963222, softened(kAsphaltSmooth, -28.4f, -16.8f)},
    {"concrete_aggregate_hard", 48000, 1013604, kConcreteAggregate},
    {"concrete_aggregate_soft", 48000, 934573, softened(kConcreteAggregate, -26.2f, -16.4f)},
    {"concrete_rough_hard", 44100, 963228, kConcreteRough},
    {"concrete_rough_soft", 44100, 885096, softened(kConcreteRough, -26.2f, -16.6f)},
    {"concrete_smooth_hard", 44100, 930067, kConcreteSmooth},
    {"concrete_smooth_soft", 44100, 896308, softened(kConcreteSmooth, -29.4f, -17.8f)},
    {"metal_smooth_hard", 48000, 1049760, kMetalSmooth},
    {"wood_ramp_hard", 44100, 840219, kWoodRamp},
    {"wood_ramp_soft", 44100, 776894, softened(kWoodRamp, -27.4f, -16.8f)},
    {"x_jet_rolling", 48000, 583305, kJet},
}};

} // namespace

std::span<const MemberSpec> specs() noexcept
{
    return kSpecs;
}

const MemberSpec* find(std::string_view name) noexcept
{
    for (const MemberSpec& spec : kSpecs) {
        if (spec.name == name)
            return &spec;
    }
    return nullptr;
}

} // namespace quern::bank
