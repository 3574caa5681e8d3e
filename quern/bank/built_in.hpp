// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "quern/bank/modes.hpp"
#include "quern/bank/texture.hpp"
#include "quern/grain/recording.hpp"

namespace quern::bank {

/// What a recording is made of. Values that change along the file are given for its slow start and its fast
/// end; between them they follow the logarithm of speed.
struct Character {
    float level_slow_dbfs = -24.0f; ///< RMS of the first of twenty equal bins
    float level_fast_dbfs = -13.5f; ///< RMS of the last
    Texture grit;                   ///< the surface's own grain, millimetres
    Texture stones;                 ///< loose bits, cracks, screws: decimetres
    Texture joints;                 ///< expansion joints, tiles, panels: metres, the same under both sides
    float scrape = 0.0f;            ///< noise burst that each asperity sets off, against its impulse
    float hiss = 0.0f;              ///< roughness too fine to be told apart, as steady noise
    float edge =
        0.0f; ///< the part of that noise that stays bright at full speed; a quarter of it at the start
    float corner_slow_hz = 1000.0f; ///< low-pass of the contact between wheel and ground
    float corner_fast_hz = 2000.0f;
    float low_cut_slow_hz = 150.0f; ///< its high-pass corner: short contacts radiate little bass
    float low_cut_fast_hz = 300.0f;
    float wobble = 0.4f; ///< how much harder a slow wheel presses on one side of its turn, 0..1
    Modes modes;
    float roar = 0.0f; ///< wind noise at full speed; 0 = none
    float tone = 0.0f; ///< turbine tone at full speed; 0 = none
};

/// One of the built-in recordings (docs/spec/grain.md §1.1: names, rates and sample counts).
struct MemberSpec {
    std::string_view name;
    std::uint32_t rate = 48000; ///< Hz
    std::uint32_t frames = 0;
    Character character;
};

/// All fourteen, in the order of the original archive.
std::span<const MemberSpec> specs() noexcept;
/// Null for an unknown name.
const MemberSpec* find(std::string_view name) noexcept;

/// Metres per second at `progress` 0..1 of a built-in recording: nearly constant over the first tenth, then
/// rising faster and faster. The same for all members.
double speed_at(double progress) noexcept;
/// The RMS in dBFS that a member is levelled to at `progress`.
double level_at(const MemberSpec& spec, double progress) noexcept;

/// Makes the recording: a board with four wheels rolls over the described ground, slow to fast. Control side
/// only; some hundredths of a second. The same bytes for the same spec on every machine. The stored duration
/// is frames / rate, rounded once.
grain::Recording synthesise(const MemberSpec& spec);

} // namespace quern::bank
