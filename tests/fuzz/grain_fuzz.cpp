// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"

/// Any bytes as a recording of the game: refused, or one that decodes to its length or not at all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto grain = quern::formats::GrainFile::open({data, size}, "fuzz.grain");
    if (!grain)
        return 0;
    const auto sound = quern::formats::decode_eaac(grain->stream);
    if (sound && sound->frames() != grain->stream.header().samples)
        std::abort();
    return 0;
}
