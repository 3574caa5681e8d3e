// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/archive/refpack.hpp"

/// Any bytes as packed ones: refused, or as many bytes as they state.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = quern::formats::unpack_refpack({data, size}, "fuzz", 0);
    if (bytes && bytes->size() != *quern::formats::refpack_size({data, size}, "fuzz", 0))
        std::abort();
    return 0;
}
