// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "quern/formats/codec/xas1.hpp"

/// Any bytes as XAS1 frames, and as samples to be encoded: what the encoder writes decodes to as many
/// samples, and is no worse than the 12 bits of a group's first samples there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    const int channels = size != 0 ? data[0] % 3 + 1 : 1;
    const auto frame_bytes = static_cast<std::size_t>(channels) * kXas1FrameBytes;
    const auto samples = static_cast<std::uint32_t>(size / frame_bytes * kXas1FrameSamples);
    std::vector<std::int16_t> out;
    if (!decode_xas1({{data, size}, 0, "fuzz", samples, channels}, out))
        std::abort();
    std::vector<std::int16_t> values;
    for (std::size_t i = 0; i + 1 < std::min<std::size_t>(size, 2048); i += 2)
        values.push_back(static_cast<std::int16_t>(data[i] << 8 | data[i + 1]));
    const auto bytes = encode_xas1(values, 1);
    std::vector<std::int16_t> back;
    if (!decode_xas1({bytes, 0, "fuzz", static_cast<std::uint32_t>(values.size()), 1}, back))
        std::abort();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 32 < 2 && std::abs(values[i] - back[i]) > 15)
            std::abort();
    }
    return 0;
}
