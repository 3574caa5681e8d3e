// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive_writer.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "quern/formats/archive/archive_table.hpp"
#include "quern/formats/archive/eb_layout.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostNameBytes = 252;      // and a zero and the directory's number: 255 at most
constexpr std::size_t kMostDirectoryBytes = 254; // and a zero

Error refused(const std::string& where, const std::string& message)
{
    return {Error::Code::usage, where, message};
}

struct Plan {
    std::vector<const ArchiveInput*> members; // in hash order
    std::vector<std::string> directories;     // as written: "." for none
    std::uint32_t name_record = 3;
    std::uint32_t directory_record = 2;
    std::uint64_t names = 0;     // offset of the name records
    std::uint64_t names_end = 0; // behind the directory records
    std::uint64_t length = 0;    // of the whole archive
    std::vector<std::uint64_t> offsets;
};

std::string directory_text(const ArchiveInput& member)
{
    return member.directory.empty() ? "." : member.directory;
}

std::optional<Error> check_name(const ArchiveInput& member)
{
    const std::string& name = member.name;
    const std::string path = ArchiveMember{member.directory, name}.path();
    if (const char* wanted = unsafe_path(path))
        return refused(path, std::string("found this path of a member, expected ") + wanted);
    if (name.empty() || name.size() > kMostNameBytes || name.find_first_of("/\\") != std::string::npos)
        return refused(path, "found this name of a member, expected 1 to 252 bytes without slashes");
    if (member.directory.size() > kMostDirectoryBytes)
        return refused(name, "found a directory of " + std::to_string(member.directory.size()) +
                                 " bytes, expected at most 254");
    return std::nullopt;
}

Result<Plan> make_plan(std::span<const ArchiveInput> inputs, std::uint64_t alignment)
{
    if (inputs.size() > kMostArchiveMembers)
        return refused("", "found " + std::to_string(inputs.size()) + " members, expected at most " +
                               std::to_string(kMostArchiveMembers));
    Plan plan;
    std::set<std::string> directories;
    for (const ArchiveInput& input : inputs) {
        if (auto error = check_name(input))
            return *error;
        plan.members.push_back(&input);
        directories.insert(directory_text(input));
        plan.name_record = std::max(plan.name_record, static_cast<std::uint32_t>(input.name.size() + 3));
    }
    if (directories.empty())
        directories.insert(".");
    if (directories.size() > 0xFFFF)
        return refused("", "found " + std::to_string(directories.size()) +
                               " directories, expected at most 65535");
    for (const std::string& directory : directories)
        plan.directory_record =
            std::max(plan.directory_record, static_cast<std::uint32_t>(directory.size() + 1));
    plan.directories.assign(directories.begin(), directories.end());

    const auto key = [](const ArchiveInput* m) {
        return std::tuple(archive_hash(m->name), std::string_view(m->name), std::string_view(m->directory));
    };
    std::sort(plan.members.begin(), plan.members.end(),
              [&](const auto* a, const auto* b) { return key(a) < key(b); });
    for (std::size_t i = 1; i < plan.members.size(); ++i) {
        if (key(plan.members[i]) == key(plan.members[i - 1]))
            return refused(plan.members[i]->name, "found two members of this name, expected one");
    }

    const std::uint64_t count = plan.members.size();
    plan.names = align_up(eb::kHeaderBytes + align_up(count * 16, 16) + count, 16);
    plan.names_end =
        plan.names + align_up(count * plan.name_record, 16) + plan.directories.size() * plan.directory_record;
    std::uint64_t cursor = align_up(plan.names_end, alignment);
    for (const ArchiveInput* member : plan.members) {
        plan.offsets.push_back(cursor);
        cursor = align_up(cursor + member->bytes.size(), alignment);
    }
    if (cursor > UINT32_MAX)
        return refused("", "found " + std::to_string(cursor) + " bytes in all, expected less than 4 GiB");
    plan.length = cursor;
    return plan;
}

/// Appends a text and zeros up to `size` bytes.
void put_text(std::vector<std::uint8_t>& out, const std::string& text, std::size_t size)
{
    const std::size_t end = out.size() + size;
    out.insert(out.end(), text.begin(), text.end());
    out.resize(end);
}

void put_header(std::vector<std::uint8_t>& out, const Plan& plan, std::uint32_t shift)
{
    out.push_back('E');
    out.push_back('B');
    put_be(out, 3, 2);
    put_be(out, static_cast<std::uint32_t>(plan.members.size()));
    put_be(out, 0, 2);
    put_be(out, shift << 8, 2);
    put_be(out, static_cast<std::uint32_t>(plan.names));
    put_be(out, static_cast<std::uint32_t>(plan.names_end - plan.names));
    put_be(out, plan.name_record, 1);
    put_be(out, plan.directory_record, 1);
    out.resize(eb::kLength);
    put_be(out, static_cast<std::uint32_t>(plan.length));
    out.resize(eb::kHeaderBytes);
}

} // namespace

Result<std::vector<std::uint8_t>> write_archive(std::span<const ArchiveInput> members, int shift)
{
    if (shift < 0 || shift > 31)
        return refused("", "found an alignment of 2^" + std::to_string(shift) + ", expected 2^0 to 2^31");
    const std::uint64_t alignment = std::uint64_t{1} << shift;
    const auto plan = make_plan(members, alignment);
    if (!plan)
        return plan.error();
    std::vector<std::uint8_t> out;
    out.reserve(static_cast<std::size_t>(plan->length));
    put_header(out, *plan, static_cast<std::uint32_t>(shift));
    for (std::size_t i = 0; i < plan->members.size(); ++i) {
        put_be(out, static_cast<std::uint32_t>(plan->offsets[i] >> shift));
        put_be(out, 0); // raw
        put_be(out, static_cast<std::uint32_t>(plan->members[i]->bytes.size()));
        put_be(out, archive_hash(plan->members[i]->name));
    }
    out.resize(static_cast<std::size_t>(plan->names)); // the packing kinds: all raw
    for (const ArchiveInput* member : plan->members) {
        const auto directory =
            std::lower_bound(plan->directories.begin(), plan->directories.end(), directory_text(*member));
        put_be(out, static_cast<std::uint32_t>(directory - plan->directories.begin()), 2);
        put_text(out, member->name, plan->name_record - 2);
    }
    pad_to(out, 16);
    for (const std::string& directory : plan->directories)
        put_text(out, directory, plan->directory_record);
    for (std::size_t i = 0; i < plan->members.size(); ++i) {
        out.resize(static_cast<std::size_t>(plan->offsets[i]));
        const Bytes bytes = plan->members[i]->bytes;
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    out.resize(static_cast<std::size_t>(plan->length));
    return out;
}

} // namespace quern::formats
