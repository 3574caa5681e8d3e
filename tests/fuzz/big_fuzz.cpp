// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/archive/archive.hpp"

/// Any bytes as an archive: refused, or members that lie inside it and unpack to their stated size or not at
/// all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto archive = quern::formats::Archive::open({data, size}, "fuzz.big");
    if (!archive)
        return 0;
    const bool extractable = archive->check_extraction().ok();
    std::uint64_t unpacked = 0;
    for (const auto& member : archive->members()) {
        if (archive->stored(member).size() != member.stored)
            std::abort();
        if (extractable && !archive->safe_path(member))
            std::abort();
        // Members that share bytes may be many times as long as the archive: enough is enough here.
        unpacked += member.size;
        if (unpacked > (std::uint64_t{1} << 24))
            break;
        const auto bytes = archive->extract(member);
        if (bytes && bytes->size() != member.size)
            std::abort();
    }
    return 0;
}
