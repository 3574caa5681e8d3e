// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inspect_tree.hpp"
#include "meter.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/game/file_kind.hpp"

namespace quern::cli {

/// What is told of one sound of a file.
struct SoundSheet {
    std::string name; ///< file name, or path in the archive
    formats::FileKind kind = formats::FileKind::unknown;
    std::string codec; ///< empty: not known without decoding
    int channels = 0;
    std::uint32_t rate = 0; ///< Hz
    std::uint64_t samples = 0;
    float duration = 0.0f; ///< seconds as stored
    std::optional<std::uint32_t> loop_start;
    std::optional<Levels> levels; ///< when decoded
    TreePart part;
    formats::Findings findings;
    std::optional<Error> error; ///< it cannot be read, or not be decoded
};

/// What is told of one file.
struct FileSheet {
    std::string path;
    formats::FileKind kind = formats::FileKind::unknown;
    std::string form; ///< "EB v3"
    std::uint64_t bytes = 0;
    TreePart part; ///< of archives and seek tables; a single sound has its own
    formats::Findings findings;
    std::vector<SoundSheet> sounds;
    std::uint64_t members = 0;  ///< of an archive
    std::string not_looked;     ///< why the sounds of an archive are not told of; empty: they are
    std::optional<Error> error; ///< it cannot be read
};

struct InspectLimits {
    bool decode = false;
    bool members = false; ///< look into all members, however many
};

/// Reads a file as far as it can be read.
FileSheet inspect_file(const std::string& path, const InspectLimits& limits);

nlohmann::ordered_json sheet_json(const FileSheet& sheet);
/// `full`: also the parts of an archive's sounds.
std::string sheet_text(const FileSheet& sheet, bool full, std::size_t most_rows);

} // namespace quern::cli
