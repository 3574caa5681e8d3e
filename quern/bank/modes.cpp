// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/modes.hpp"

#include "quern/core/elementary.hpp"

namespace quern::bank {

ModalBank::ModalBank(const Modes& modes, double rate_hz) noexcept
{
    for (std::size_t m = 0; m < kModes; ++m) {
        const Mode& mode = modes[m];
        if (mode.gain == 0.0f || static_cast<double>(mode.hz) >= 0.49 * rate_hz)
            continue;
        // 60 dB is a factor of 2^-9.9658 over t60.
        const double radius = exp2_of(-9.96578428466208704576 / (static_cast<double>(mode.t60_s) * rate_hz));
        const double angle = 2.0 * kPi * static_cast<double>(mode.hz) / rate_hz;
        feedback1_[m] = static_cast<float>(2.0 * radius * cos_of(angle));
        feedback2_[m] = static_cast<float>(-radius * radius);
        drive_[m] = mode.gain * 0.5f; // the difference numerator doubles the ring
    }
}

void ModalBank::ring(std::span<const float> struck, std::span<float> out) noexcept
{
    // Local copies: the compiler then keeps all lanes in vector registers.
    const Lanes a1 = feedback1_, a2 = feedback2_, b = drive_;
    Lanes y1 = past1_, y2 = past2_;
    float x1 = struck1_, x2 = struck2_;
    for (std::size_t n = 0; n < struck.size(); ++n) {
        const float x = struck[n] - x2;
        x2 = x1;
        x1 = struck[n];
        Lanes y;
        for (std::size_t m = 0; m < kModes; ++m)
            y[m] = a1[m] * y1[m] + (a2[m] * y2[m] + b[m] * x);
        y2 = y1;
        y1 = y;
        // The order of this sum is part of the result: four lanes of three, then pairs.
        std::array<float, 4> lane;
        for (std::size_t l = 0; l < 4; ++l)
            lane[l] = y[l] + y[l + 4] + y[l + 8];
        out[n] += (lane[0] + lane[2]) + (lane[1] + lane[3]);
    }
    past1_ = y1;
    past2_ = y2;
    struck1_ = x1;
    struck2_ = x2;
}

} // namespace quern::bank
