// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

inline constexpr double kLongestSpectrogramSeconds = 600.0;

/// Gathers stereo sound at 48 kHz and draws it: its level above, its spectrum below. Small on purpose: a few
/// levels of colour, equal neighbours in one stroke.
class Spectrogram {
public:
    void take(std::span<const float> interleaved);
    /// SVG. `title` stands above the picture.
    [[nodiscard]] std::string draw(std::string_view title) const;

private:
    std::array<std::vector<float>, 2> channels_;
};

} // namespace quern::cli
