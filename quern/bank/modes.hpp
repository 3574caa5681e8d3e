// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <span>

namespace quern::bank {

/// One resonance of the board or of what it rolls on.
struct Mode {
    float hz = 0.0f;
    float t60_s = 0.0f; ///< seconds until its ringing has fallen by 60 dB
    float gain = 0.0f;  ///< amplitude of the ringing that a unit impulse starts; 0 = absent
};
inline constexpr std::size_t kModes = 12;
using Modes = std::array<Mode, kModes>;

/// The resonances of a board, struck by what its wheels meet. Each is a two-pole resonator with zeros at 0 Hz
/// and at the Nyquist frequency, so no mode passes a constant.
class ModalBank {
public:
    ModalBank(const Modes& modes, double rate_hz) noexcept;
    /// Adds the ringing that `struck` excites to `out`, sample by sample; equal lengths.
    void ring(std::span<const float> struck, std::span<float> out) noexcept;

private:
    using Lanes = std::array<float, kModes>;
    alignas(64) Lanes feedback1_{}, feedback2_{}, drive_{}, past1_{}, past2_{};
    float struck1_ = 0.0f, struck2_ = 0.0f;
};

} // namespace quern::bank
