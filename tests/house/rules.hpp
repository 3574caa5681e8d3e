// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace quern::house {

/// One line of rooms.txt.
struct Room {
    bool pure = false;
    std::set<std::string> rooms;     ///< folders whose headers it may include
    std::set<std::string> libraries; ///< first path component of third-party headers
};
using Matrix = std::map<std::string, Room>;

/// Something that breaks a rule, in the form `file:line: what`.
using Findings = std::vector<std::string>;

/// Reads rooms.txt. A line that cannot be read, or that names an unknown folder, becomes a finding.
Matrix read_matrix(const std::filesystem::path& file, Findings& findings);

/// Every C++ file of the tree that belongs to the project, as paths relative to `root`, sorted.
std::vector<std::filesystem::path> sources(const std::filesystem::path& root);

/// Every include of every source against the matrix, and folders that have no line in it.
Findings check_includes(const std::filesystem::path& root, const Matrix& matrix);

/// Licence lines at the top, no tab, no carriage return, a newline at the end, `#pragma once` in headers, and
/// no file longer than `max_lines` (generated files, which say so in their first ten lines, are exempt from
/// the length).
Findings check_text(const std::filesystem::path& root, int max_lines);

} // namespace quern::house
