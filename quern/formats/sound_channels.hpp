// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// A sound file with all its channels, and what it is made of.
struct SoundChannels {
    std::vector<std::vector<float>> channels; ///< at least one, all of one length, at least one frame
    std::uint32_t rate = 48000;               ///< Hz
    std::string container;                    ///< "WAV", "AIFF", "FLAC", "Ogg"
    std::string encoding;                     ///< "16-bit", "32-bit float", "Vorbis"
    int bits = 16;                            ///< of whole-number samples; 0 for others
};

/// All channels of the bytes of a sound file, which messages call `name`. Refused: what read_sound_file
/// refuses, and more than 2^28 samples in all.
Result<SoundChannels> parse_sound_channels(Bytes bytes, const std::string& name);

} // namespace quern::formats
