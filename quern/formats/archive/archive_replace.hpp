// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "quern/formats/archive/archive.hpp"

namespace quern::formats {

struct ArchiveReplacement {
    const ArchiveMember* member = nullptr; ///< one of the archive's own
    Bytes bytes;                           ///< in its place, stored raw
};

/// The member that a person means by `name`: its path, its file name, or either without the ending. Errors
/// (Error::Code::usage): none, with all names, and several, with theirs.
Result<const ArchiveMember*> archive_member_named(const Archive& archive, std::string_view name);

/// An EB archive with some members replaced. Header, names, hashes, order and every other member's stored
/// bytes are the original's; only places, sizes and the total length follow. Replacing a member by its own
/// bytes in an archive without odd gaps gives the archive again. Errors: an archive with error findings
/// (overlaps, a wrong length), one member twice, a classic archive (Error::Code::unsupported), 4 GiB or more.
Result<std::vector<std::uint8_t>> replace_members(const Archive& archive,
                                                  std::span<const ArchiveReplacement> replacements);

} // namespace quern::formats
