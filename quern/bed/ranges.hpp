// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once

namespace quern::bed {

/// Smallest and largest value of one kind of control number. Double, so that a decimal such as 0.001 in a
/// text compares as written; the single nearest to an end belongs to the range as well.
struct Range {
    double low = 0.0;
    double high = 0.0;
};

/// What the fields of RiderState and DriveState may hold. The only place: `sanitise` moves live input into
/// these, the readers of ride files refuse what lies outside, so that no file is changed in silence later.
/// Wide enough for anything that rolls; they keep the arithmetic finite.
namespace range {

inline constexpr Range kSpeedMps{-200.0, 200.0};
inline constexpr Range kPlaceM{-1.0e7, 1.0e7}; // a whole day at motorway speed
inline constexpr Range kDirection{-1.0e6, 1.0e6};
inline constexpr Range kWheels{0.0, 4.0};
inline constexpr Range kMaterial{0.0, 143.0};
inline constexpr Range kSeam{0.0, 15.0};
inline constexpr Range kTurn{-1.0, 1.0};
inline constexpr Range kSlope{-1000.0, 1000.0};
inline constexpr Range kAirTimeS{0.0, 3600.0};
inline constexpr Range kCosine{-1.0, 1.0};
inline constexpr Range kLooseBoard{0.0, 2.0};
inline constexpr Range kShare{0.0, 1.0};
inline constexpr Range kAngleRad{-1.0e4, 1.0e4}; // also rad/s
inline constexpr Range kAzimuthDeg{-1.0e5, 1.0e5};

inline constexpr Range kPosition{0.0, 1.0};
inline constexpr Range kGain{0.0, 16.0};
inline constexpr Range kPitch{0.0625, 4.0}; // four octaves down, two up
inline constexpr Range kBehind{-1.0, 1.0};
inline constexpr Range kShiftHz{-96000.0, 96000.0};
inline constexpr Range kCutoffHz{0.0, 96000.0};
inline constexpr Range kGrainS{0.001, 60.0}; // shorter phases would ask for several grains a block
inline constexpr Range kDrift{0.0, 1.0};

} // namespace range
} // namespace quern::bed
