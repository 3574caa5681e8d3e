// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>

namespace quern::bank {

/// The soft contact between wheel and ground as a filter: low-pass of 24 dB and high-pass of 12 dB an octave,
/// both Butterworth. Three second-order sections in transposed direct form.
class Contact {
public:
    explicit Contact(double rate_hz) noexcept : rate_hz_(rate_hz) {}
    /// Moves both corners. Passes everything until the first call.
    void set_band(double low_cut_hz, double corner_hz) noexcept;
    void process(std::span<float> io) noexcept;

private:
    struct Section {
        float b0 = 1.0f, b1 = 0.0f, b2 = 0.0f, a1 = 0.0f, a2 = 0.0f;
        float s1 = 0.0f, s2 = 0.0f;
        float step(float x) noexcept
        {
            const float y = b0 * x + s1;
            s1 = (b1 * x + s2) - a1 * y;
            s2 = b2 * x - a2 * y;
            return y;
        }
    };
    double rate_hz_;
    std::array<Section, 3> sections_{}; // low-pass, low-pass, high-pass
};

} // namespace quern::bank
