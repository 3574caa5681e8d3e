// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/archive/archive_table.hpp"

namespace quern::formats {

/// True if `bytes` begin as an archive does that Archive::open knows.
bool is_archive(Bytes bytes);

/// A BIG archive (docs/formats/big.md). Borrows the bytes: keep them as long as this. Opening reads the
/// header, the table and the names, and of classic archives each member's first bytes; nothing else.
class Archive {
public:
    /// `file` names the archive in messages. Errors: not an archive, a table or a member that does not lie
    /// inside the bytes, more than kMostArchiveMembers. What is merely odd is in `table().findings`.
    static Result<Archive> open(Bytes bytes, std::string file);

    [[nodiscard]] const std::string& file() const noexcept { return file_; }
    [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
    [[nodiscard]] const ArchiveTable& table() const noexcept { return table_; }
    [[nodiscard]] const std::vector<ArchiveMember>& members() const noexcept { return table_.members; }

    /// The member of this path (see ArchiveMember::path), or else the first of this name; null: none.
    [[nodiscard]] const ArchiveMember* find(std::string_view path) const;
    /// A member's bytes as they stand in the archive.
    [[nodiscard]] Bytes stored(const ArchiveMember& member) const;
    /// A member's bytes, unpacked: exactly as many as the table states, or it is an error.
    [[nodiscard]] Result<std::vector<std::uint8_t>> extract(const ArchiveMember& member) const;
    /// Where to write a member below a folder of the caller's choice: its path, if that is safe. Refused:
    /// absolute paths, `..`, `.`, empty parts, `:`, control characters, more than 4096 bytes.
    [[nodiscard]] Result<std::string> safe_path(const ArchiveMember& member) const;
    /// Whether all members can be written: every path safe, no two alike and none a folder of another, no two
    /// members share bytes, and at most `limit` bytes in all.
    [[nodiscard]] Status check_extraction(std::uint64_t limit = std::uint64_t{8} << 30) const;

private:
    Archive(Bytes bytes, std::string file, ArchiveTable table);

    Bytes bytes_;
    std::string file_;
    ArchiveTable table_;
};

} // namespace quern::formats
