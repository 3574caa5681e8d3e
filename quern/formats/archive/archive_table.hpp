// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"
#include "quern/formats/finding.hpp"

namespace quern::formats {

enum class ArchiveKind : std::uint8_t {
    eb_v3, ///< `EB`, version 3: the game's own
    bigf,  ///< classic, `BIGF`
    big4,  ///< classic, `BIG4`
};

/// "EB v3", "BIGF", "BIG4".
std::string_view archive_kind_name(ArchiveKind kind);

enum class Packing : std::uint8_t { raw, refpack, chunkref };

/// "raw", "RefPack", "chunkref".
std::string_view packing_name(Packing packing);

/// One file of an archive. The texts are the archive's own bytes.
struct ArchiveMember {
    std::string_view directory; ///< as spelled; empty: none
    std::string_view name;      ///< as spelled; in classic archives with its path
    std::uint64_t entry = 0;    ///< offset of its entry in the archive's table
    std::uint64_t offset = 0;   ///< of the stored bytes
    std::uint64_t stored = 0;   ///< bytes in the archive
    std::uint64_t size = 0;     ///< bytes when unpacked, as stated
    std::uint32_t hash = 0;     ///< EB: as stored; classic archives have none: 0
    std::uint8_t kind = 0;      ///< EB: the archive's own number for the packing, 0 to 4
    Packing packing = Packing::raw;

    /// Directory, `/` and name, backslashes read as slashes.
    [[nodiscard]] std::string path() const;
};

/// What the table of an archive says.
struct ArchiveTable {
    ArchiveKind kind = ArchiveKind::eb_v3;
    std::uint64_t alignment = 1;        ///< members begin at multiples of this; 1 in classic archives
    std::uint32_t entry_bytes = 0;      ///< EB: of an entry, 16 or 20; classic: 0, entries differ
    std::uint32_t names_offset = 0;     ///< EB: of the name records
    std::uint32_t names_bytes = 0;      ///< EB: of names and directories together
    std::uint32_t name_record = 0;      ///< EB: bytes of one name record
    std::uint32_t directory_record = 0; ///< EB: bytes of one directory record
    std::string tag;                    ///< classic: the packer's mark behind the table, "L225"; empty: none
    std::vector<ArchiveMember> members; ///< in the order of the table
    Findings findings;
};

/// More members than any archive has: what claims more is taken for damage.
inline constexpr std::uint32_t kMostArchiveMembers = 1'000'000;

inline constexpr std::size_t kMostArchivePathBytes = 4096;

/// What a path would need to be safe to write to below a folder, in words; null: it is. Unsafe are absolute
/// paths, `..`, `.`, empty parts, colons, control characters, nothing, and more than kMostArchivePathBytes.
const char* unsafe_path(std::string_view path);

/// The hash of a file name that EB archives are sorted by: djb2 over the bytes as spelled, no directory.
std::uint32_t archive_hash(std::string_view name);

/// Reads the table of an EB archive, version 3 (docs/formats/big.md, "EB, version 3").
Result<ArchiveTable> read_eb_table(Bytes bytes, std::string_view file);
/// Reads the table of a BIGF or BIG4 archive (docs/formats/big.md, "BIGF and BIG4").
Result<ArchiveTable> read_classic_table(Bytes bytes, std::string_view file);

} // namespace quern::formats
