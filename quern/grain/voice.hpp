// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fader.hpp"
#include "quern/dsp/resampler.hpp"
#include "quern/grain/recording.hpp"

namespace quern::grain {

/// Readings of the original that a voice can follow (the switches of the same names).
struct VoiceOptions {
    int fade_origin = 1;        ///< 1: fades count from n + 1. 0: from n, unfused
    bool voice_latency = false; ///< true: a new voice is silent for a block while its fade runs
    bool send_short = true;     ///< true: a level ramp ends at 64/65 of the change and jumps
};

/// One grain on its way to a mono bus: source, resampler, fader, send level (docs/spec/signal.md §4).
class Voice {
public:
    /// Begins at `start_seconds` of the recording and fades in over `attack_seconds`, with the next block
    /// rendered.
    void start(const RecordingView& recording, float start_seconds, float attack_seconds, float gain,
               float pitch, const VoiceOptions& options) noexcept QUERN_RT;
    /// Gain and pitch of the next block: gain ramps over 64 samples, pitch steps.
    void follow(float gain, float pitch) noexcept QUERN_RT;
    /// Fades out from where the fade stands, beginning with the next block's first sample.
    void release(float seconds) noexcept QUERN_RT;
    /// Torn down. Returns the last sample sent, for the release fold.
    float stop() noexcept QUERN_RT;
    /// Adds one block.
    void render(std::span<float, kBlockFrames> bus) noexcept QUERN_RT;

private:
    RecordingView recording_{};
};

} // namespace quern::grain
