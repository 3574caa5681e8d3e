// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats::xma {

/// What an encoding aims at.
struct EncodeGoal {
    enum class Kind : std::uint8_t {
        lossless, ///< decodes to the same 16-bit samples, in our decoder and in others that round to nearest
        snr,      ///< noise `snr_db` below the signal over the whole sound, or up to 1 dB better
        rate      ///< `kbps` within 3 %, as good as that allows; less where lossless takes less
    };
    Kind kind = Kind::lossless;
    double snr_db = 0.0; ///< above 0, at most 120
    double kbps = 0.0;   ///< thousand bits of chunk data a second of sound; above 0
};

/// How frames go into chunks: `frames` in each, 0 for all, but no chunk reaches across frame `cut`.
struct Chunking {
    std::uint32_t frames = 0;
    std::uint32_t cut = 0;
};

/// A block's share of the stream, in whole frames.
struct EncodedChunk {
    std::vector<std::uint8_t> data;         ///< packets; the padding of the last one is left off
    std::vector<std::uint8_t> frame_starts; ///< of each packet: the side data of a seek table
    std::uint32_t frames = 0;
    std::uint32_t samples = 0; ///< that a block header states
};

struct Encoded {
    std::vector<EncodedChunk> chunks;
    std::size_t bytes = 0; ///< sum of the chunks' data
};

/// Encodes mono samples. `rate` in Hz chooses the band tables. The decoder's first sample is the first of
/// `samples`: nothing is delayed or lost. Errors: no samples, a goal out of range, and a rate below what
/// packets of 63 frames take (the message names it).
Result<Encoded> encode(std::span<const std::int16_t> samples, std::uint32_t rate, const EncodeGoal& goal,
                       const Chunking& chunking = {});

} // namespace quern::formats::xma
