// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// A recording as the audio thread sees it: borrowed mono samples. The owner keeps them alive and unchanged
/// for as long as any player is bound to the view.
struct RecordingView {
    const float* samples = nullptr;
    std::uint32_t frames = 0;
    std::uint32_t rate = 0; ///< Hz, native
    float duration = 0.0f; ///< seconds as stored beside the samples; may differ from frames/rate by some ulps

    explicit operator bool() const noexcept QUERN_RT { return samples != nullptr && frames != 0; }
};

/// A mono recording at its native rate, nominal full scale 1. Moves from slow at its start to fast at its
/// end.
struct Recording {
    std::vector<float> samples;
    std::uint32_t rate = 48000;
    float duration = 0.0f; ///< seconds; the picker works on this stored value, never on frames/rate

    [[nodiscard]] RecordingView view() const noexcept
    {
        return {samples.data(), static_cast<std::uint32_t>(samples.size()), rate, duration};
    }
};

} // namespace quern::grain
