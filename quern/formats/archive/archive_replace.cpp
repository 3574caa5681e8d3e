// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive_replace.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "quern/formats/archive/eb_layout.hpp"

namespace quern::formats {
namespace {

std::string_view without_ending(std::string_view name)
{
    const std::size_t dot = name.find_last_of("./");
    return dot == std::string_view::npos || name[dot] == '/' ? name : name.substr(0, dot);
}

bool is_meant(const ArchiveMember& member, std::string_view name)
{
    const std::string path = member.path();
    return path == name || member.name == name || without_ending(path) == name ||
           without_ending(member.name) == name;
}

std::string listed(const std::vector<const ArchiveMember*>& members)
{
    std::string text;
    for (const ArchiveMember* member : members)
        text += (text.empty() ? "" : ", ") + member->path();
    return text;
}

void set_be32(std::vector<std::uint8_t>& bytes, std::size_t offset, std::uint64_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

/// What the table must promise before it is written anew.
std::optional<Error> check(const Archive& archive, std::span<const ArchiveReplacement> replacements)
{
    const ArchiveTable& table = archive.table();
    if (table.kind != ArchiveKind::eb_v3)
        return error_at(archive.file(), 0,
                        "found " + std::string(archive_kind_name(table.kind)) +
                            ", expected an archive of the kind EB v3, as the game's are",
                        Error::Code::unsupported);
    for (const Finding& finding : table.findings.list()) {
        if (finding.severity == Finding::Severity::error)
            return Error{Error::Code::bad_input, {}, finding.text(archive.file())};
    }
    if (table.findings.any_error()) // behind more warnings than are kept
        return error_at(archive.file(), 0, "found too many faults to list, expected a sound archive");
    for (std::size_t i = 1; i < replacements.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (replacements[i].member == replacements[j].member)
                return Error{Error::Code::usage, replacements[i].member->path(),
                             "found two replacements of this member, expected one"};
        }
    }
    return std::nullopt;
}

} // namespace

Result<const ArchiveMember*> archive_member_named(const Archive& archive, std::string_view name)
{
    std::vector<const ArchiveMember*> all;
    std::vector<const ArchiveMember*> meant;
    for (const ArchiveMember& member : archive.members()) {
        all.push_back(&member);
        if (is_meant(member, name))
            meant.push_back(&member);
    }
    if (meant.size() == 1)
        return meant.front();
    const auto exact = std::find_if(meant.begin(), meant.end(),
                                    [&](const ArchiveMember* member) { return member->path() == name; });
    if (exact != meant.end())
        return *exact;
    return Error{Error::Code::usage, archive.file(),
                 "found no single member of the name \"" + std::string(name) + "\", expected one of " +
                     listed(meant.empty() ? all : meant)};
}

Result<std::vector<std::uint8_t>> replace_members(const Archive& archive,
                                                  std::span<const ArchiveReplacement> replacements)
{
    if (auto error = check(archive, replacements))
        return *error;
    const ArchiveTable& table = archive.table();
    std::map<const ArchiveMember*, Bytes> replaced;
    for (const ArchiveReplacement& replacement : replacements)
        replaced[replacement.member] = replacement.bytes;
    std::vector<const ArchiveMember*> order; // as they lie, so that what does not grow does not move
    std::uint64_t head = archive.bytes().size();
    for (const ArchiveMember& member : table.members) {
        order.push_back(&member);
        if (member.stored != 0)
            head = std::min(head, member.offset);
    }
    std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->offset != b->offset ? a->offset < b->offset : a->entry < b->entry;
    });
    const std::uint64_t names_end = std::uint64_t{table.names_offset} + table.names_bytes;
    if (head < names_end)
        return mismatch_at(archive.file(), head, "a member here",
                           "none before the end of the names at " + hex(names_end));

    const Bytes old = archive.bytes();
    std::vector<std::uint8_t> out(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(head));
    const auto alignment = static_cast<std::size_t>(table.alignment);
    const std::uint64_t kinds = eb::kHeaderBytes + align_up(table.members.size() * table.entry_bytes, 16);
    for (const ArchiveMember* member : order) {
        const auto found = replaced.find(member);
        const Bytes bytes = found == replaced.end() ? archive.stored(*member) : found->second;
        if (align_up(align_up(out.size(), alignment) + bytes.size(), alignment) > UINT32_MAX)
            return Error{Error::Code::usage, archive.file(),
                         "found 4 GiB or more in all, expected less in an archive"};
        pad_to(out, alignment);
        const auto entry = static_cast<std::size_t>(member->entry);
        set_be32(out, entry, out.size() / alignment);
        if (found != replaced.end()) {
            set_be32(out, entry + 4, 0);
            set_be32(out, entry + 8, bytes.size());
            const auto index = static_cast<std::size_t>(member - table.members.data());
            out[static_cast<std::size_t>(kinds) + index] = 0;
        }
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    pad_to(out, alignment);
    set_be32(out, eb::kLength, out.size());
    return out;
}

} // namespace quern::formats
