// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once

namespace quern::grain {

/// How one player cuts its recording into grains (docs/spec/grain.md §1). Times in seconds.
struct PlayerParams {
    float attack = 0.01f;  ///< fade-in
    float sustain = 0.5f;  ///< full gain; consumed at the rate of the pitch
    float release = 0.01f; ///< fade-out; overlaps the next grain's attack
    float window = 4.0f;   ///< search window after the read position
    float drift = 0.05f;   ///< position units: a larger move cuts the grain short
};

/// The values a player follows, rewritten once per control frame.
struct PlayerRecord {
    float gain = 1.0f;     ///< linear
    float pitch = 1.0f;    ///< playback rate factor
    float position = 0.0f; ///< 0 = slow end, 1 = fast end of the recording; may leave [0, 1] slightly
};

} // namespace quern::grain
