// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive_table.hpp"

#include <algorithm>

namespace quern::formats {

std::string_view archive_kind_name(ArchiveKind kind)
{
    switch (kind) {
    case ArchiveKind::eb_v3:
        return "EB v3";
    case ArchiveKind::bigf:
        return "BIGF";
    case ArchiveKind::big4:
        break;
    }
    return "BIG4";
}

std::string_view packing_name(Packing packing)
{
    switch (packing) {
    case Packing::raw:
        return "raw";
    case Packing::refpack:
        return "RefPack";
    case Packing::chunkref:
        break;
    }
    return "chunkref";
}

std::string ArchiveMember::path() const
{
    std::string path(directory);
    if (!path.empty())
        path += '/';
    path += name;
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

const char* unsafe_path(std::string_view path)
{
    if (path.empty() || path.size() > kMostArchivePathBytes)
        return "1 to 4096 bytes";
    if (path.front() == '/')
        return "a relative path";
    if (std::any_of(path.begin(), path.end(),
                    [](char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F || c == ':'; }))
        return "no colon and no control characters";
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..")
            return "no `..`, no `.` and no empty part";
        begin = end + 1;
    }
    return nullptr;
}

std::uint32_t archive_hash(std::string_view name)
{
    std::uint32_t hash = 5381;
    for (const char c : name)
        hash = hash * 33 + static_cast<std::uint8_t>(c);
    return hash;
}

} // namespace quern::formats
