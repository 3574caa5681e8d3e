// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/byte_io.hpp"
#include "quern/grain/recording.hpp"

namespace quern::formats {

/// How several channels become the one that a player reads.
enum class Fold : std::uint8_t {
    first, ///< channel 0 alone, as the players of the original read theirs
    mean,  ///< the mean of all channels
};

struct SoundFile {
    grain::Recording recording;
    std::vector<std::string> notes; ///< what was left out or looks odd, one sentence each
};

inline constexpr double kLongestRecordingSeconds = 600.0;
/// 36 dB over full scale. More is no sound, and levels, filters and fits stop making sense.
inline constexpr float kLoudestSample = 64.0f;

/// Reads a WAV, AIFF, FLAC or Ogg file at its native rate, once and as a whole, so that it may be a pipe; "-"
/// is standard input. The stored duration is single(frames / rate).
/// Refused, with file and byte or frame: what no decoder knows, a file that ends early, no frames at all,
/// more than ten minutes, rates outside 8 to 192 kHz, samples that are not finite or
/// beyond kLoudestSample.
Result<SoundFile> read_sound_file(const std::string& path, Fold fold = Fold::first);

/// The same, but one channel alone, counted from 0. Refuses a channel that the file does not have
/// (Error::Code::usage).
Result<SoundFile> read_sound_channel(const std::string& path, int channel);

/// The same of the bytes of a file, which messages call `name`.
Result<SoundFile> parse_sound_file(Bytes bytes, const std::string& name, Fold fold = Fold::first);
Result<SoundFile> parse_sound_channel(Bytes bytes, const std::string& name, int channel);

} // namespace quern::formats
