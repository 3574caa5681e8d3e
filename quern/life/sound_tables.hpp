// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/grain/grain_mix.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/sound.hpp"

namespace quern::life {

inline constexpr std::size_t kBirthFrames = 384;       ///< 8 ms
inline constexpr std::size_t kDeathFrames = 288;       ///< 6 ms
inline constexpr std::size_t kPlayerDeathFrames = 960; ///< 20 ms, the longest
inline constexpr std::size_t kChirpFrames = 576;       ///< 12 ms

/// Grains of one length, rendered beforehand, with the zeros around each that `grain::MixSpan` asks for.
class GrainTables {
public:
    GrainTables() = default;
    /// All zeros.
    GrainTables(std::size_t count, std::size_t frames);

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t frames() const noexcept QUERN_RT { return frames_; }
    [[nodiscard]] float* operator[](std::size_t i) noexcept { return samples_.data() + start_of(i); }
    [[nodiscard]] const float* operator[](std::size_t i) const noexcept QUERN_RT
    {
        return samples_.data() + start_of(i);
    }

private:
    /// The zeros behind a table are those before the next.
    [[nodiscard]] std::size_t start_of(std::size_t i) const noexcept QUERN_RT
    {
        return i * (frames_ + grain::kMixStrip) + grain::kMixStrip;
    }
    std::size_t count_ = 0;
    std::size_t frames_ = 0;
    std::vector<float> samples_;
};

/// A ping for each degree of a scale, and the degree of each row.
struct BirthTables {
    BirthTables(const Scale& scale, double base_hz, std::int32_t height);

    GrainTables pings; ///< one a degree, the lowest first
    std::vector<std::uint16_t> degree_of_row;
};

/// What a scale does not change.
struct FixedTables {
    explicit FixedTables(GridSize size);

    GrainTables deaths;        ///< one a row
    GrainTables player_deaths; ///< one a row
    GrainTables chirp;         ///< one
    std::vector<float> left;   ///< gain of each column
    std::vector<float> right;
};

/// An error that says what is out of range.
[[nodiscard]] Status check(const Scale& scale, double base_hz);
/// Pitch of a degree in Hz: what lies above 20 kHz sounds as many octaves lower as it takes.
[[nodiscard]] double degree_hz(const Scale& scale, double base_hz, std::size_t degree) noexcept;
/// Centre of a death in Hz. One row alone is the lowest.
[[nodiscard]] double death_hz(std::int32_t row, std::int32_t height) noexcept;

} // namespace quern::life
