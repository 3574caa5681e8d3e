// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// What a file, or a member of an archive, is.
enum class FileKind : std::uint8_t {
    archive,    ///< EB, BIGF or BIG4
    grain,      ///< .grain: a recording with its seek table
    stream,     ///< .snr, .sph, .sps: a stream or its header
    chain,      ///< .sns: the blocks that belong to a .snr
    seek_table, ///< .sek
    xma_wave,   ///< RIFF with XMA or XMA2 in it
    sound,      ///< WAV, AIFF, FLAC or Ogg
    unknown,
};

/// "archive", "grain", "stream", "stream blocks", "seek table", "XMA wave", "sound file", "unknown".
std::string_view file_kind_name(FileKind kind);

/// By the bytes where a kind has a mark of its own, else by the name's extension in any case, else by what
/// the bytes can be read as. Looks at the first bytes, of streams without an extension at all block headers.
FileKind identify(Bytes bytes, std::string_view path);

/// By the name's extension alone, so that nothing has to be read: `.wav` is a `sound`.
FileKind kind_by_name(std::string_view path);

/// The file name of a path without its extension: "concrete_rough_hard". Slashes of both kinds end a folder.
std::string_view stem_of(std::string_view path);

} // namespace quern::formats
