// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/xma/riff_xma.hpp"

/// Any bytes as an XMA wave: refused with a place, or one that decodes to its length or not at all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    const auto wave = xma::read_riff_xma({data, size}, "fuzz.wav");
    if (!wave) {
        if (!wave.error().where.starts_with("fuzz.wav"))
            std::abort();
        return 0;
    }
    const auto sound = xma::decode_riff_xma(*wave, "fuzz.wav");
    if (sound && sound->frames() != wave->play_length)
        std::abort();
    return 0;
}
