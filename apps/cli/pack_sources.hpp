// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pack_options.hpp"
#include "quern/bed/members.hpp"

namespace quern::cli {

/// Where a recording comes from, and what it shall be called.
struct PackSource {
    std::string directory; ///< in the archive
    std::string name;      ///< without ".grain"
    std::string path;      ///< empty: built in
    std::optional<bed::Member> built_in{};
};

struct PackSources {
    std::vector<PackSource> list; ///< in the order of the command line, folders sorted by path
    std::vector<std::string> notes;
};

/// Folders are searched with all below them; a file in `DIR/a/b.wav` becomes `a/b`. Errors: no such file, a
/// folder without sound files, a NAME without FILE.
Result<PackSources> find_pack_sources(const PackOptions& options);

/// Splits NAME=FILE; an ending ".grain" of NAME is taken off. Usage error: one of them is missing.
Result<PackSource> parse_named_file(const std::string& option, const std::string& word);

/// Whether the file is a recording of the game already.
bool is_grain_path(const std::string& path);

/// Gives a single file for an archive, unless it is called as a member, the names of all thirteen surfaces.
void spread_over_surfaces(PackSources& sources);

/// What the game will not find, and what it will not ask for.
void note_member_names(PackSources& sources);

} // namespace quern::cli
