// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "quern/formats/xma/riff_xma.hpp"

/// Any bytes as a WAVE file with XMA2: refused with a place, or decoded to the sound that its header states.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    const std::span<const std::uint8_t> file(data, size);
    const auto wave = xma::read_riff_xma(file, "fuzz");
    if (!wave) {
        if (!wave.error().where.starts_with("fuzz"))
            std::abort();
        return 0;
    }
    if (!xma::is_riff_xma(file))
        std::abort();
    const auto sound = xma::decode_riff_xma(*wave, "fuzz");
    if (sound ? sound->samples.size() !=
                    std::size_t{wave->play_length} * static_cast<std::size_t>(wave->channels)
              : !sound.error().where.starts_with("fuzz"))
        std::abort();
    return 0;
}
