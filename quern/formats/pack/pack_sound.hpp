// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/codec/block.hpp"
#include "quern/formats/stream/eaac_header.hpp"
#include "quern/formats/xma/encoder.hpp"

namespace quern::formats {

/// About what the game's own recordings take, 81 to 108 kbit/s.
inline constexpr double kUsualKbps = 96.0;

/// The rates of the game's recordings, and those that its streams may have. Hz.
inline constexpr std::uint32_t kGrainRates[] = {44100, 48000};
inline constexpr std::uint32_t kLowestStreamRate = 8000;
inline constexpr std::uint32_t kHighestStreamRate = 48000;

/// How a sound is encoded.
struct PackGoal {
    EaacCodec codec = EaacCodec::ea_xma; ///< or pcm16be, xas1
    /// EA-XMA only. Of Kind::rate, `kbps` counts all bytes of the files against the sound's length.
    xma::EncodeGoal xma{xma::EncodeGoal::Kind::rate, 0.0, kUsualKbps};
};

/// What became of a sound.
struct PackFigures {
    EaacCodec codec = EaacCodec::ea_xma;
    std::uint32_t rate = 0;    ///< Hz
    std::uint32_t samples = 0; ///< per channel
    double seconds = 0.0;      ///< samples / rate
    double kbps = 0.0;         ///< thousand bits of file a second
    bool exact = false;        ///< decodes to the same samples
    double snr_db = 0.0;       ///< measured on the decoded file; meaningless when exact
    std::size_t bytes = 0;     ///< of all files
};

struct PackedSound {
    std::vector<std::uint8_t> head;  ///< the .grain or .snr
    std::vector<std::uint8_t> chain; ///< the .sns of a STREAM
    PackFigures figures;
};

/// A `.grain` of a mono sound, as the game's own are (docs/formats/grain.md). `duration`: seconds to store,
/// else single(samples / rate). What comes back has been decoded and found to be what the goal promises:
/// the same samples; or noise at least `snr_db` below the signal; or a size within 3 % (and 64 bytes) of
/// `kbps`, less only where exact takes less. Equal input gives equal bytes. Errors (Error::Code::usage): a
/// rate that is not in kGrainRates, more than one channel, no sound, and what the encoders and write_grain
/// refuse. A promise that is not kept is Error::Code::io.
Result<PackedSound> pack_grain(const Pcm16& sound, const PackGoal& goal,
                               std::optional<float> duration = std::nullopt);

/// The form of a `.snr`.
struct StreamForm {
    EaacType type = EaacType::ram;           ///< or stream: a header, and blocks in a .sns
    std::optional<std::uint32_t> loop_start; ///< sample; there when the sound loops
};

/// A `.snr`, and for a STREAM its `.sns`; checked like pack_grain. PCM16BE and XAS1 take any number of
/// channels, EA-XMA one. A loop of EA-XMA starts where a block may: at 0, or at a multiple of 512 less 384.
/// Errors as pack_grain, and a rate below kLowestStreamRate or above kHighestStreamRate.
Result<PackedSound> pack_stream(const Pcm16& sound, const PackGoal& goal, const StreamForm& form);

} // namespace quern::formats
