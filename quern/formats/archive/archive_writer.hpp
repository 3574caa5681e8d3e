// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

struct ArchiveInput {
    std::string directory; ///< empty: none
    std::string name;      ///< without its directory
    Bytes bytes;
};

/// Writes an EB archive, version 3, of raw members with 16-byte entries (docs/formats/big.md, "What we
/// write"): sorted by name hash, members at multiples of 2^shift. Equal input gives equal bytes, in whatever
/// order it comes. Errors (Error::Code::usage): a shift above 31, names that are empty, alike, unsafe or
/// longer than a record can be (252 bytes; directories 254), more than kMostArchiveMembers, 4 GiB or more in
/// all.
Result<std::vector<std::uint8_t>> write_archive(std::span<const ArchiveInput> members, int shift = 6);

} // namespace quern::formats
