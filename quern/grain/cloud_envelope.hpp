// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// Times in seconds, all above 0; the level that a held note keeps, 0..1.
struct CloudEnvelopeTimes {
    double attack_s = 0.01;
    double decay_s = 0.1;
    double sustain = 1.0;
    double release_s = 0.3;
};

/// Attack, decay, sustain and release of a note at 48 kHz. The gain is the square of a level that moves in
/// straight lines, so that a note dies away without a corner at its end. Real-time safe.
class CloudEnvelope {
public:
    /// From silence.
    void begin() noexcept QUERN_RT;
    /// From wherever it is down to silence, in the release time.
    void let_go() noexcept QUERN_RT;
    /// The same in a time of its own, also where it is being let go already.
    void let_go_in(double seconds) noexcept QUERN_RT;
    /// Writes the gains of the next frames. Times may differ from call to call; they hold for the whole call.
    void render(std::span<float> gains, const CloudEnvelopeTimes& times) noexcept QUERN_RT;

    [[nodiscard]] bool idle() const noexcept QUERN_RT { return stage_ == Stage::idle; }
    [[nodiscard]] bool released() const noexcept QUERN_RT
    {
        return stage_ == Stage::release || stage_ == Stage::idle;
    }

private:
    enum class Stage : std::uint8_t { idle, attack, decay, sustain, release };

    Stage stage_ = Stage::idle;
    double level_ = 0.0;
    double from_ = 0.0;    // level at which the release began
    double hurry_s_ = 0.0; // release time of its own; 0 for none
};

} // namespace quern::grain
