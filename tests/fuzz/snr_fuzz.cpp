// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "quern/formats/stream/eaac_decode.hpp"

/// Any bytes as a stream, the part behind the first byte's count as its chain: refused, or one that decodes
/// to its length or not at all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    if (size == 0)
        return 0;
    const Bytes bytes(data + 1, size - 1);
    const std::size_t head = std::min<std::size_t>(data[0], bytes.size());
    std::optional<EaacSource> chain;
    if (head != 0)
        chain = EaacSource{bytes.subspan(head), "fuzz.sns"};
    const auto stream = EaacStream::open({head == 0 ? bytes : bytes.first(head), "fuzz.snr"}, chain);
    if (!stream)
        return 0;
    const auto sound = decode_eaac(*stream);
    if (sound && sound->frames() != stream->header().samples)
        std::abort();
    return 0;
}
