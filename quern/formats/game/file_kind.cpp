// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/game/file_kind.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/stream/grain_file.hpp"

namespace quern::formats {
namespace {

struct Extension {
    std::string_view text;
    FileKind kind;
};

constexpr std::array<Extension, 15> kExtensions{{{"grain", FileKind::grain},
                                                 {"snr", FileKind::stream},
                                                 {"sph", FileKind::stream},
                                                 {"sps", FileKind::stream},
                                                 {"sns", FileKind::chain},
                                                 {"sek", FileKind::seek_table},
                                                 {"big", FileKind::archive},
                                                 {"wav", FileKind::sound},
                                                 {"xma", FileKind::xma_wave},
                                                 {"flac", FileKind::sound},
                                                 {"ogg", FileKind::sound},
                                                 {"oga", FileKind::sound},
                                                 {"aiff", FileKind::sound},
                                                 {"aif", FileKind::sound},
                                                 {"aifc", FileKind::sound}}};

std::string_view file_name(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool mark_at(Bytes bytes, std::size_t offset, std::string_view text)
{
    return holds(bytes, offset, text.size()) &&
           std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

/// Of a RIFF file: what its format chunk says.
FileKind riff_kind(Bytes bytes)
{
    constexpr int kMostChunks = 64; // in front of the format; it is the first in all that we know
    constexpr std::uint32_t kXma = 0x165;
    constexpr std::uint32_t kXma2 = 0x166;
    std::uint64_t at = 12;
    for (int i = 0; i < kMostChunks && holds(bytes, at, 10); ++i) {
        const auto chunk = static_cast<std::size_t>(at);
        const std::uint32_t size = read_le32(bytes, chunk + 4);
        if (mark_at(bytes, chunk, "fmt ")) {
            const std::uint32_t tag = bytes[chunk + 8] | std::uint32_t{bytes[chunk + 9]} << 8;
            return tag == kXma || tag == kXma2 ? FileKind::xma_wave : FileKind::sound;
        }
        if (mark_at(bytes, chunk, "XMA2"))
            return FileKind::xma_wave;
        at += 8 + std::uint64_t{size} + size % 2;
    }
    return FileKind::sound;
}

FileKind by_mark(Bytes bytes)
{
    if (is_archive(bytes))
        return FileKind::archive;
    if (mark_at(bytes, 0, "RIFF"))
        return riff_kind(bytes);
    for (const std::string_view mark : {"RF64", "FORM", "fLaC", "OggS"}) {
        if (mark_at(bytes, 0, mark))
            return FileKind::sound;
    }
    return FileKind::unknown;
}

} // namespace

std::string_view file_kind_name(FileKind kind)
{
    constexpr std::array<std::string_view, 8> kNames{"archive",    "grain",    "stream",     "stream blocks",
                                                     "seek table", "XMA wave", "sound file", "unknown"};
    return kNames[static_cast<std::size_t>(kind)];
}

FileKind identify(Bytes bytes, std::string_view path)
{
    FileKind kind = by_mark(bytes);
    if (kind == FileKind::unknown)
        kind = kind_by_name(path);
    if (kind != FileKind::unknown)
        return kind;
    if (is_grain(bytes))
        return FileKind::grain;
    // Two words fit many files; a chain that leads to the stated samples fits streams.
    return EaacStream::open({bytes, ""}).ok() ? FileKind::stream : FileKind::unknown;
}

FileKind kind_by_name(std::string_view path)
{
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return FileKind::unknown;
    const std::string_view extension = name.substr(dot + 1);
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    for (const Extension& known : kExtensions) {
        if (std::equal(extension.begin(), extension.end(), known.text.begin(), known.text.end(), same))
            return known.kind;
    }
    return FileKind::unknown;
}

std::string_view stem_of(std::string_view path)
{
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

} // namespace quern::formats
