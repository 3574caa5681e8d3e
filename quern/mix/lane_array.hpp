// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "quern/core/rt.hpp"

namespace quern::mix {

/// One single per lane, in cache lines of 16: what a vector register loads for consecutive lanes.
class LaneArray {
public:
    static constexpr std::size_t kLanesPerLine = 16;

    /// Allocates: never on the audio thread. All lanes hold `value` afterwards.
    void resize(std::size_t lanes, float value = 0.0f)
    {
        Line line;
        line.lane.fill(value);
        lines_.assign((lanes + kLanesPerLine - 1) / kLanesPerLine, line);
    }
    [[nodiscard]] float& operator[](std::size_t lane) noexcept QUERN_RT { return data()[lane]; }
    [[nodiscard]] float operator[](std::size_t lane) const noexcept QUERN_RT { return data()[lane]; }

private:
    struct alignas(64) Line {
        std::array<float, kLanesPerLine> lane{};
    };
    static_assert(sizeof(Line) == kLanesPerLine * sizeof(float)); // lanes follow each other over the lines
    [[nodiscard]] float* data() noexcept QUERN_RT { return reinterpret_cast<float*>(lines_.data()); }
    [[nodiscard]] const float* data() const noexcept QUERN_RT
    {
        return reinterpret_cast<const float*>(lines_.data());
    }

    std::vector<Line> lines_;
};

} // namespace quern::mix
