// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/archive/chunkref.hpp"

/// Any bytes as packed ones: refused, or as many bytes as they state.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = quern::formats::unpack_chunkref({data, size}, "fuzz", 0);
    if (bytes && bytes->size() != *quern::formats::chunkref_size({data, size}, "fuzz", 0))
        std::abort();
    return 0;
}
