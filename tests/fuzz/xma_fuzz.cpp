// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "quern/formats/codec/xma.hpp"

/// Any bytes as the packets of a stream: refused with a place, or as many samples as were stated. The first
/// byte chooses rate and samples, the second cuts the rest into up to four chunks and chooses mono or stereo.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    if (size < 3)
        return 0;
    constexpr std::array<std::uint32_t, 4> kRates{24000, 32000, 44100, 48000};
    const std::uint32_t samples = std::uint32_t{data[0]} / 4 * 300;
    const std::size_t parts = 1 + data[1] % 4u;
    const int channels = 1 + data[1] / 4 % 2;
    const std::span<const std::uint8_t> bytes(data + 2, size - 2);
    std::vector<XmaChunk> chunks;
    const std::size_t step = (bytes.size() + parts - 1) / parts;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        chunks.push_back({bytes.subspan(at, std::min(step, bytes.size() - at)), at, 0});
    const auto decoded = decode_xma({chunks, channels, kRates[data[0] % 4], samples}, "fuzz");
    if (decoded ? decoded->size() != samples * static_cast<std::size_t>(channels)
                : !decoded.error().where.starts_with("fuzz"))
        std::abort();
    return 0;
}
