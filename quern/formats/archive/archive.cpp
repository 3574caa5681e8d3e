// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/formats/archive/chunkref.hpp"
#include "quern/formats/archive/refpack.hpp"

namespace quern::formats {
namespace {

bool begins_with(Bytes bytes, std::string_view text)
{
    return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin());
}

bool is_classic(Bytes bytes)
{
    return begins_with(bytes, "BIGF") || begins_with(bytes, "BIG4");
}

/// Members by place; those without bytes left out.
std::vector<const ArchiveMember*> by_offset(const std::vector<ArchiveMember>& members)
{
    std::vector<const ArchiveMember*> order;
    order.reserve(members.size());
    for (const ArchiveMember& member : members) {
        if (member.stored != 0)
            order.push_back(&member);
    }
    std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->offset != b->offset ? a->offset < b->offset : a->entry < b->entry;
    });
    return order;
}

std::string span_text(const ArchiveMember& member)
{
    return "`" + member.path() + "` at " + hex(member.offset) + " to " + hex(member.offset + member.stored);
}

constexpr std::uint64_t kMostPathBytes = std::uint64_t{64} << 20; // of all members together

/// A folder's name stands in an archive once, however many members are in it: a small one may have gigabytes
/// of paths.
std::optional<Error> check_path_bytes(const ArchiveTable& table, std::string_view file)
{
    std::uint64_t bytes = 0;
    for (const ArchiveMember& member : table.members) {
        bytes += member.directory.size() + 1 + member.name.size();
        if (bytes > kMostPathBytes)
            return mismatch_at(file, member.entry,
                               "more than " + std::to_string(bytes - 1) + " bytes of paths",
                               "at most " + std::to_string(kMostPathBytes));
    }
    return std::nullopt;
}

/// Adds what holds for all kinds: paths, and bytes that two members share.
void check_members(ArchiveTable& table, std::size_t archive_bytes)
{
    for (const ArchiveMember& member : table.members) {
        if (const char* wanted = unsafe_path(member.path()))
            table.findings.fail(member.entry, "path of a member", "`" + member.path() + "`", wanted);
    }
    const ArchiveMember* last = nullptr;
    for (const ArchiveMember* member : by_offset(table.members)) {
        if (last != nullptr && member->offset < last->offset + last->stored)
            table.findings.fail(member->entry, "place of a member", span_text(*member),
                                "no byte of " + span_text(*last));
        if (last == nullptr || member->offset + member->stored > last->offset + last->stored)
            last = member;
    }
    if (last != nullptr && table.kind == ArchiveKind::eb_v3 &&
        align_up(last->offset + last->stored, table.alignment) != archive_bytes)
        table.findings.warn(last->entry, "end of the last member", span_text(*last),
                            "padding to " + std::to_string(table.alignment) + " bytes and then the end, " +
                                hex(archive_bytes));
}

} // namespace

bool is_archive(Bytes bytes)
{
    return begins_with(bytes, "EB") || is_classic(bytes);
}

Archive::Archive(Bytes bytes, std::string file, ArchiveTable table)
    : bytes_(bytes), file_(std::move(file)), table_(std::move(table))
{
}

Result<Archive> Archive::open(Bytes bytes, std::string file)
{
    if (!is_archive(bytes))
        return mismatch_at(file, 0, "no archive", "`EB`, `BIGF` or `BIG4`");
    auto table = is_classic(bytes) ? read_classic_table(bytes, file) : read_eb_table(bytes, file);
    if (!table)
        return table.error();
    if (auto error = check_path_bytes(*table, file))
        return *error;
    check_members(*table, bytes.size());
    return Archive(bytes, std::move(file), std::move(*table));
}

const ArchiveMember* Archive::find(std::string_view path) const
{
    const ArchiveMember* by_name = nullptr;
    for (const ArchiveMember& member : table_.members) {
        if (member.path() == path)
            return &member;
        if (by_name == nullptr && member.name == path)
            by_name = &member;
    }
    return by_name;
}

Bytes Archive::stored(const ArchiveMember& member) const
{
    return bytes_.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.stored));
}

Result<std::vector<std::uint8_t>> Archive::extract(const ArchiveMember& member) const
{
    const Bytes packed = stored(member);
    if (member.packing == Packing::raw)
        return std::vector<std::uint8_t>(packed.begin(), packed.end());
    // Asked before anything is allocated: the table and the packed bytes must tell the same size.
    const bool refpack = member.packing == Packing::refpack;
    const auto size =
        refpack ? refpack_size(packed, file_, member.offset) : chunkref_size(packed, file_, member.offset);
    if (!size)
        return size.error();
    if (*size != member.size)
        return mismatch_at(file_, member.offset,
                           std::to_string(*size) + " unpacked bytes of `" + member.path() + "`",
                           std::to_string(member.size) + ", as the table states");
    return refpack ? unpack_refpack(packed, file_, member.offset)
                   : unpack_chunkref(packed, file_, member.offset);
}

Result<std::string> Archive::safe_path(const ArchiveMember& member) const
{
    std::string path = member.path();
    if (const char* wanted = unsafe_path(path))
        return mismatch_at(file_, member.entry, "the path `" + path + "`", wanted);
    return path;
}

Status Archive::check_extraction(std::uint64_t limit) const
{
    std::vector<std::pair<std::string, const ArchiveMember*>> paths;
    std::uint64_t total = 0;
    for (const ArchiveMember& member : table_.members) {
        auto path = safe_path(member);
        if (!path)
            return path.error();
        total += member.size;
        if (total > limit)
            return mismatch_at(file_, member.entry,
                               "more than " + std::to_string(total - 1) + " bytes of members",
                               "at most " + std::to_string(limit));
        paths.emplace_back(std::move(*path) + "/", &member); // the slash sorts a folder before what is in it
    }
    std::sort(paths.begin(), paths.end());
    for (std::size_t i = 1; i < paths.size(); ++i) {
        if (paths[i].first.starts_with(paths[i - 1].first))
            return mismatch_at(file_, paths[i].second->entry, "`" + paths[i].second->path() + "`",
                               "another path than that of `" + paths[i - 1].second->path() + "`");
    }
    const auto order = by_offset(table_.members);
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (order[i]->offset < order[i - 1]->offset + order[i - 1]->stored)
            return mismatch_at(file_, order[i]->entry, span_text(*order[i]),
                               "no byte of " + span_text(*order[i - 1]));
    }
    return Ok{};
}

} // namespace quern::formats
