// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "inspect_parts.hpp"
#include "quern/formats/archive/eb_layout.hpp"

namespace quern::cli {
namespace {

using namespace formats;

TreeValue number(std::uint64_t value)
{
    return value;
}

TreePart eb_header(const ArchiveTable& table, Bytes bytes)
{
    const auto be = [&](std::size_t offset, std::size_t count) {
        return number(read_be(bytes, offset, count));
    };
    TreePart part{"header", {}, {}, {}};
    part.add("mark", 0, std::string("EB"));
    part.add("version", eb::kVersion, be(eb::kVersion, 2));
    part.add("members", eb::kCount, number(table.members.size()));
    part.add("flags", eb::kFlags, be(eb::kFlags, 2), fmt::format("entries of {} bytes", table.entry_bytes));
    part.add("shift", eb::kShift, be(eb::kShift, 1),
             fmt::format("members at multiples of {}", table.alignment));
    part.add("names_at", eb::kNamesOffset, number(table.names_offset), hex(table.names_offset));
    part.add("name_bytes", eb::kNamesBytes, number(table.names_bytes));
    part.add("name_record_bytes", eb::kNameRecord, number(table.name_record));
    part.add("directory_record_bytes", eb::kDirectoryRecord, number(table.directory_record));
    part.add("length", eb::kLength, be(eb::kLength, 4));
    const std::uint64_t entries = std::uint64_t{table.entry_bytes} * table.members.size();
    part.add("entries_at", std::nullopt, number(eb::kHeaderBytes), hex(eb::kHeaderBytes));
    const std::uint64_t kinds = eb::kHeaderBytes + align_up(entries, 16);
    part.add("packing_kinds_at", std::nullopt, number(kinds), hex(kinds));
    return part;
}

TreePart classic_header(const ArchiveTable& table, Bytes bytes)
{
    TreePart part{"header", {}, {}, {}};
    part.add("mark", 0, std::string(archive_kind_name(table.kind)));
    part.add("length", 4, number(read_le32(bytes, 4)));
    part.add("members", 8, number(table.members.size()));
    part.add("table_bytes", 12, number(read_be(bytes, 12)));
    if (!table.tag.empty())
        part.add("tag", std::nullopt, table.tag);
    return part;
}

TreeTable member_table(const ArchiveTable& table)
{
    const bool eb = table.kind == ArchiveKind::eb_v3;
    TreeTable members{"members", {"path", "data_at", "stored", "size", "packing"}, {}, 0};
    if (eb)
        members.columns.insert(members.columns.end(), {"kind", "hash"});
    for (const ArchiveMember& member : table.members) {
        if (members.rows.size() == TreeTable::kMostRows) {
            members.total = table.members.size();
            break;
        }
        TreeRow row{member.entry,
                    {member.path(), hex(member.offset), number(member.stored), number(member.size),
                     std::string(packing_name(member.packing))}};
        if (eb) {
            row.cells.push_back(number(member.kind));
            row.cells.push_back(fmt::format("{:08X}", member.hash));
        }
        members.add(std::move(row));
    }
    return members;
}

} // namespace

TreePart archive_part(const Archive& archive, Bytes bytes)
{
    const ArchiveTable& table = archive.table();
    TreePart part{"archive", {}, {}, {}};
    part.parts.push_back(table.kind == ArchiveKind::eb_v3 ? eb_header(table, bytes)
                                                          : classic_header(table, bytes));
    part.tables.push_back(member_table(table));
    return part;
}

} // namespace quern::cli
