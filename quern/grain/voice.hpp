// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fader.hpp"
#include "quern/dsp/level_ramp.hpp"
#include "quern/dsp/resampler.hpp"
#include "quern/grain/recording.hpp"

namespace quern::grain {

/// Readings of the original that a voice can follow (the switches of the same names).
struct VoiceOptions {
    int fade_origin = 1;        ///< 1: fades count from n + 1. 0: from n, unfused
    bool voice_latency = false; ///< true: a new voice is silent for a block while its fade runs
    bool send_short = true;     ///< true: a level ramp ends at 64/65 of the change and jumps
};

/// One grain on its way to a mono bus: source, resampler, fader, send level (docs/spec/signal.md §4). Whether
/// it sounds is the player's business; a voice that was never started renders silence.
class Voice {
public:
    /// Begins at `start_seconds` of the recording and fades in over `attack_seconds`, with the next block
    /// rendered.
    void start(const RecordingView& recording, float start_seconds, float attack_seconds, float gain,
               float pitch, const VoiceOptions& options) noexcept QUERN_RT;
    /// Gain and pitch of the next block: gain ramps over 64 frames, pitch steps.
    void follow(float gain, float pitch) noexcept QUERN_RT;
    /// Fades out from where the fade stands, beginning with the next block's first frame.
    void release(float seconds) noexcept QUERN_RT;
    /// What the voice's last frame put on the bus: the value to fold out when it is torn down. 0 before any
    /// block.
    [[nodiscard]] float last() const noexcept QUERN_RT { return level_.last(); }
    /// Adds one block. Past the end of the recording the source is silence. `blank`: what stands in the bus
    /// is not sound, and the voice replaces it.
    void render(std::span<float, kBlockFrames> bus, bool blank = false) noexcept QUERN_RT;

private:
    RecordingView recording_{};
    dsp::Resampler resampler_;
    dsp::Fader fader_;
    dsp::LevelRamp level_;
    bool silent_block_ = false; // the next block only runs the clock of the fade
};

} // namespace quern::grain
